/** The pages on the format of a log say what is true of the lines they show, in both languages alike. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  buildTree,
  isChainEntry,
  type Line,
  leafOf,
  parseLine,
  pathTo,
  readLog,
  transcribe,
} from "#src/index.ts";
import { saidBlocks } from "../../src/context/inject.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const page = (name: string) => readFileSync(join(ROOT, "chapters", name), "utf8");
const ENGLISH = page("session-format.md");
const JAPANESE = page("session-format.ja.md");

/** Lines that stand together on the page, and whether it says that the model sees them. */
interface Sample {
  readonly lines: readonly string[];
  readonly seen: boolean;
}

const FENCE = /```jsonl\n([\s\S]*?)\n```\n\n([^\n]*)/g;
const SEEN: Readonly<Record<string, boolean>> = {
  "The model sees it: **yes**": true,
  "The model sees it: **no**": false,
  "モデルに見えるか: **はい**": true,
  "モデルに見えるか: **いいえ**": false,
};

function samplesOf(text: string): Sample[] {
  return [...text.matchAll(FENCE)].map(([, lines = "", claim = ""]) => {
    const said = Object.keys(SEEN).find((each) => claim.startsWith(each));
    if (said === undefined)
      throw new Error(`Behind a sample it is not said whether the model sees it: ${claim}`);
    return { lines: lines.split("\n"), seen: SEEN[said] === true };
  });
}

/** What a log of these lines sends. */
function payload(lines: readonly string[]): string {
  const log = readLog(new TextEncoder().encode(lines.map((line) => `${line}\n`).join("")));
  const tree = buildTree(log);
  const { messages } = transcribe(pathTo(tree, leafOf(tree)), { said: saidBlocks });
  return JSON.stringify(messages);
}

/** Names by which lines are linked; all else in a line is what it says. */
const LINKS = new Set(
  "type subtype uuid parentUuid logicalParentUuid leafUuid messageId snapshotMessageId sourceToolAssistantUUID sessionId agentId id tool_use_id toolUseID role model anchorUuid uuids allUuids".split(
    " ",
  ),
);

/** The same line, saying something else. */
function altered(value: unknown): unknown {
  if (typeof value === "string") return `${value} (altered)`;
  if (Array.isArray(value)) return value.map(altered);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, LINKS.has(key) ? part : altered(part)]),
  );
}

describe.each([
  ["English", ENGLISH],
  ["Japanese", JAPANESE],
])("the page in %s", (_, text) => {
  const samples = samplesOf(text);

  test("every sample line is read as it is shown", () => {
    expect(samples.length).toBeGreaterThan(15);
    for (const line of samples.flatMap(({ lines }) => lines)) {
      const parsed = parseLine(line);
      expect(parsed).not.toHaveProperty("damage");
      expect(JSON.stringify(parsed)).toBe(line);
    }
  });

  test("the model sees what the page says it sees: what it says matters to the request, or does not", () => {
    for (const [at, { lines, seen }] of samples.entries()) {
      const before = samples.slice(0, at).flatMap((sample) => sample.lines);
      const log = [...before, ...lines];
      for (const [number, line] of lines.entries()) {
        const other = log.with(before.length + number, JSON.stringify(altered(JSON.parse(line))));
        expect({ line, seen: payload(other) !== payload(log) }).toEqual({ line, seen });
      }
    }
  });

  test("the samples make one whole log: no parent is missing, no call unanswered", () => {
    const lines = samples.slice(0, -1).flatMap((sample) => sample.lines);
    const tree = buildTree(readLog(new TextEncoder().encode(lines.join("\n"))));
    const path = pathTo(tree, leafOf(tree));
    expect(path.items.filter(({ kind }) => kind === "gap")).toEqual([]);
    expect(transcribe(path).open).toEqual([]);
    const uuids = new Set(tree.nodes.map(({ entry }) => entry.uuid));
    expect(tree.nodes.filter(({ entry }) => entry.parentUuid && !uuids.has(entry.parentUuid))).toEqual([]);
  });

  test("every type of line that the recordings hold, and every type of entry, has a sample", () => {
    const shown = new Set(samples.flatMap(({ lines }) => lines.map((line) => JSON.parse(line).type)));
    expect([...recordedTypes(), "progress"].filter((type) => !shown.has(type))).toEqual([]);
  });

  test("the files that it points to are there", () => {
    const files = [...text.matchAll(/`(src\/[^`]+)`/g)].map(([, path = ""]) => path);
    expect(files.length).toBeGreaterThan(3);
    for (const path of files) expect(() => readFileSync(join(ROOT, path))).not.toThrow();
  });
});

test("both languages show the same samples under as many headings of the same rank", () => {
  expect(samplesOf(JAPANESE)).toEqual(samplesOf(ENGLISH));
  const ranks = (text: string) => [...text.matchAll(/^(#+) /gm)].map(([, marks = ""]) => marks.length);
  expect(ranks(JAPANESE)).toEqual(ranks(ENGLISH));
  const rows = (text: string) => [...text.matchAll(/^(?:\||- |\d+\. )/gm)].map(([start]) => start);
  expect(rows(JAPANESE)).toEqual(rows(ENGLISH));
});

function recordedTypes(): Set<string> {
  const folder = join(ROOT, "test", "recorded");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".jsonl"),
  );
  const lines = files.flatMap((name) => readLog(readFileSync(join(folder, name))).lines);
  return new Set(lines.map(({ line }: { line: Line }) => line.type));
}

test("a line of a recording is not shown word for word", () => {
  const uuids = samplesOf(ENGLISH).flatMap(({ lines }) =>
    lines.flatMap((line) => {
      const parsed = parseLine(line);
      return "type" in parsed && isChainEntry(parsed) ? [parsed.uuid] : [];
    }),
  );
  expect(uuids.filter((uuid) => !/^e\d{7}-0000-4000-8000-000000000000$/.test(uuid))).toEqual([]);
});
