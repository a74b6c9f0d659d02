/** The task list is pulled, not pushed: the model is told to look, and when (C-4.5). */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReplyBlock } from "#mock-api";
import { TASK_INJECTIONS, taskReminders } from "#src/annex/tasks/reminders.ts";
import { ALL_TOOLS, type MessagesRequest, type Session, type SessionOptions } from "#src/index.ts";
import { place } from "../support/glass.ts";
import { law, shownAs } from "../support/law.ts";
import { bytesOf, markedPrefix } from "../support/prefix.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

/** What a model does in one response. */
type Deed = "creates" | "completes" | "lists" | "works";

/** A turn: its deeds, a response each, and whether its last call that made a task is lost in the log afterwards. */
interface PlannedTurn {
  readonly deeds: readonly Deed[];
  readonly freshProcess: boolean;
  readonly loses: boolean;
}

const someDeeds = fc
  .tuple(
    fc.constantFrom<Deed>("creates", "creates", "completes", "lists", "works", "works"),
    fc.constantFrom(1, 2, 9, 12),
  )
  .map(([deed, times]) => Array<Deed>(deed === "works" ? times : 1).fill(deed));

const anyTurns = shownAs(
  fc.array(
    fc.record<PlannedTurn>({
      deeds: fc.array(someDeeds, { maxLength: 4 }).map((parts) => parts.flat()),
      freshProcess: fc.boolean(),
      loses: fc.boolean(),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  (turns) =>
    turns
      .map(({ deeds, freshProcess, loses }) => {
        const before = freshProcess ? "(a fresh process) " : "";
        return `${before}> ${deeds.join(", ") || "answers"}${loses ? " (the last call that made a task is lost)" : ""}`;
      })
      .join("\n"),
);

law(
  "tasks-pulled",
  "the model is told to look at the task list where it is not as it last saw it, and where tasks are open and it has not looked for ten responses, never else; what stands in the list is not told",
  [anyTurns],
  async (turns) => {
    const world = new World();
    const paper = new Paper();
    const requests: { request: MessagesRequest; told: number }[] = [];
    const model = scripted(repliesOf(turns));
    const open = (id?: string): Session => {
      const process = world.start(model);
      const options: SessionOptions = process.options({
        tools: ALL_TOOLS,
        injections: TASK_INJECTIONS,
        hooks: taskReminders(() => session.log.way()),
        emit: (event) =>
          event.type === "request" && requests.push({ request: event.request, told: paper.request() }),
      });
      return id === undefined ? process.begin(options) : process.resume(id, options);
    };
    let session = open();
    for (const { deeds, freshProcess, loses } of turns) {
      if (freshProcess && requests.length > 0) session = open(session.id);
      paper.turn(deeds);
      await session.prompt("Go on.");
      if (loses && paper.lose()) loseLastMade(world, session.path);
    }
    for (const [index, { request, told }] of requests.entries()) {
      const reminders = remindersOf(request);
      expect(reminders.length).toBe(told);
      expect(reminders.join()).not.toContain("subject");
      const before = requests[index - 1]?.request;
      if (before && !turns.some(({ loses }) => loses))
        expect(bytesOf(request).startsWith(markedPrefix(before))).toBe(true);
    }
  },
  { runs: 10 },
);

test("on the command line too, and an agent is told of no list but its own", async () => {
  const here = place();
  const tool = (name: string, input: object) => ({ content: [{ type: "tool_use", name, input }] });
  const works = Array.from({ length: 12 }, () => tool("Read", { file_path: "a.txt" }));
  const done = { content: [{ type: "text", text: "Done." }] };
  const starts = tool("Agent", { description: "work", prompt: "Work." });
  const replies = [tool("TaskCreate", { subject: "s" }), starts, ...works, done, ...works, done];
  here.file("a.txt", "a\n");
  const script = here.file("replies.json", JSON.stringify(replies));
  expect((await here.glass(["-p", "Go.", "--script", script])).code).toBe(0);
  const logs = (readdirSync(here.home, { recursive: true }) as string[]).filter((name) =>
    name.endsWith(".jsonl"),
  );
  const told = logs.sort().map((name) => {
    const lines = readFileSync(join(here.home, name), "utf8").split("\n");
    const at = lines.findIndex((line) => line.includes('"tasks_changed"'));
    const answers = lines.slice(0, at).filter((line) => line.includes('"type":"assistant"'));
    return [
      name.includes("subagents"),
      lines.filter((line) => line.includes('"tasks_changed"')).length,
      answers.length,
    ];
  });
  // It is made in the first answer; ten answers later the model is reminded.
  expect(told).toEqual(
    expect.arrayContaining([
      [false, 1, 11],
      [true, 0, expect.anything()],
    ]),
  );
});

/** What the session comes to, told by somebody who keeps it on paper. */
class Paper {
  readonly #events: { what: Deed | "told"; id: number; at: number; lost: boolean }[] = [];
  #deeds: readonly Deed[] = [];
  #responses = 0;
  #told = 0;
  /** The next deed of the turn; before the first the prompt comes. */
  #next = 0;
  #last: Deed | undefined;

  turn(deeds: readonly Deed[]): void {
    this.#deeds = deeds;
    this.#next = 0;
    this.#last = undefined;
  }

  /** A request is sent: what came before it has been done. Returns how many reminders stand in it. */
  request(): number {
    const [list] = this.#lists();
    const openId = [...list].find(([, status]) => status === "open")?.[0] ?? 1;
    if (this.#last === "creates") this.#note("creates", list.size + 1);
    if (this.#last === "completes") this.#note("completes", openId);
    if (this.#last === "lists") this.#note("lists", 0);
    if (this.#last === undefined || this.#last === "works") this.#look();
    this.#last = this.#deeds[this.#next];
    this.#next += 1;
    this.#responses += 1;
    return this.#told;
  }

  /** The last call that made a task is lost; false where there is none. */
  lose(): boolean {
    const made = this.#events.findLast(({ what, lost }) => what === "creates" && !lost);
    if (made) made.lost = true;
    return made !== undefined;
  }

  #note(what: Deed | "told", id: number): void {
    this.#events.push({ what, id, at: this.#responses, lost: false });
  }

  #look(): void {
    const [list, shown] = this.#lists();
    const isOpen = [...list.values()].includes("open");
    const looked = Math.max(0, ...this.#events.filter(({ lost }) => !lost).map(({ at }) => at));
    if (
      JSON.stringify([...list]) === JSON.stringify([...shown].sort(([a], [b]) => a - b)) &&
      !(isOpen && this.#responses - looked >= 10)
    )
      return;
    this.#told += 1;
    this.#note("told", 0);
  }

  #lists(): [Map<number, string>, Map<number, string>] {
    const list = new Map<number, string>();
    let shown = new Map<number, string>();
    for (const { what, id, lost } of this.#events) {
      if (what === "creates") list.set(id, "open");
      if (what === "creates" && !lost) shown.set(id, "open");
      if (what === "completes" && list.has(id)) for (const each of [list, shown]) each.set(id, "done");
      if (what === "lists" || what === "told") shown = new Map(list);
    }
    return [list, shown];
  }
}

/** The model's answers. It completes the first task that is open, and one that there is not where none was made. */
function repliesOf(turns: readonly PlannedTurn[]) {
  const list: boolean[] = [];
  return turns.flatMap(({ deeds }) => [
    ...deeds.map((deed) => {
      if (deed === "creates") list.push(true);
      const open = Math.max(0, list.indexOf(true));
      if (deed === "completes" && list.length > 0) list[open] = false;
      return { content: [callOf(deed, String(open + 1))] };
    }),
    { content: [{ type: "text", text: "Done." } as const] },
  ]);
}

function callOf(deed: Deed, taskId: string): ReplyBlock {
  if (deed === "creates") return { type: "tool_use", name: "TaskCreate", input: { subject: "subject" } };
  if (deed === "lists") return { type: "tool_use", name: "TaskList", input: {} };
  if (deed === "works") return { type: "tool_use", name: "Bash", input: { command: "true" } };
  return { type: "tool_use", name: "TaskUpdate", input: { taskId, status: "completed" } };
}

/** The line of the last call of TaskCreate holds other words. */
function loseLastMade(world: World, path: string): void {
  const lines = world.text(path).trimEnd().split("\n");
  const at = lines.findLastIndex((line) => line.includes('"name":"TaskCreate"'));
  const line = JSON.parse(lines[at] ?? "{}");
  line.message.content = [{ type: "text", text: "Lost." }];
  lines[at] = JSON.stringify(line);
  world.setText(path, `${lines.join("\n")}\n`);
}

function remindersOf({ messages }: MessagesRequest): string[] {
  const texts = messages.flatMap(({ content }) => content.map(({ text }) => String(text ?? "")));
  return texts.filter((text) => /^<system-reminder>\n.*task list/i.test(text));
}
