import { readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { drawTree } from "../../src/annex/log/drawn/draw-tree.ts";
import { widthOf } from "../../src/annex/log/one-line.ts";
import { anyForest, anyTangle } from "../support/forests.ts";
import { law } from "../support/law.ts";

const recording = (name: string) =>
  new Uint8Array(readFileSync(join(import.meta.dirname, "..", "recorded", `${name}.log.jsonl`)));
const logOf = (lines: readonly object[]) =>
  new TextEncoder().encode(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const user = (uuid: string, parentUuid: string | null, content = uuid) => ({
  type: "user",
  uuid,
  parentUuid,
  sessionId: "s",
  message: { role: "user", content },
});

/** The drawing without its legend and notes. */
const drawn = (bytes: Uint8Array, width = 90) =>
  drawTree(bytes, { width }).split("\n\n● in the conversation")[0] ?? "";
const ENTRY = /^[│├─ ]*[●·○] (\S+) /;

describe("what a drawing shows", () => {
  test("all of a parallel batch is on the path", () => {
    expect(drawn(recording("parallel/resume-1"))).toBe(
      `
● 44da16d4 user       text        Run two things
· 1cb75300 attachment agent_listing_delta
· 99ec9bc9 attachment skill_listing [vendor text, 4489 chars]
● b4add428 assistant  thinking    Run both.  [1,104 in, 42 out]
● 9a378c54 assistant  tool_use    Bash(command: sleep 0.4; echo first, description: slow)
├─● 7b7c95a9 assistant  tool_use    Bash(command: echo second, description: fast)
│ ├─● 98359909 user       tool_result Bash ok: second
│ ● f7811e5d assistant  tool_use    Read(file_path: /home/user/demo/README.md)
│ ● 4efb884b user       tool_result Read ok: 1 # Demo 2 3 A demo project. 4
● 1308d20a user       tool_result Bash ok: first
● eb2fed8c assistant  text        Both ran.  [2,105 in, 42 out]  ← leaf`.trimStart(),
    );
  });

  test("a rewind leaves its branch aside, and the new one goes on in the lane", () => {
    const lines = drawn(recording("rewind_conv/resume-1")).split("\n").slice(12);
    expect(lines.map((line) => line.slice(0, 12))).toEqual([
      "· e824efb2 s",
      "├─○ 214f087f",
      "│ ○ dc431a15",
      "│ ○ 2fa91e91",
      "│ ○ 7e6b8460",
      "│ ○ 42ba73d7",
      "● 61b0fbfe u",
      "● a9407a62 a",
      "· 07928c32 s",
    ]);
  });

  test("a compaction begins a tree of its own, and what it kept is on the path where it stands", () => {
    const trees = drawn(recording("compact/resume-3"), 110).split("\n\n");
    expect(trees).toHaveLength(3);
    expect(trees[1]).toContain("● e29d68c4 assistant  text        After compact.");
    expect(trees[2]).toContain("manual, 1,146 → 539 tokens, keeps 1 earlier, comes after e29d68c4");
    expect(trees[1]).toContain("○ fc00d9fb assistant  synthetic   No response requested.");
  });

  test("what is damaged, repeated or drawn elsewhere is told at the end", () => {
    const log = logOf([user("u1", "ghost"), user("u1", null), { ...user("s1", null), isSidechain: true }]);
    const bytes = new Uint8Array([...log, ...new TextEncoder().encode("{]\n")]);
    expect(drawTree(bytes, { width: 60 })).toBe(
      `
● u1       user       [its parent ghost is missing]…  ← leaf

● in the conversation   · on its path, not in it   ○ not on…
Entries: 1, on the path: 1. Other lines, beside the tree: 0.
Entries of subagents, not drawn: 1.
Line 2 repeats u1 and does not count.
Line 4 is damaged: a JSON object that breaks off.`.trimStart(),
    );
  });

  test("a wide text is cut at a whole character", () => {
    const [line = ""] = drawn(
      logOf([user("u1", null, "日本語のとても長い文章です👍🏽".repeat(9))]),
      50,
    ).split("\n");
    expect(line).toBe("● u1       user       text        日本語…  ← leaf");
    expect(widthOf(line)).toBeLessThanOrEqual(50);
  });

  test("colour changes nothing but the colour", () => {
    const plain = drawTree(recording("compact/resume-3"));
    const colored = drawTree(recording("compact/resume-3"), { color: true });
    expect(colored).not.toBe(plain);
    expect(colored.replaceAll(new RegExp(`${String.fromCharCode(27)}\\[\\d+m`, "g"), "")).toBe(plain);
  });

  test("a subagent's log is drawn as a conversation", () => {
    const log = logOf([{ ...user("s1", null), isSidechain: true }]);
    expect(drawn(log)).toBe("● s1       user       text        s1  ← leaf");
  });
});

/** The uuids of the main chain, or of a subagent's own chain. */
function uuidsOf(log: string): string[] {
  const entries = log.split("\n").flatMap((source) => {
    try {
      const line = JSON.parse(source);
      return typeof line.uuid === "string" ? [line as { uuid: string; isSidechain: boolean }] : [];
    } catch {
      return [];
    }
  });
  const main = entries.filter(({ isSidechain }) => !isSidechain);
  return [...new Set((main.length > 0 ? main : entries).map(({ uuid }) => uuid))].sort();
}

law(
  "tree-complete",
  "every entry of the main chain is drawn exactly once, whatever the links say, and no line is too wide",
  [fc.oneof(anyForest, anyTangle), fc.integer({ min: 24, max: 120 })],
  ({ log }, width) => {
    const drawing = drawTree(new TextEncoder().encode(log), { width }).split("\n");
    const entries = drawing.slice(
      0,
      drawing.findIndex((line) => line.startsWith("● in the conversation")),
    );
    expect(entries.flatMap((line) => ENTRY.exec(line)?.[1] ?? []).sort()).toEqual(uuidsOf(log));
    expect(Math.max(...drawing.map(widthOf))).toBeLessThanOrEqual(width);
  },
  { runs: 300 },
);
