/** What counts as a mention in a prompt, and what becomes of one where it is not simply read (C-4.3, O-9). */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { mentionsIn } from "#src/context/mentions.ts";
import { nodeDisk } from "#src/host/disk.ts";
import { CORE_TOOLS, type HarnessEvent } from "#src/index.ts";
import { freshFolder } from "../support/real-folder.ts";
import { scripted } from "../support/scripted.ts";
import { SAYS } from "../support/taken-up.ts";
import { World } from "../support/world.ts";

const machine = new World();
for (const path of ["a.md", "src/a b.ts", "app/x.py", "資料/あ.md", "a#L1.md"])
  machine.disk.put(`${machine.cwd}/${path}`, "x\n");

test.each([
  ["see @a.md, then go", ["a.md"]],
  ["(@a.md)", ["a.md"]],
  ["@a.mdを読んで", ["a.md"]],
  ["@資料/あ.md。", ["資料/あ.md"]],
  ["/review @a.md#L3-5 strictly", ["a.md 3 3"]],
  ["@a.md#L3 and @a.md#L3-L5", ["a.md 3 1", "a.md 3 3"]],
  ['@"src/a b.ts" @"src/a b.ts"#L2', ["src/a b.ts", "src/a b.ts 2 1"]],
  ["@a.md @a.md", ["a.md"]],
  ["@src @app/", ["src", "app/"]],
  ["somebody@a.md, x.y@example.com", []],
  ["@Injectable() @app.get('/x') @john @types/node @babel/core", []],
  ["@gone.md and @src/gone.tsx.", ["missing gone.md", "missing src/gone.tsx"]],
  ['@"gone away" @./gone @gone#L4', ["missing gone away", "missing ./gone", "missing gone#L4"]],
  ["@ @@ @. @\u0000", ["."]],
])("%s", (prompt, expected) => {
  const { there, missing } = mentionsIn(prompt, machine.disk, machine.cwd);
  const reads = there.map(({ file_path, offset, limit }) =>
    [file_path, offset, limit].filter(Boolean).join(" "),
  );
  expect([...reads, ...missing.map((path) => `missing ${path}`)]).toEqual(expected);
});

test("the person sees each mention read, and is told what is missing; the log holds a call and its result, and no usage", async () => {
  const events: HarnessEvent[] = [];
  const process = machine.start(scripted([SAYS]));
  const session = process.begin({ tools: CORE_TOOLS, emit: (event) => events.push(event) });
  const turn = await session.prompt("Look at @a.md and @gone.md");
  expect(turn.responses).toHaveLength(1);
  const seen = events.filter(({ type }) => /^(notice|tool|request)/.test(type)).map(({ type }) => type);
  expect(seen).toEqual(["notice", "tool-start", "tool-end", "request"]);
  const log = machine.text(session.path).trimEnd().split("\n");
  const [, , call = "", result = ""] = log;
  expect(JSON.parse(call)).toMatchObject({ type: "assistant", message: { content: [{ name: "Read" }] } });
  expect(call).not.toContain("usage");
  expect(JSON.parse(result)).toMatchObject({ sourceToolAssistantUUID: JSON.parse(call).uuid });
});

test("what has no possible name, goes round in a ring, or may not be looked at is not there, and the prompt is asked all the same", () => {
  const folder = freshFolder();
  symlinkSync("ring", join(folder, "ring"));
  const prompt = `@${"a".repeat(900)} @ring @ring/x.md @a\0b.md @/root/x/y.md`;
  const { there, missing } = mentionsIn(prompt, nodeDisk, folder);
  expect(there).toEqual([]);
  expect(missing).toEqual(["ring/x.md", "/root/x/y.md"]);
});
