/** The system prompt stays (C-1.9, C-4.1, bug report 100): nothing stands in it that changes by itself. */
import fc from "fast-check";
import { expect } from "vitest";
import type { MessagesRequest, SessionOptions } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

/** What is different from one process to the next without anybody having wanted another system prompt. */
const anyProcess = shownAs(
  fc.record({
    goesOn: fc.boolean(),
    branch: fc.constantFrom("", "main", "wip"),
    mode: fc.constantFrom("default", "plan"),
    /** When it begins, in hours. */
    hours: fc.nat(100_000),
    prompt: fc.constantFrom("Hello.", "What day is it?"),
  }),
  ({ goesOn, branch, mode, hours, prompt }) =>
    `(hour ${hours}, branch "${branch}", ${mode}: ${goesOn ? "goes on" : "begins"}) > ${prompt}`,
);

law(
  "system-steady",
  "two processes of one project send the same system prompt, whatever the time, the branch, the permission mode, the session and what was said in it",
  [fc.array(anyProcess, { minLength: 2, maxLength: 3 }), fc.constantFrom("", "Be brief.")],
  async (processes, appendSystemPrompt) => {
    const world = new World();
    const requests: MessagesRequest[] = [];
    const model = scripted(processes.map(() => ({ content: [{ type: "text", text: "Done." }] })));
    let sessionId: string | undefined;
    for (const { goesOn, branch, mode, hours, prompt } of processes) {
      world.disk.put(`${world.cwd}/.git/HEAD`, `ref: refs/heads/${branch}\n`);
      const process = world.start(model);
      const clock = { now: () => new Date(Date.UTC(2026, 0, 1, hours)) };
      const more: Partial<SessionOptions> = {
        ports: { ...process.ports, clock },
        gitBranch: branch,
        permissionMode: () => mode,
        appendSystemPrompt,
        emit: (event) => event.type === "request" && requests.push(event.request),
      };
      const session = goesOn && sessionId ? process.resume(sessionId, more) : process.begin(more);
      sessionId = session.id;
      await session.prompt(prompt);
    }
    expect(requests).toHaveLength(processes.length);
    for (const { system } of requests) expect(system).toEqual(requests[0]?.system);
  },
  { runs: 15 },
);
