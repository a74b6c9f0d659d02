/** Read, Write and Edit: what they return, and what they say when a call cannot be done (O-12, O-14). */
import { expect, test } from "vitest";
import { askByMode, type PermissionMode, type ToolResultBlock } from "#src/index.ts";
import { seen } from "#src/tools/seen.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { runTool } from "../support/run-tool.ts";

const CWD = "/home/user/demo";

/** A disk with one file that was read before, and a hand on it. */
function desk(content: string | Uint8Array = "one\ntwo\nthree\n", mode: PermissionMode = "acceptEdits") {
  const disk = new MemoryDisk();
  disk.put(`${CWD}/file.txt`, content);
  const log: Record<string, unknown>[] = [seen(`${CWD}/file.txt`, content)];
  const shell = { run: async () => ({ output: "", exitCode: 0, timedOut: false }) };
  const use = (name: string, input: unknown): Promise<ToolResultBlock> =>
    runTool(name, input, { cwd: CWD, disk, shell, log, ask: askByMode(mode) });
  const file = (name = "file.txt") => new TextDecoder().decode(disk.read(`${CWD}/${name}`));
  const raw = () => disk.read(`${CWD}/file.txt`);
  return { use, file, raw };
}

const failing = (words: RegExp) => ({ is_error: true, content: expect.stringMatching(words) });

test("Read numbers the lines, and can begin and end where it is told", async () => {
  const { use } = desk("a\nb\nc\nd");
  expect(await use("Read", { file_path: "file.txt" })).toMatchObject({ content: "1\ta\n2\tb\n3\tc\n4\td" });
  const part = await use("Read", { file_path: `${CWD}/file.txt`, offset: 2, limit: 2 });
  expect(part.content).toMatch(
    /^2\tb\n3\tc\n<system-reminder>\nIt goes on to line 4\. To read on, give the offset 4\./,
  );
  expect(await use("Read", { file_path: "file.txt", offset: 3, limit: 9 })).toMatchObject({
    content: "3\tc\n4\td",
  });
});

test("Read cuts a long line between two characters, and says so", async () => {
  const { use } = desk(`${"😀".repeat(2001)}\nshort`);
  const { content } = await use("Read", { file_path: "file.txt" });
  expect(content).toBe(`1\t${"😀".repeat(2000)} [… the rest of this line is left out …]\n2\tshort`);
});

test("Read ends a long part where it has said enough, and tells where to go on", async () => {
  const { use } = desk(`${"x".repeat(1999)}\n`.repeat(300));
  const { content } = await use("Read", { file_path: "file.txt" });
  expect(String(content).length).toBeLessThan(103_000);
  expect(content).toMatch(
    /\nIt goes on to line 301\. To read on, give the offset 52\.\n<\/system-reminder>$/,
  );
  const rest = await use("Read", { file_path: "file.txt", offset: 52 });
  expect(rest.content).toMatch(/^52\tx/);
});

test("Read says that an empty file is empty, for an empty result would say nothing", async () => {
  const { use } = desk("");
  const { content } = await use("Read", { file_path: "file.txt" });
  expect(content).toBe("<system-reminder>\nIt exists and is empty.\n</system-reminder>");
});

test("Read gives the names in a folder, a slash behind those of folders, as numbered lines like any other", async () => {
  const disk = new MemoryDisk();
  for (const name of ["b.txt", "a/x.txt", "c"]) disk.put(`${CWD}/${name}`, "");
  const use = (input: object) => runTool("Read", input, { cwd: CWD, disk });
  expect(await use({ file_path: "." })).toMatchObject({ content: "1\ta/\n2\tb.txt\n3\tc" });
  expect(await use({ file_path: ".", offset: 3 })).toMatchObject({ content: "3\tc" });
});

test("Read fails in words where there is no text to read", async () => {
  expect(await desk().use("Read", { file_path: "none.txt" })).toMatchObject(failing(/There is no file at/));
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 0x0d]);
  expect(await desk(png).use("Read", { file_path: "file.txt" })).toMatchObject(
    failing(/is binary, as an image is/),
  );
  expect(await desk("a\0b").use("Read", { file_path: "file.txt" })).toMatchObject(failing(/not a text file/));
  expect(await desk("a").use("Read", { file_path: "file.txt", offset: 9 })).toMatchObject(
    failing(/no line 9/),
  );
});

test("Write makes a file, or replaces it, and says which", async () => {
  const { use, file } = desk();
  expect(await use("Write", { file_path: "new.txt", content: "x" })).toMatchObject({
    content: `Created ${CWD}/new.txt.`,
  });
  expect(await use("Write", { file_path: "new.txt", content: "y" })).toMatchObject({
    content: `Replaced ${CWD}/new.txt.`,
  });
  expect(file("new.txt")).toBe("y");
});

test("Edit replaces the one place, or every place, and never guesses", async () => {
  const { use, file } = desk("a b a");
  const edit = (old_string: string, more: object = {}) =>
    use("Edit", { file_path: "file.txt", old_string, new_string: "$&", ...more });
  expect(await edit("a")).toMatchObject(failing(/2 times/));
  expect(await edit("z")).toMatchObject(failing(/does not stand in/));
  expect(await edit("")).toMatchObject(failing(/old_string is empty/));
  expect(file()).toBe("a b a");
  expect(await edit("b")).toMatchObject({ content: `Changed ${CWD}/file.txt in one place.` });
  expect(await edit("a", { replace_all: true })).toMatchObject({
    content: `Changed ${CWD}/file.txt in 2 places.`,
  });
  expect(file()).toBe("$& $& $&");
});

test.each<[string, string, unknown, RegExp]>([
  ["an unknown tool", "Fly", {}, /There is no tool named Fly\. There are Read, Write, Edit, Bash\./],
  ["an input that is no object", "Read", "file.txt", /must be an object/],
  ["a missing property", "Read", {}, /lacks "file_path"/],
  ["a property of the wrong type", "Read", { file_path: 7 }, /"file_path" must be of type string/],
  ["an unknown property", "Read", { file_path: "x", __proto__x: 1 }, /has no property "__proto__x"/],
  [
    "a property that every object has",
    "Read",
    { file_path: "x", constructor: "y" },
    /has no property "constructor"/,
  ],
])("%s is an error result that says what is wrong", async (_name, tool, input, words) => {
  expect(await desk().use(tool, input)).toMatchObject(failing(words));
});

test.each<[PermissionMode, string, boolean]>([
  ["plan", "Read", true],
  ["plan", "Write", false],
  ["default", "Write", false],
  ["acceptEdits", "Write", true],
  ["acceptEdits", "Bash", false],
  ["bypassPermissions", "Bash", true],
])("in the mode %s, %s is allowed: %s", async (mode, tool, allowed) => {
  const { use, file } = desk("x", mode);
  const inputs: Record<string, object> = {
    Write: { file_path: "file.txt", content: "y" },
    Bash: { command: "ls" },
  };
  const result = await use(tool, inputs[tool] ?? { file_path: "file.txt" });
  expect(result.is_error ?? false).toBe(!allowed);
  if (!allowed) expect(result.content).toMatch(/It needs the mode (acceptEdits|bypassPermissions)\./);
  if (!allowed) expect(file()).toBe("x");
});

test("Edit does not touch a file that is not UTF-8, and keeps the mark at the start of one that is", async () => {
  const latin = desk(new Uint8Array([0x63, 0x61, 0x66, 0xe9, 0x0a, 0x66, 0x6f, 0x6f]));
  const change = { file_path: "file.txt", old_string: "foo", new_string: "bar" };
  expect(await latin.use("Edit", change)).toMatchObject(failing(/is not UTF-8 text/));
  expect(latin.file()).toContain("foo");
  const marked = desk("\ufefffoo");
  expect((await marked.use("Edit", change)).is_error).toBeUndefined();
  expect(marked.raw()).toEqual(new TextEncoder().encode("\ufeffbar"));
});
