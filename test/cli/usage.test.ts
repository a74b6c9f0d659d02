import { expect, test } from "vitest";
import { place } from "../support/glass.ts";

const WRONG: readonly (readonly string[])[] = [
  [],
  ["-p"],
  ["-p", ""],
  ["-p", "hi", "--script", "a.json", "--live"],
  ["-p", "hi", "--script", "a.json", "-c", "-r", "x"],
  ["-p", "hi", "there", "--script", "a.json"],
  ["-p", "hi", "--script", "a.json", "--permission-mode", "yolo"],
  ["-p", "hi", "--script", "a.json", "--fsync", "always"],
  ["-p", "hi", "--script", "a.json", "--output-format", "xml"],
  ["--nonsense"],
  ["--continue"],
  ["hello"],
  ["--output-format", "json"],
  ["-p", "hi", "--thinking", "a-lot"],
  ["-p", "hi", "--effort", "none"],
  ["log"],
  ["log", "payload"],
  ["log", "burn", "a.jsonl"],
  ["sessions", "all"],
  ["sessions", "--model", "x"],
  ["-p", "hi", "--script", "a.json", "--all"],
  ["log", "usage", "a.jsonl", "--all"],
  ["log", "payload", "a.jsonl", "b.jsonl"],
  ["log", "tree", "a.jsonl", "--json"],
  ["log", "check", "a.jsonl", "--model", "x"],
  ["-p", "hi", "--script", "a.json", "--json"],
  ["-p", "-5 + 3", "--script", "a.json"],
];

test.each(WRONG.map((args) => [args.join(" ") || "(nothing)", args] as const))(
  "wrong usage gets one line and exit 2: glass %s",
  async (_, args) => {
    const { code, out, err } = await place().glass(args);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err.trimEnd().split("\n")).toHaveLength(1);
    expect(err).toMatch(/^glass: /);
  },
);

const MISSING: readonly (readonly string[])[] = [
  ["log", "payload", "nowhere.jsonl"],
  ["log", "tree", "."],
  ["log", "check", "nowhere.jsonl"],
  ["log", "usage", "nowhere.jsonl"],
  ["log", "usage", "."],
  ["sessions", "--cwd", "nowhere"],
  ["-p", "hi", "--script", "ok.json", "-r"],
  ["-p", "hi", "--script", "nowhere.json"],
  ["-p", "hi", "--script", "broken.json"],
  ["-p", "hi", "--script", "ok.json", "-c"],
  ["-p", "hi", "--script", "ok.json", "-r", "not-an-id"],
  ["-p", "hi", "--script", "ok.json", "-r", "00000000-0000-4000-8000-000000000000"],
  ["-p", "hi", "--script", "ok.json", "--cwd", "nowhere"],
  ["-p", "hi", "--live"],
];

test.each(MISSING.map((args) => [args.join(" "), args] as const))(
  "what is missing or unreadable gets one line and exit 1: glass %s",
  async (_, args) => {
    const here = place();
    here.file("broken.json", '[{"content": 7}]');
    here.file("ok.json", "[]");
    const { code, out, err } = await here.glass(args);
    const lines = err
      .trimEnd()
      .split("\n")
      .filter((line) => !line.startsWith("Offline:"));
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(lines).toHaveLength(1);
    expect(err).not.toMatch(/\n\s+at /);
  },
);

test("a process ends with the exit code and the one line", async () => {
  const { code, out, err } = await place().glassProcess(["--nonsense"]);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^glass: [^\n]+\n$/);
});

test("without a terminal there is no conversation, and what to do instead is said", async () => {
  const { code, err } = await place().glassProcess([]);
  expect(code).toBe(2);
  expect(err).toContain('-p "prompt"');
});

test("--help is the help page and --version the version", async () => {
  const here = place();
  expect((await here.glass(["--help"])).out).toContain("glass log check FILE");
  expect((await here.glass(["--version"])).out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
