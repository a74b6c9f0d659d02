import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, test } from "vitest";
import { diagnose } from "../../src/annex/log/doctor/diagnose.ts";
import { FAULT_KINDS, KINDS } from "../../src/annex/log/doctor/fault-kinds.ts";
import { sessionIdOf } from "../../src/log/place.ts";

const RECORDED = join(import.meta.dirname, "..", "recorded");
const recordings = (readdirSync(RECORDED, { recursive: true }) as string[])
  .filter((name) => name.endsWith(".jsonl"))
  .sort();
const recording = (name: string) => new Uint8Array(readFileSync(join(RECORDED, name)));

const bytesOf = (source: string) => new TextEncoder().encode(source);
const logOf = (...lines: object[]) => bytesOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
const entry = (type: string, uuid: string, parentUuid: string | null, message: unknown) => ({
  type,
  uuid,
  parentUuid,
  sessionId: "s",
  message,
});
const user = (uuid: string, parent: string | null, content: unknown = `prompt ${uuid}`) =>
  entry("user", uuid, parent, { role: "user", content });
const assistant = (uuid: string, parent: string | null, ...content: object[]) =>
  entry("assistant", uuid, parent, { id: `m-${uuid}`, model: "claude", role: "assistant", content });
const say = (text: string) => ({ type: "text", text });
const call = (id: string) => ({ type: "tool_use", id, name: "Bash", input: {} });
const result = (id: string, rest: object = {}) => [
  { type: "tool_result", tool_use_id: id, content: "done", ...rest },
];
const boundary = (uuid: string, compactMetadata: object) => ({
  ...entry("system", uuid, null, undefined),
  subtype: "compact_boundary",
  compactMetadata,
});
const told = (bytes: Uint8Array, sessionId?: string) =>
  diagnose(bytes, sessionId).map(({ line, kind, message }) => `${line} ${kind}: ${message}`);

const missing = (seen: string) =>
  `missing-parent: The entry hangs on ghost, and no entry of the conversation has that uuid: ${seen}.`;

const examples: Record<string, [log: Uint8Array, told: string[]]> = {
  "a missing parent on the path": [
    logOf(user("u1", null), assistant("a1", "u1", say("a")), user("u2", "ghost")),
    [
      `3 ${missing("it is on the path of the conversation, and the model sees a mark there that entries are missing")}`,
    ],
  ],
  "a missing parent on a branch left behind": [
    logOf(user("u1", "ghost"), user("u2", null)),
    [`1 ${missing("it is not on the path of the conversation, and the model does not see it")}`],
  ],
  "a missing parent within a parallel batch, of which the walk meets the rest": [
    logOf(
      user("u1", null),
      assistant("a1", "u1", call("t1")),
      { ...assistant("a3", "ghost", call("t3")), message: assistant("a1", null, call("t3")).message },
      user("r3", "a3", result("t3")),
      user("r2", "ghost", result("t2")),
      user("r1", "a1", result("t1")),
      assistant("a4", "r1", say("done")),
    ),
    [
      `3 ${missing("it is on the path of the conversation, and the model sees a mark there that entries are missing")}`,
      `5 ${missing("it is not on the path of the conversation, and the model does not see it")}`,
    ],
  ],
  "a ring": [
    logOf(user("u1", "a1"), assistant("a1", "u1", say("a"))),
    [
      "1 cycle: The entry and another one name each other in a ring as the ones before them: the conversation begins here, and what came before is lost to the model.",
    ],
  ],
  "an entry that is its own parent, off the path": [
    logOf(user("u1", "u1"), user("u2", null)),
    ["1 cycle: The entry names itself as the one before it: it is not on the path of the conversation."],
  ],
  "a uuid that is used twice": [
    logOf(user("u1", null), user("u1", null, "another")),
    [
      "2 duplicate-uuid: The entry repeats the uuid of line 1: the earlier line counts, and the model does not see this one.",
    ],
  ],
  "a call without a result": [
    logOf(user("u1", null), assistant("a1", "u1", call("t1"))),
    [
      "2 unanswered-call: The call of Bash (t1) has no result in the log: the model will see an error result that says it was interrupted.",
    ],
  ],
  "a result without a call": [
    logOf(user("u1", null, result("t9")), assistant("a1", "u1", say("a"))),
    [
      "1 orphan-result: The result answers t9, a call that is not in the conversation before it: the result is not sent.",
    ],
  ],
  "a call made twice": [
    logOf(
      user("u1", null),
      assistant("a1", "u1", call("t1")),
      user("u2", "a1", result("t1")),
      assistant("a2", "u2", call("t1")),
    ),
    ["4 duplicate-call: The call of Bash (t1) was made on line 2 already: only that one is sent."],
  ],
  "two results, the real one second": [
    logOf(
      user("u1", null),
      assistant("a1", "u1", call("t1")),
      user("u2", "a1", result("t1", { is_error: true })),
      user("u3", "u2", result("t1")),
    ),
    ["3 duplicate-result: The call t1 has another result, on line 4: that one is sent, and this one is not."],
  ],
  "an empty text": [
    logOf(user("u1", null), assistant("a1", "u1", say(" \n"), say("a"))),
    ["2 empty-text: A text of this entry is empty: it is not sent, because the API would refuse it."],
  ],
  "a message that became an object of characters": [
    logOf(user("u1", null), entry("user", "u2", "u1", { 0: "h", 1: "i", role: "user" })),
    [
      "2 spread-message: The message of this user entry was spread into its letters, a field each: the model sees nothing of it.",
    ],
  ],
  "an entry without a message": [
    logOf(user("u1", null), entry("user", "u2", "u1", null)),
    ["2 hollow-entry: This user entry has no message that can be read whole: the model sees nothing of it."],
  ],
  "thinking without its signature, and a call whose input is no object": [
    logOf(
      user("u1", null),
      assistant("a1", "u1", { type: "thinking", thinking: "hm" }),
      assistant("a2", "a1", { ...call("t1"), input: "ls" }),
    ),
    [
      "2 hollow-block: A thinking block of this entry lacks what the API needs: it stays in the log and is not sent.",
      "3 hollow-block: A tool_use block of this entry lacks what the API needs: it stays in the log and is not sent.",
    ],
  ],
  "half of an emoji": [
    logOf(user("u1", null, "cut \ud83d")),
    ["1 half-character: A character of this entry is cut in half: the model sees \ufffd in its place."],
  ],
  "bytes that are no text": [
    Uint8Array.from(Buffer.from(`${JSON.stringify(user("u1", null, "caf\xe9"))}\n`, "latin1")),
    [
      "1 garbled-line: The line holds bytes that are not UTF-8: if it is sent, the model sees \ufffd in their place.",
    ],
  ],
  "half a line, and a whole one glued to it": [
    bytesOf(`{"type":"user","uu${JSON.stringify(user("u1", null))}\n`),
    [
      "1 glued-line: An entry is whole in this line, which cannot be read as one: it counts in this place, and what else the line held is lost.",
    ],
  ],
  "an answer without a uuid": [
    logOf(user("u1", null), { ...assistant("a1", "u1", say("a")), uuid: 7 }),
    [
      "2 nameless-entry: This assistant entry has no usable uuid or parentUuid, so it is not part of the conversation and the model does not see it.",
    ],
  ],
  "kept messages that are not there": [
    logOf(
      boundary("b", { preservedMessages: { anchorUuid: "s", uuids: ["ghost", "s"] } }),
      user("s", "b", "summary"),
    ),
    [
      "1 unresolved-preserved: 1 of the 2 messages that this compaction kept cannot be found in the log: the model sees the summary without them.",
    ],
  ],
  "a kept segment that is not there": [
    logOf(
      boundary("b", { preservedSegment: { anchorUuid: "s", headUuid: "x", tailUuid: "ghost" } }),
      user("s", "b", "summary"),
    ),
    [
      "1 unresolved-preserved: The messages that this compaction kept cannot be found in the log: the model sees the summary without them.",
    ],
  ],
  "a compaction without its summary": [
    logOf(user("u1", null), { ...boundary("b", {}), logicalParentUuid: "u1" }),
    [
      "2 cut-off-compaction: The compaction was cut off before its summary: it has not been made, and the conversation goes on from before it.",
    ],
  ],
  "lines of another session": [
    logOf(user("u1", null), { ...user("u2", "u1"), sessionId: "other" }, user("u3", "u1")),
    ["2 foreign-session: This line belongs to another session, other: it is not part of this conversation."],
  ],
  "only a title": [
    logOf({ type: "ai-title", aiTitle: "t" }),
    [
      "1 no-conversation: The log holds no prompt and no answer that could be sent: there is no conversation to resume.",
    ],
  ],
  "a compaction that was cut off before its summary": [
    logOf(user("u1", null), boundary("b", {})),
    [
      "1 no-conversation: Nothing that was said in this log is on the path of the conversation: there is no conversation to resume.",
    ],
  ],
  "nothing at all": [
    new Uint8Array(),
    ["1 no-conversation: The log is empty: there is no conversation to resume."],
  ],
  "a file that is no log": [
    bytesOf("# Orchard\n"),
    [
      "1 no-conversation: No line of the file can be read, so it may be no session log: there is no conversation to resume.",
      "1 damaged-line: The line is skipped and what it held is lost: it is not a JSON object.",
    ],
  ],
  "a crash in the middle of a line": [
    bytesOf(`${JSON.stringify(user("u1", null))}\n{"type":"assis`),
    [
      "2 torn-tail: The log ends in the middle of a line, as after a crash: that last entry is lost, and the next one will begin a new line.",
    ],
  ],
  "a line that is a list": [
    bytesOf(`[]\n${JSON.stringify(user("u1", null))}\n`),
    ["1 damaged-line: The line is skipped and what it held is lost: it is not a JSON object."],
  ],
};

describe("a fault is told in a sentence, with its line", () => {
  for (const [name, [log, expected]] of Object.entries(examples)) {
    test(name, () => expect(told(log)).toEqual(expected));
  }

  test("a file named after one session that holds another", () => {
    expect(told(logOf(user("u1", null), user("u2", "u1")), "elsewhere")).toEqual([
      "1 foreign-session: 2 lines, this one the first, belong to another session, s: 2 of them are part of this conversation.",
    ]);
  });

  test("unknown types and fields, a whole last line without a newline, a mark of byte order: no fault", () => {
    const lines = [
      { type: "from-the-future", uuid: 1 },
      user("u1", null, [say("p"), { type: "hologram" }]),
      { ...entry("system", "s1", "u1", undefined), subtype: "unheard-of" },
      { ...entry("attachment", "x1", "s1", undefined), attachment: null },
    ];
    const source = lines.map((line) => JSON.stringify(line)).join("\r\n");
    expect(told(bytesOf(`\ufeff${source}`))).toEqual([]);
  });

  test("to have rewound to the very start is no fault", () => {
    const rewound = { ...entry("system", "w", null, undefined), subtype: "rewind" };
    expect(told(logOf(user("u1", null), rewound))).toEqual([]);
  });

  test("every kind has its example", () => {
    const shown = Object.values(examples).flatMap(([log]) => diagnose(log).map(({ kind }) => kind));
    expect(new Set(shown)).toEqual(new Set(FAULT_KINDS));
  });

  test("every kind names what it resembles", () => {
    const reports = Object.values(KINDS).map(({ report }) => report);
    expect(reports.filter((report) => !/^(bug report|fact) \d+$/.test(report))).toEqual([]);
  });
});

describe("a log of the real client without damage has no fault", () => {
  test.each(recordings)("%s", (name) => {
    expect(told(recording(name), sessionIdOf(basename(name)))).toEqual([]);
  });
});
