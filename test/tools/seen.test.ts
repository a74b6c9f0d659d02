/** A file is changed by those who have seen it as it is: what Edit and Write say otherwise, and what a resume knows. */
import { expect, test } from "vitest";
import type { ReplyBlock } from "#mock-api";
import type { HarnessEvent } from "#src/index.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { runTool } from "../support/run-tool.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const CWD = "/home/user/demo";
const FILE = `${CWD}/a.txt`;

function desk() {
  const disk = new MemoryDisk();
  disk.put(FILE, "one\n");
  const log: Record<string, unknown>[] = [];
  const use = async (name: string, input: object) => {
    const { content } = await runTool(name, { file_path: "a.txt", ...input }, { cwd: CWD, disk, log });
    return String(content);
  };
  const edit = (from: string, to: string) => use("Edit", { old_string: from, new_string: to });
  return { disk, log, use, edit, text: () => new TextDecoder().decode(disk.read(FILE)) };
}

test("a file that was not read is neither edited nor replaced, and it is said what to do", async () => {
  const { use, edit, text } = desk();
  const words = `${FILE} was not read in this session. It was not changed. Read it, then try again.`;
  expect(await edit("one", "two")).toBe(words);
  expect(await use("Write", { content: "two\n" })).toBe(words);
  expect(text()).toBe("one\n");
});

test("what a tool has written itself it may change again, and a new file needs no reading", async () => {
  const { use, edit, disk } = desk();
  await use("Write", { file_path: "new.txt", content: "x" });
  await use("Edit", { file_path: `${CWD}/./new.txt`, old_string: "x", new_string: "y" });
  await use("Write", { file_path: "new.txt", content: "z" });
  expect(new TextDecoder().decode(disk.read(`${CWD}/new.txt`))).toBe("z");
  await use("Read", {});
  await edit("one", "two");
  expect(await edit("two", "three")).toBe(`Changed ${FILE} in one place.`);
});

test("a file that has changed since it was read is refused until it is read again", async () => {
  const { use, edit, disk, text } = desk();
  await use("Read", {});
  disk.put(FILE, "one, and more\n");
  const words = `${FILE} has changed since it was last read. It was not changed. Read it, then try again.`;
  expect(await edit("one", "two")).toBe(words);
  expect(await use("Write", { content: "two\n" })).toBe(words);
  expect(text()).toBe("one, and more\n");
  await use("Read", { limit: 1 });
  await edit("one", "two");
  expect(text()).toBe("two, and more\n");
});

test("an Edit that was refused has shown nothing: the file must still be read", async () => {
  const { edit, log } = desk();
  await edit("one", "two");
  await edit("none", "two");
  expect(log).toEqual([]);
});

test("a process that takes the session up knows what was read, and what was not", async () => {
  const world = new World();
  world.disk.put(FILE, "one\n");
  world.disk.put(`${CWD}/b.txt`, "one\n");
  const session = world.start(scripted([asks("Read", { file_path: "a.txt" }), { content: [DONE] }])).begin();
  await session.prompt("Read it.");
  const edit = (file_path: string) => asks("Edit", { file_path, old_string: "one", new_string: "two" });
  const model = scripted([edit("a.txt"), edit("b.txt"), { content: [DONE] }]);
  const results: unknown[] = [];
  const emit = (event: HarnessEvent) => {
    if (event.type === "tool-end") results.push(event.result.content);
  };
  await world.start(model).resume(session.id, { emit }).prompt("Change both.");
  expect(results).toEqual([
    `Changed ${FILE} in one place.`,
    expect.stringMatching(/b\.txt was not read in this session/),
  ]);
});

const DONE: ReplyBlock = { type: "text", text: "Done." };

function asks(name: string, input: Record<string, unknown>): { content: ReplyBlock[] } {
  return { content: [{ type: "tool_use", name, input }] };
}
