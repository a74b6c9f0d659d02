/** Reports of what was said and is not in the log. */
import { expect, test } from "vitest";
import { type HarnessEvent, LogWriteError, readLog } from "#src/index.ts";
import { scripted } from "../support/scripted.ts";
import { SAYS } from "../support/taken-up.ts";
import { World } from "../support/world.ts";

const ASKS = {
  content: [
    { type: "text" as const, text: "s0" },
    { type: "tool_use" as const, id: "t1", name: "Bash", input: { command: "ls" } },
  ],
};

test("bug report 22: a process that is killed when it begins a tool has logged the call, and all that came with it", async () => {
  const world = new World();
  const process = world.start(scripted([ASKS, SAYS]));
  const emit = (event: HarnessEvent) => event.type === "tool-start" && process.kill();
  const session = process.begin({ emit });
  await expect(session.prompt("m0")).rejects.toThrow();
  const types = readLog(world.bytes(session.path)).lines.map(({ line }) => line.type);
  expect(types).toEqual(["context-digest", "user", "assistant", "assistant"]);
});

test("bug report 22: a full disk is told, costs what could not be written and no more, and the session goes on", async () => {
  const world = new World();
  const process = world.start(scripted([ASKS, SAYS, SAYS]));
  let isFull = false;
  const openLog: typeof process.ports.openLog = (path) => ({
    read: () => world.bytes(path),
    size: () => world.bytes(path).length,
    append: (line) => {
      if (!isFull) return world.append(path, line);
      world.append(path, line.slice(0, 40));
      throw new LogWriteError("ENOSPC: no space left on device");
    },
  });
  const emit = (event: HarnessEvent) => {
    if (event.type === "tool-start") isFull = true;
  };
  const session = process.begin({ emit, ports: { ...process.ports, openLog } });
  await expect(session.prompt("m0")).rejects.toThrow("ENOSPC");
  isFull = false;
  expect(await session.prompt("m1")).toMatchObject({ stop: "end_turn" });
  const said = session.conversation().messages.map(({ content }) => content.map(({ type }) => type));
  expect(said).toEqual([["text"], ["text", "tool_use"], ["tool_result", "text"], ["text"]]);
});
