/** `glass log check`: files and folders, what is told, and whether the API would take what they rebuild to. */
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { refusal } from "#mock-api";
import { openedFrom } from "#src/annex/log/doctor/opened-log.ts";
import { sourceOf } from "#src/annex/log/log-source.ts";
import { widthOf } from "#src/annex/log/one-line.ts";
import type { Block, Line } from "#src/index.ts";
import { progressOn } from "#src/terminal/check/progress.ts";
import { verdictOn } from "#src/terminal/check/verdict.ts";
import { askOn } from "../../scripts/cuts/ask-on.ts";
import { anyForest, anyTangle, tidyForest } from "../support/forests.ts";
import { place } from "../support/glass.ts";
import { hostileLog } from "../support/hostile.ts";
import { law, shownAs } from "../support/law.ts";
import { assistant, call, logOf, SESSION, user, words } from "../support/log-lines.ts";
import { contentsOf, freshFolder } from "../support/real-folder.ts";

const RECORDED = join(import.meta.dirname, "..", "recorded");
const FIRST = user({ uuid: "u1", parent: null }, "m0");
const ANSWER = assistant({ uuid: "a1", parent: "u1" }, "msg1", words("s1"));

/** What no rebuilding mends: the log has it so, and the API does not take it. */
const POISON: Readonly<Record<string, { block: Block; rule: string }>> = {
  "a field that the API does not know": { block: { ...words("m"), mood: "good" }, rule: "MR-10" },
  "an image of a kind that it does not take": {
    block: { type: "image", source: { type: "base64", media_type: "image/bmp", data: "AAAA" } },
    rule: "MR-60",
  },
  "a document without anything in it": { block: { type: "document", source: {} }, rule: "MR-10" },
};

describe("a conversation that the API would refuse is told with the rule, the place and the line", () => {
  test.each(Object.entries(POISON))("%s", async (_, { block, rule }) => {
    const here = place();
    const log = logOf([FIRST, ANSWER, user({ uuid: "u2", parent: "a1" }, [words("m2"), block])]);
    const { code, out, err } = await here.glass(["log", "check", here.file("a.jsonl", log), "--json"]);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject([{ line: 3, kind: "refused", rule, report: "bug report 60" }]);
    expect(JSON.parse(out)[0].path).toMatch(/^messages\.2\.content\.1\b/);
    expect(err).toContain("The API would refuse the conversation");
  });

  test("one that is about the whole request is told at the line where the conversation stands", async () => {
    const here = place();
    const server = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
    const log = logOf([
      FIRST,
      assistant({ uuid: "a1", parent: "u1" }, "m", server),
      user({ uuid: "u2", parent: "a1" }, "m2"),
    ]);
    const { out } = await here.glass(["log", "check", here.file("a.jsonl", log), "--json"]);
    expect(JSON.parse(out)).toMatchObject([{ line: 3, kind: "refused", rule: "MR-40" }]);
  });
});

test("each fault is a line with its kind and the report that it resembles; then they are counted by kind", async () => {
  const here = place();
  const log = logOf([FIRST, assistant({ uuid: "a1", parent: "ghost" }, "msg1", call("t1")), "{broken"]);
  const { code, out, err } = await here.glass(["log", "check", here.file("a.jsonl", log)]);
  expect(code).toBe(1);
  expect(
    out
      .trimEnd()
      .split("\n")
      .map((line) => line.replace(/: [A-Z].*\. \[/, " [")),
  ).toEqual([
    "line 2: missing-parent [bug report 1]",
    "line 2: unanswered-call [bug report 45]",
    "line 3: damaged-line [bug report 27]",
  ]);
  expect(err).toMatch(
    /^3 faults:\n +1 {2}damaged-line .*\n +1 {2}missing-parent .*\n +1 {2}unanswered-call /,
  );
  expect(err).toContain("The API would take the conversation, with a new prompt behind it.");
});

test("a file that is no log is told in a few lines, and each of its lines to a program", async () => {
  const here = place();
  const file = here.file("README.md", "# Orchard\n".repeat(200));
  const { code, out, err } = await here.glass(["log", "check", file]);
  expect(code).toBe(1);
  expect(out).toContain("so it may be no session log");
  expect(out.trimEnd().split("\n").slice(-2)).toEqual([
    expect.stringContaining("line 5: damaged-line: "),
    "and 195 more lines that cannot be read; --json lists them all.",
  ]);
  expect(err).toMatch(/\n +200 {2}damaged-line /);
  expect(JSON.parse((await here.glass(["log", "check", file, "--json"])).out)).toHaveLength(201);
  const payload = await here.glass(["log", "payload", file]);
  expect(payload.err.trimEnd().split("\n").slice(-3)).toEqual([
    expect.stringContaining("line 20 was skipped"),
    "180 more lines were skipped; log check tells of each.",
    expect.stringContaining("There is no conversation in "),
  ]);
});

describe("folders", () => {
  test("the recordings are whole: sessions and their agents, and the API would take every one", async () => {
    const { code, out, err } = await place().glass(["log", "check", RECORDED]);
    expect({ code, out }).toEqual({ code: 0, out: "" });
    expect(err).toMatch(/^No faults in \d+ logs\.\nOf (\d+) conversations, .* the API would take \1\.\n$/);
  });

  test("what is not a log is left out: other programs' files, and files that are empty", async () => {
    const here = place();
    for (const name of ["journal.jsonl", "history.jsonl", "notes.txt"]) here.file(name, '{"no":"log"}\n');
    here.file("empty.jsonl", "");
    expect(await here.glass(["log", "check", "."])).toMatchObject({
      code: 1,
      err: "There are no logs in ..\n",
    });
    here.file("a.jsonl", logOf([FIRST]));
    expect((await here.glass(["log", "check", ".", "a.jsonl"])).err).toMatch(/^No faults\.\n/);
  });

  test("of several logs each fault names its file, and the sum says how many are faulty", async () => {
    const here = place();
    here.file("a.jsonl", logOf([FIRST]));
    here.file("b.jsonl", logOf([{ type: "ai-title", aiTitle: "t" }]));
    const { out, err } = await here.glass(["log", "check", "a.jsonl", "b.jsonl", "nowhere.jsonl"]);
    expect(out).toMatch(/^b\.jsonl: line 1: no-conversation: /);
    expect(err).toContain("nowhere.jsonl cannot be read: there is no such file.");
    expect(err).toContain("1 fault in 1 of 2 logs:");
    expect(err).toContain("the API would take 1. 1 log holds none.");
  });
});

test("--strict stops at the first damaged line, of whatever file it is", async () => {
  const here = place();
  here.file("a.jsonl", logOf([user({ uuid: "u1", parent: "ghost" }, "m"), "{broken", "{again"]));
  here.file("b.jsonl", logOf(["{never looked at"]));
  const { code, out, err } = await here.glass(["log", "check", "a.jsonl", "b.jsonl", "--strict"]);
  expect(code).toBe(1);
  expect(out).toMatch(/^a\.jsonl: line 2: damaged-line: [^\n]*\n$/);
  expect(err).toContain("--strict");
  expect((await here.glass(["log", "tree", "a.jsonl", "--strict"])).code).toBe(2);
});

test("the bar says how far it is on a terminal, and leaves its line; on anything else there is none", () => {
  const drawn = (isTTY: boolean, name = "a-log-with-a-name-that-is-too-long-for-the-line.jsonl") => {
    let [text, time] = ["", 0];
    const write = (piece: string) => {
      text += piece;
      return true;
    };
    const stream = { isTTY, columns: 50, write } as unknown as NodeJS.WriteStream;
    const progress = progressOn(stream, 200, () => time, "xterm");
    for (const done of [0, 50, 100, 200]) {
      time += 200;
      progress.at(done, name);
    }
    progress.clear();
    return text;
  };
  const frames = drawn(true).split("\r\u001b[2K").slice(1);
  expect(frames.map((frame) => /\d+ %/.exec(frame)?.[0])).toEqual([
    "0 %",
    "25 %",
    "50 %",
    "100 %",
    undefined,
  ]);
  expect(frames.every((frame) => frame.length < 50)).toBe(true);
  expect(drawn(false)).toBe("");
  const wide = drawn(true, "果樹園の日記/夏の水やりについての長い会話の記録.jsonl").split("\r\u001b[2K");
  expect(wide.every((frame) => widthOf(frame) < 50)).toBe(true);
});

const anyPoisoned = shownAs(
  fc
    .tuple(
      fc.oneof(tidyForest, anyForest, anyTangle, hostileLog),
      fc.constantFrom(undefined, ...Object.values(POISON)),
      fc.nat(99),
    )
    .map(([{ lines }, poison, at]) => {
      const isSaid = (line: Line | string): line is Line =>
        typeof line === "object" && typeof Object(line["message"]).content === "string";
      const said = lines.filter(isSaid);
      const struck = poison && said[at % Math.max(1, said.length)];
      const block = poison?.block;
      return {
        log: logOf(
          lines.map((line) =>
            line === struck ? { ...struck, message: { role: "user", content: [block] } } : line,
          ),
        ),
      };
    }),
  ({ log }) => log,
);

law(
  "verdict-as-asked",
  "the doctor says that the API takes what a log rebuilds to just when a session that goes on with it is not refused",
  [anyPoisoned],
  async ({ log }) => {
    const bytes = new TextEncoder().encode(log);
    const verdict = verdictOn(openedFrom(sourceOf(bytes)));
    const { request } = await askOn(bytes);
    const refused = request && refusal(request, { foreignSignatures: "accept" });
    if (verdict === "nothing") expect(refused ?? null).toBeNull();
    else expect(verdict === "taken" ? null : verdict.rule).toBe(refused?.rule ?? null);
  },
  { runs: 60 },
);

law(
  "check-changes-nothing",
  "whatever a folder of logs holds, looking at it changes no byte and no date in it",
  [
    fc.array(
      fc.oneof(
        fc.uint8Array({ maxLength: 100 }),
        fc.oneof(anyForest, hostileLog).map(({ log }) => Buffer.from(log)),
      ),
      { minLength: 1, maxLength: 3 },
    ),
  ],
  async (logs) => {
    const folder = freshFolder();
    const paths = logs.map((bytes, at) => {
      const path = join(folder, "projects", "-p", `${SESSION.slice(0, -1)}${at}.jsonl`);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, bytes);
      utimesSync(path, 1_000, 2_000 + at);
      return path;
    });
    const state = () => [
      contentsOf(folder),
      paths.map((path) => [readFileSync(path), statSync(path).mtimeMs]),
    ];
    const before = state();
    const { glass } = place();
    for (const verb of ["check", "tree", "payload", "usage"]) {
      await glass(["log", verb, verb === "check" || verb === "usage" ? folder : (paths[0] ?? "")]);
    }
    expect(state()).toEqual(before);
  },
  { runs: 12 },
);
