/** What fills a window, as a person asks for it: on the command line, in a conversation, of a saved log. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ContextReport } from "#src/annex/window/report.ts";
import { type Place, place } from "../support/glass.ts";
import { ReplProcess } from "../support/repl-process.ts";

const RECORDED = join(import.meta.dirname, "..", "recorded");

/** The rows of a Markdown table as a name and a number. */
function table(markdown: string): Map<string, number> {
  const rows = [...markdown.matchAll(/^\| (.+?) \| ≈? ?([\d,]+) \| /gm)];
  return new Map(rows.map(([, name = "", tokens = ""]) => [name, Number(tokens.replaceAll(",", ""))]));
}

function totalIn(markdown: string): number {
  return Number(/\*\*Tokens:\*\* ≈? ?([\d,]+) \//.exec(markdown)?.[1]?.replaceAll(",", ""));
}

function logs({ home }: Place): string[] {
  const folder = join(home, "projects");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => join(folder, name));
}

test("glass context tells what a session begins with, and what it holds later; nothing is written", async () => {
  const here = place();
  here.file("CLAUDE.md", "Be brief.");
  const fresh = await here.glass(["context"]);
  expect(fresh.code).toBe(0);
  const begun = table(fresh.out);
  expect([...begun.keys()].slice(0, 5)).toEqual([
    "System prompt",
    "System tools",
    "Memory files",
    "Messages",
    "Free space",
  ]);
  expect(fresh.out).toContain("Counted by the mock's count\\_tokens");
  const NOTHING_SAID = "Nothing was said yet";
  expect(fresh.out).toContain(NOTHING_SAID);
  const used = ["System prompt", "System tools", "Memory files", "Messages"].map(
    (name) => begun.get(name) ?? 0,
  );
  expect(used.reduce((sum, each) => sum + each, 0)).toBe(totalIn(fresh.out));
  expect(() => logs(here)).toThrow("ENOENT");

  await here.glass(["-p", "read CLAUDE.md"]);
  const [log = ""] = logs(here);
  const before = readFileSync(log);
  const later = await here.glass(["context", "-c", "--json"]);
  const report: ContextReport = JSON.parse(later.out);
  expect(later.out).not.toContain(NOTHING_SAID);
  expect(report.total).toBeGreaterThan(totalIn(fresh.out));
  expect(report.shares.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(report.total);
  const said = report.sections.find(({ category }) => category === "Messages")?.items ?? [];
  expect(said.map(({ name }) => name)).toContain("Read CLAUDE.md");
  expect(readFileSync(log).equals(before)).toBe(true);
});

test("/context in a conversation draws it, and leaves nothing in the session", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([{ content: [{ type: "text", text: "One." }] }]));
  const glass = new ReplProcess(here, ["--script", script]);
  await glass.sees("model claude-opus-5");
  await glass.say(
    "/context",
    /Context . claude-opus-5 . [\d,]+ \/ 1,000,000 tokens[\s\S]*System tools +[\d,]+[\s\S]*Autocompact buffer +33,000/,
  );
  await glass.say("one", /One\.[\s\S]*end_turn/);
  const [log = ""] = logs(here);
  const size = statSync(log).size;
  await glass.say("/context all", /Messages[\s\S]*answer: One\.[\s\S]*you: one/);
  expect(statSync(log).size).toBe(size);
});

test("glass log context tells of a saved log, marked as estimated, an agent's own too, and changes nothing", async () => {
  const here = place();
  const rules = join(RECORDED, "rules", "resume-1.log.jsonl");
  const before = readFileSync(rules);
  const ran = await here.glass(["log", "context", rules]);
  expect(ran.code).toBe(0);
  expect(ran.out).toMatch(/\| Messages \| ≈ [\d,]+ \|/);
  expect(ran.out).toMatch(/Measured: the API counted 3,106 tokens/);
  expect(readFileSync(rules).equals(before)).toBe(true);
  const final = join(RECORDED, "subagent", "final");
  const agent = readdirSync(final, { recursive: true, encoding: "utf8" }).find((name) =>
    /agent-[^/]+\.jsonl$/.test(name),
  );
  const ofAgent = await here.glass(["log", "context", join(final, agent ?? ""), "--json"]);
  expect(JSON.parse(ofAgent.out)).toMatchObject({ isEstimate: true, model: "claude-opus-5" });
});

test("what cannot be told of is said in a line: no file, no conversation, a name too much", async () => {
  const here = place();
  const empty = join(here.project, "empty.jsonl");
  writeFileSync(empty, '{"type":"summary"}\n');
  expect(await here.glass(["log", "context", "gone.jsonl"])).toMatchObject({
    code: 1,
    out: "",
    err: expect.stringContaining("gone.jsonl cannot be read"),
  });
  expect(await here.glass(["log", "context", empty])).toMatchObject({
    code: 1,
    err: `There is no conversation in ${empty}.\n`,
  });
  expect(await here.glass(["log", "context", empty, empty])).toMatchObject({
    code: 2,
    err: expect.stringContaining("takes one file"),
  });
  expect(await here.glass(["context", "this"])).toMatchObject({
    code: 2,
    err: expect.stringContaining("takes no names"),
  });
  expect(await here.glass(["context", "--output-format", "json"])).toMatchObject({ code: 2 });
  expect(await here.glass(["context", "-c"])).toMatchObject({
    code: 1,
    err: expect.stringContaining("There is no session"),
  });
});
