/** Glob and Grep: what they return, and what they say when a call cannot be done. */
import { chmodSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "#src/host/disk.ts";
import { ALL_TOOLS, allTools, type FindLines, hostFindLines, type ToolResultBlock } from "#src/index.ts";
import { freshFolder } from "../support/real-folder.ts";
import { runTool } from "../support/run-tool.ts";

/** A project with these files, the first of them the one that was changed last. */
function project(files: Record<string, string | Uint8Array>, findLines?: FindLines) {
  const cwd = join(freshFolder(), "project");
  for (const [index, [name, content]] of Object.entries(files).entries()) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), content);
    utimesSync(join(cwd, name), 1_000_000 - index, 1_000_000 - index);
  }
  const tools = findLines ? allTools(findLines) : ALL_TOOLS;
  const use = (name: string, input: object, signal?: AbortSignal): Promise<ToolResultBlock> =>
    runTool(name, input, { cwd, disk: nodeDisk, tools, signal });
  const say = async (name: string, input: object) => String((await use(name, input)).content);
  return { cwd, use, say };
}

const FILES = {
  "src/b.ts": "two\nOne\n",
  "src/a.ts": "one\ntwo\none more\n",
  "notes.md": "one",
  ".env": "one",
};

test("Glob lists the files that fit, the one changed last first, hidden ones too", async () => {
  const { say, cwd } = project(FILES);
  expect(await say("Glob", { pattern: "**/*.ts" })).toBe("src/b.ts\nsrc/a.ts");
  expect(await say("Glob", { pattern: "*.ts", path: "src" })).toBe("src/b.ts\nsrc/a.ts");
  expect(await say("Glob", { pattern: `${cwd}/src/{a,c}.ts` })).toBe("src/a.ts");
  expect(await say("Glob", { pattern: "*" })).toBe("notes.md\n.env");
  expect(await say("Glob", { pattern: "*.js" })).toBe("No file fits.");
});

test("Glob says how many files it has left out", async () => {
  const many = Object.fromEntries(Array.from({ length: 130 }, (_, index) => [`f${index}`, ""]));
  const said = await project(many).say("Glob", { pattern: "*" });
  expect(said.split("\n").slice(0, 100)).toEqual(Object.keys(many).slice(0, 100));
  expect(said).toContain("30 more files fit. Narrow the pattern or the path.");
});

test("Grep returns lines, files or counts, in the order of the paths", async () => {
  const { say } = project(FILES);
  expect(await say("Grep", { pattern: "^one" })).toBe(
    ".env:1:one\nnotes.md:1:one\nsrc/a.ts:1:one\nsrc/a.ts:3:one more",
  );
  const modes = { pattern: "ONE", ignore_case: true, path: "src" };
  expect(await say("Grep", { ...modes, output_mode: "files_with_matches" })).toBe("src/a.ts\nsrc/b.ts");
  expect(await say("Grep", { ...modes, output_mode: "count" })).toBe("src/a.ts:2\nsrc/b.ts:1");
  expect(await say("Grep", { pattern: "one", glob: "*.md" })).toBe("notes.md:1:one");
  expect(await say("Grep", { pattern: "one", path: "src/a.ts" })).toBe("src/a.ts:1:one\nsrc/a.ts:3:one more");
  expect(await say("Grep", { pattern: "three" })).toBe("No line matches.");
});

test("Grep cuts long lines and long lists, and says so; what is binary or very large is passed over", async () => {
  const { say } = project({
    "long.txt": `${"x".repeat(600)}\n`,
    "many.txt": "y\n".repeat(450),
    "binary.bin": new Uint8Array([0x79, 0x0a, 0]),
    "large.txt": "y".repeat(10_000_001),
  });
  expect(await say("Grep", { pattern: "x" })).toContain(`${"x".repeat(500)} [… 100 characters …]`);
  const said = await say("Grep", { pattern: "y" });
  expect(said.split("\n").slice(0, 2)).toEqual(["many.txt:1:y", "many.txt:2:y"]);
  expect(said).toContain("many.txt:200:y\n<system-reminder>\nIn all 450 lines in 1 files match.");
  expect(said).toContain("1 files over 10 MB were not searched.");
  expect(await say("Grep", { pattern: "y", output_mode: "count" })).toMatch(/^many\.txt:450\n/);
});

test("what a .gitignore names is left out, unless it is named itself; .git always is", async () => {
  const { say } = project({
    ".gitignore": "dist/\n*.log\n",
    "a.log": "one",
    "dist/b.js": "one",
    ".git/HEAD": "one",
    "c.js": "one",
  });
  expect(await say("Grep", { pattern: "one" })).toBe("c.js:1:one");
  expect(await say("Grep", { pattern: "one", path: "dist" })).toBe("dist/b.js:1:one");
  expect(await say("Grep", { pattern: "one", path: "a.log" })).toBe("a.log:1:one");
  expect(await say("Glob", { pattern: "**" })).toBe(".gitignore\nc.js");
});

test("neither looks outside of the project, nor through a link", async () => {
  const { say, cwd } = project({ "in.txt": "secret" });
  writeFileSync(join(dirname(cwd), "out.txt"), "secret");
  symlinkSync("..", join(cwd, "up"));
  symlinkSync("../out.txt", join(cwd, "link.txt"));
  expect(await say("Grep", { pattern: "secret" })).toBe("in.txt:1:secret");
  expect(await say("Glob", { pattern: "**" })).toBe("in.txt");
  for (const path of ["..", "up", "link.txt", dirname(cwd)]) {
    expect(await say("Grep", { pattern: "secret", path })).toMatch(/is outside the project folder/);
    expect(await say("Glob", { pattern: "*", path })).toMatch(/is outside the project folder/);
  }
});

test.each<[string, string, object, RegExp]>([
  ["a pattern that leads out", "Glob", { pattern: "../*" }, /fits nothing in .* Give another folder as path/],
  ["an absolute pattern", "Glob", { pattern: "/etc/*" }, /fits nothing in/],
  ["a folder that is not there", "Glob", { pattern: "*", path: "none" }, /There is nothing at/],
  ["a broken expression", "Grep", { pattern: "a(" }, /cannot be searched for: .* Put \\ before/],
  ["a look-around", "Grep", { pattern: "(?=a)" }, /cannot be searched for/],
  ["an empty expression", "Grep", { pattern: "" }, /is empty/],
  ["an expression of two lines", "Grep", { pattern: "a\nb" }, /holds a line's end/],
  ["an unknown mode", "Grep", { pattern: "a", output_mode: "all" }, /must be one of content, files_with/],
])("%s is an error that says what is wrong", async (_name, tool, input, words) => {
  expect(await project(FILES).use(tool, input)).toMatchObject({
    is_error: true,
    content: expect.stringMatching(words),
  });
});

test("an expression that would keep others busy for ever is searched for in no time", async () => {
  const { say } = project({ "a.txt": `${"a".repeat(5_000)}b` });
  expect(await say("Grep", { pattern: "(a+)+$" })).toBe("No line matches.");
});

test("an interrupt ends a search, with ripgrep or without", async () => {
  const slow = stub("exec sleep 60");
  for (const findLines of [hostFindLines(slow), hostFindLines("a-program-that-is-not-there")]) {
    const abort = new AbortController();
    const { use } = project(FILES, findLines);
    const searching = use("Grep", { pattern: "one" }, abort.signal);
    setImmediate(() => abort.abort());
    expect(await searching).toMatchObject({ is_error: true, content: "The search was interrupted." });
  }
});

test("where ripgrep does not take the pattern, this process searches", async () => {
  const { say } = project(FILES, hostFindLines(stub("echo 'regex parse error' >&2; exit 2")));
  expect(await say("Grep", { pattern: "more" })).toBe("src/a.ts:3:one more");
});

test("what ripgrep says is taken over, but for files that it finds to be binary", async () => {
  const message = (type: string, path: string, more: string) =>
    `echo '{"type":"${type}","data":{"path":{"text":"'$PWD'/${path}"},${more}}}'`;
  const says = [
    'for last; do :; done; cd "$(dirname "$last")"',
    message("match", "a.ts", '"lines":{"bytes":"dHdv"},"line_number":7'),
    message("end", "a.ts", '"binary_offset":null'),
    message("match", "b.ts", '"lines":{"text":"two"},"line_number":1'),
    message("end", "b.ts", '"binary_offset":4'),
  ];
  const { say } = project(FILES, hostFindLines(stub(says.join("\n"))));
  expect(await say("Grep", { pattern: "two", path: "src" })).toBe("src/a.ts:7:two");
});

/** A program that stands for ripgrep. */
function stub(script: string): string {
  const path = join(freshFolder(), "rg");
  writeFileSync(path, `#!/bin/bash\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}
