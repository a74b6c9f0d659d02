/** When the API, the disk or the shape of an answer fails: what is kept, what is told, and that a session goes on. */

import { expect, test } from "vitest";
import type { Reply } from "#mock-api";
import { type HarnessEvent, LogWriteError, readLog, type Session, type SessionOptions } from "#src/index.ts";
import { GO_ON } from "#src/loop/stops.ts";
import { readable } from "../../scripts/stage/memory-logs.ts";
import { scripted } from "../support/scripted.ts";
import { type Process, World } from "../support/world.ts";

const SAYS: Reply = { content: [{ type: "text", text: "s1" }] };

/** A session whose model answers by this list, and the events of it. */
function sessionOn(replies: readonly Reply[], more: Partial<SessionOptions> = {}) {
  const world = new World();
  const events: HarnessEvent[] = [];
  const process: Process = world.start(scripted(replies));
  const session: Session = process.begin({ emit: (event) => events.push(event), ...more });
  const types = () => readLog(world.bytes(session.path)).lines.map(({ line }) => line.type);
  return { session, events, types, world };
}

const BROKEN: Reply = { ...SAYS, error: "broken" };

test.each<[string, Reply[], RegExp]>([
  ["HTTP 529", [{ status: 529 }], /^The API answered 529, overloaded_error: Overloaded$/],
  ["HTTP 429", [{ status: 429, error: "Slow down" }], /429, rate_limit_error: Slow down/],
  ["an error in mid-stream, twice,", [BROKEN, BROKEN], /in mid-stream, api_error: broken/],
])(
  "%s leaves nothing of its step in the log, and the turn says why it failed",
  async (_name, failures, message) => {
    const { session, types } = sessionOn([...failures, SAYS]);
    const turn = await session.prompt("m0");
    expect(turn).toMatchObject({ stop: "api_error", failed: true, responses: [] });
    expect(turn.message).toMatch(message);
    expect(types()).toEqual(["context-digest", "user", "last-prompt"]);
    expect(await session.prompt("m1")).toMatchObject({ stop: "end_turn", failed: false });
    const [first] = session.conversation().messages;
    expect(first?.content.map(({ text }) => text)).toEqual(["m0", "m1"]);
  },
);

test("an error after a tool has run keeps the tool's result", async () => {
  const asks: Reply = { content: [{ type: "tool_use", name: "Bash", input: { command: "ls" } }] };
  const { session, types } = sessionOn([asks, { status: 500 }, SAYS]);
  await session.prompt("m0");
  expect(types()).toEqual(["context-digest", "user", "assistant", "user", "last-prompt"]);
  expect(await session.prompt("go on")).toMatchObject({ stop: "end_turn" });
});

test("an answer that was refused is told and not kept", async () => {
  const { session, types, events } = sessionOn([{ ...SAYS, stop_reason: "refusal" }]);
  expect(await session.prompt("m0")).toMatchObject({ stop: "refusal", failed: true });
  expect(types()).not.toContain("assistant");
  expect(events).toContainEqual(expect.objectContaining({ type: "notice" }));
});

test("a turn that reaches its limit of steps is told, and the next prompt goes on from its results", async () => {
  const asks: Reply = { content: [{ type: "tool_use", name: "Bash", input: { command: "ls" } }] };
  const { session } = sessionOn([asks, asks, SAYS], { maxSteps: 2 });
  const turn = await session.prompt("m0");
  expect(turn).toMatchObject({ stop: "step_limit", failed: true });
  expect(turn.responses).toHaveLength(2);
  expect(await session.prompt("go on")).toMatchObject({ stop: "end_turn" });
});

test("an error of the model port that is not the API's is not taken for one", async () => {
  const world = new World();
  const session = world.start().begin();
  await expect(session.prompt("m0")).rejects.toThrow("This process asks no model.");
});

test("when an entry cannot be written the prompt fails, and the next entry does not hang on the lost one", async () => {
  const world = new World();
  const process = world.start(scripted([SAYS, SAYS]));
  let full = false;
  const openLog: typeof process.ports.openLog = (path) => ({
    ...readable(() => world.bytes(path)),
    append: (line) => {
      if (full && line.includes('"assistant"')) throw new LogWriteError("The disk is full.");
      world.append(path, line);
    },
  });
  const session = process.begin({ ports: { ...process.ports, openLog } });
  full = true;
  await expect(session.prompt("m0")).rejects.toThrow(LogWriteError);
  full = false;
  await session.prompt("m1");
  const entries = readLog(world.bytes(session.path)).lines.flatMap(({ line }) =>
    line["uuid"] ? [line] : [],
  );
  const written = entries.map(({ uuid }) => uuid);
  expect(entries.slice(1).every(({ parentUuid }) => written.includes(parentUuid))).toBe(true);
  expect(session.conversation().messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
});

test("a call in an answer that was cut off is not run, and the model is told that it was not", async () => {
  const cut: Reply = {
    content: [{ type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }],
    stop_reason: "max_tokens",
  };
  const { session, events } = sessionOn([cut, SAYS]);
  expect(await session.prompt("m0")).toMatchObject({ stop: "end_turn" });
  expect(events.filter(({ type }) => type === "tool-start")).toEqual([]);
  const [, , results] = session.conversation().messages;
  expect(results?.content).toEqual([
    {
      type: "tool_result",
      tool_use_id: "t1",
      content: "The tool was not run: the response ended with stop_reason max_tokens.",
      is_error: true,
    },
    { type: "text", text: GO_ON },
  ]);
});

test("when a result cannot be written, nothing of the batch is written after the prompt has failed", async () => {
  const world = new World();
  const call = (id: string) => ({ type: "tool_use" as const, id, name: "Bash", input: { command: id } });
  const process = world.start(scripted([{ content: [call("fast"), call("slow")] }, SAYS]));
  let slowMayEnd = () => {};
  const untilThen = new Promise<void>((resolve) => {
    slowMayEnd = resolve;
  });
  const shell: typeof process.ports.shell = {
    run: async (command) => {
      if (command === "slow") await untilThen;
      return { output: command, exitCode: 0, timedOut: false };
    },
  };
  const openLog: typeof process.ports.openLog = (path) => ({
    ...readable(() => world.bytes(path)),
    append: (line) => {
      if (line.includes('"content":"fast"')) {
        slowMayEnd();
        throw new LogWriteError("The disk is full.");
      }
      world.append(path, line);
    },
  });
  const session = process.begin({ ports: { ...process.ports, openLog, shell } });
  await expect(session.prompt("m0")).rejects.toThrow("The disk is full.");
  expect(await session.prompt("m1")).toMatchObject({ stop: "end_turn" });
  const said = JSON.stringify(session.conversation().messages);
  for (const part of ["m0", '"slow"', "m1", "s1"]) expect(said).toContain(part);
});
