/** The task list is in the log (C-4.5, D-36). */
import fc from "fast-check";
import { expect } from "vitest";
import { ALL_TOOLS } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { type Asked, ToolSession } from "../support/tool-session.ts";
import { World } from "../support/world.ts";

/** Something that is done to a task list. `task` is the task's number, which need not be one that there is. */
interface Deed {
  readonly what:
    | "create"
    | "pending"
    | "in_progress"
    | "completed"
    | "deleted"
    | "rename"
    | "a fresh process";
  readonly task: number;
}

const anyDeeds = shownAs(
  fc.array(
    fc.record<Deed>({
      what: fc.constantFrom(
        ...(["create", "create", "pending", "in_progress", "completed", "deleted"] as const),
        ...(["rename", "a fresh process"] as const),
      ),
      task: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 9 },
  ),
  (deeds) => deeds.map(({ what, task }) => (/a/.test(what) ? what : `${what} #${task}`)).join("\n"),
);

law(
  "tasks-logged",
  "the task list is what the calls have made of it, a number is never given twice, and every process knows it",
  [anyDeeds, fc.boolean()],
  async (deeds, isOneBatch) => {
    const calls = deeds.flatMap((deed, at) => callOf(deed, at) ?? []);
    const batches = isOneBatch ? [calls] : calls.map((call) => [call]);
    const list: Asked = { name: "TaskList", input: {} };
    const tools = new ToolSession(new World(), [[list], ...batches, [list]], { tools: ALL_TOOLS });
    await tools.turn();
    if (isOneBatch) await tools.turn();
    for (const [at, deed] of deeds.entries()) {
      if (!callOf(deed, at)) tools.restart();
      else if (!isOneBatch) await tools.turn();
    }
    const [listed] = await tools.turn();
    expect(listed?.content).toBe(expectedOf(deeds));
  },
  { runs: 20 },
);

function callOf({ what, task }: Deed, at: number): Asked | undefined {
  if (what === "a fresh process") return undefined;
  if (what === "create") return { name: "TaskCreate", input: { subject: `s${at}` } };
  const change = what === "rename" ? { subject: `s${at}` } : { status: what };
  return { name: "TaskUpdate", input: { taskId: String(task), ...change } };
}

/** The list, told by somebody who keeps it on paper. */
function expectedOf(deeds: readonly Deed[]): string {
  const paper: { status: string; subject: string }[] = [];
  for (const [at, { what, task }] of deeds.entries()) {
    const known = paper[task - 1];
    if (what === "create") paper.push({ status: "pending", subject: `s${at}` });
    else if (what === "a fresh process" || !known || known.status === "deleted") continue;
    else if (what === "rename") known.subject = `s${at}`;
    else known.status = what;
  }
  const lines = paper.map(({ status, subject }, index) => `#${index + 1} [${status}] ${subject}`);
  return lines.filter((line) => !line.includes("[deleted]")).join("\n") || "There are no tasks.";
}
