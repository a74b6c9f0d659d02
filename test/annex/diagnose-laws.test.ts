import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { diagnose, faultsOf } from "../../src/annex/log/doctor/diagnose.ts";
import { FAULT_KINDS } from "../../src/annex/log/doctor/fault-kinds.ts";
import { openedFrom, openedLog } from "../../src/annex/log/doctor/opened-log.ts";
import { drawTree } from "../../src/annex/log/drawn/draw-tree.ts";
import { sourceOf } from "../../src/annex/log/log-source.ts";
import { usageOf } from "../../src/annex/log/usage/usage.ts";
import type { Line } from "../../src/log/entry.ts";
import { readLog } from "../../src/log/read.ts";
import { anyForest, anyTangle } from "../support/forests.ts";
import { hostileLog } from "../support/hostile.ts";
import { law } from "../support/law.ts";
import {
  assistant,
  call,
  logOf,
  type Place,
  remark,
  result,
  SESSION,
  user,
  words,
} from "../support/log-lines.ts";

const RECORDED = join(import.meta.dirname, "..", "recorded");
const recordings = (readdirSync(RECORDED, { recursive: true }) as string[])
  .filter((name) => name.endsWith(".jsonl"))
  .sort()
  .map((name) => readFileSync(join(RECORDED, name)));

const bytesOf = (source: string) => new TextEncoder().encode(source);

type Turn = {
  calls: number;
  order: number[];
  attachments: number;
  late: boolean;
  next: "go on" | "rewind" | "compact" | "title" | "subagent" | "unknown";
  back: number;
};

const anyTurn: fc.Arbitrary<Turn> = fc.record({
  calls: fc.nat(3),
  order: fc.array(fc.nat(), { minLength: 3, maxLength: 3 }),
  attachments: fc.nat(2),
  late: fc.boolean(),
  next: fc.constantFrom("go on", "rewind", "compact", "title", "subagent", "unknown"),
  back: fc.nat(),
});

/** Writes a session as a client without faults would: batches chained as in O-4, results in order of completion. */
function cleanLog(turns: readonly Turn[]): Line[] {
  const lines: Line[] = [];
  const stops: (string | null)[] = [null];
  let cursor: string | null = null;
  for (const [at, turn] of turns.entries()) {
    const put = (uuid: string, make: (place: Place) => Line, parent = cursor) => {
      lines.push(make({ uuid, parent }));
      cursor = uuid;
      return uuid;
    };
    const begun = lines.length;
    put(`p${at}`, (place) => user(place, "prompt"));
    for (let n = 0; n < turn.attachments; n += 1) put(`x${at}-${n}`, (place) => remark(place, "attachment"));
    put(`h${at}`, (place) => assistant(place, `m${at}`, { type: "thinking", thinking: "", signature: "s" }));
    const calls = Array.from({ length: turn.calls }, (_, n) => `${at}-${n}`);
    for (const id of calls) put(`c${id}`, (place) => assistant(place, `m${at}`, call(id)));
    const completed = calls.map((id, n) => ({ id, when: turn.order[n] ?? 0 }));
    for (const { id } of completed.sort((a, b) => a.when - b.when)) {
      put(`r${id}`, (place) => result(place, id, "done"), `c${id}`);
    }
    const answer = put(`a${at}`, (place) => assistant(place, `n${at}`, words("answer")));
    if (turn.late) lines.splice(begun, 2, ...lines.slice(begun, begun + 2).reverse());
    stops.push(answer);
    if (turn.next === "title") lines.push({ type: "ai-title", aiTitle: "t" });
    if (turn.next === "unknown") lines.push({ type: "novelty", parentUuid: "ghost" });
    if (turn.next === "subagent") {
      lines.push({ ...user({ uuid: `s${at}`, parent: "elsewhere" }, "do"), isSidechain: true });
    }
    if (turn.next === "rewind") cursor = stops[turn.back % stops.length] ?? null;
    if (turn.next === "compact") {
      const compactMetadata = { preservedMessages: { anchorUuid: `k${at}`, uuids: [answer] } };
      const more = { subtype: "compact_boundary", compactMetadata };
      put(`b${at}`, (place) => remark(place, "system", more), null);
      stops.push(put(`k${at}`, (place) => user(place, "summary", { isCompactSummary: true })));
    }
  }
  return lines;
}

law(
  "clean-log-clean",
  "a session written without faults has none, whatever its batches, branches and compactions",
  [fc.array(anyTurn, { minLength: 1, maxLength: 8 })],
  (turns) => {
    expect(diagnose(bytesOf(logOf(cleanLog(turns))), SESSION)).toEqual([]);
  },
  { runs: 200 },
);

type Edit = {
  at: number;
  length: number;
  kind: "flip" | "cut" | "break" | "repeat" | "move" | "end";
  byte: number;
};

const anyEdit: fc.Arbitrary<Edit> = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  length: fc.nat(400),
  kind: fc.constantFrom("flip", "cut", "break", "repeat", "move", "end"),
  byte: fc.nat(255),
});

const anyDamagedLog = fc
  .record({ at: fc.nat(recordings.length - 1), edits: fc.array(anyEdit, { maxLength: 8 }) })
  .map(({ at, edits }) => edits.reduce(damage, recordings[at] ?? Buffer.alloc(0)))
  .map((buffer) => new Uint8Array(buffer));

function damage(bytes: Buffer, { at, length, kind, byte }: Edit): Buffer {
  const start = Math.floor(at * bytes.length);
  const [head, piece, tail] = [
    bytes.subarray(0, start),
    bytes.subarray(start, start + length),
    bytes.subarray(start + length),
  ];
  switch (kind) {
    case "flip":
      return Buffer.concat([head, Buffer.from([byte]), bytes.subarray(start + 1)]);
    case "cut":
      return Buffer.concat([head, tail]);
    case "break":
      return Buffer.concat([head, Buffer.from([byte, 0x0a, 0x1b]), piece, tail]);
    case "repeat":
      return Buffer.concat([bytes, piece]);
    case "move":
      return Buffer.concat([tail, piece, head]);
    case "end":
      return Buffer.from(head);
  }
}

law(
  "diagnose-total",
  "any bytes can be diagnosed, drawn and counted, and each fault names a line of the file in one clean sentence",
  [
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.oneof(anyForest, anyTangle).map(({ log }) => bytesOf(log)),
      { arbitrary: anyDamagedLog, weight: 3 },
    ),
  ],
  (bytes) => {
    const faults = diagnose(bytes);
    const last = Math.max(1, readLog(bytes).count);
    for (const { line, kind, message } of faults) {
      expect(line >= 1 && line <= last, `line ${line} of ${last}`).toBe(true);
      expect(FAULT_KINDS).toContain(kind);
      expect(message).toMatch(/^[A-Z0-9][^\p{Cc}]*\.$/u);
    }
    expect(faults.map(({ line }) => line)).toEqual(faults.map(({ line }) => line).sort((a, b) => a - b));
    expect(drawTree(bytes, { width: 60 })).not.toMatch(/(?!\n)\p{Cc}/u);
    expect(usageOf([{ name: "any", bytes }]).total.calls).toBeGreaterThanOrEqual(0);
  },
  { runs: 300 },
);

law(
  "streamed-alike",
  "a log that is read in pieces of any size has the faults and the conversation of the one that is read at once",
  [
    fc.oneof(
      fc.uint8Array({ maxLength: 300 }),
      fc.oneof(anyForest, anyTangle, hostileLog).map(({ log }) => bytesOf(log)),
      anyDamagedLog,
    ),
    fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 41, max: 9_000 })),
  ],
  (bytes, chunk) => {
    const [streamed, whole] = [openedFrom(sourceOf(bytes), SESSION, chunk), openedLog(bytes, SESSION)];
    expect(faultsOf(streamed, SESSION)).toEqual(faultsOf(whole, SESSION));
    expect(streamed.conversation.messages).toEqual(whole.conversation.messages);
    expect(streamed.log.damaged).toEqual(whole.log.damaged);
  },
  { runs: 150 },
);

test("a value nested deeper than any stack, and objects in the place of words, are borne", () => {
  const nested = `${"[".repeat(1e5)}${"]".repeat(1e5)}`;
  const deep = bytesOf(`{"type":"user","uuid":"a","parentUuid":null,"message":{"content":${nested}}}\n`);
  expect(diagnose(deep).map(({ kind }) => kind)).toEqual(["no-conversation", "damaged-line"]);
  expect(drawTree(deep)).toContain("Line 1 is damaged: nested too deeply.");

  const odd = { toString: 1 };
  const blocks = [
    { type: "text", text: odd },
    { type: "tool_result", tool_use_id: "t", content: [{ type: odd, text: odd }] },
  ];
  const log = bytesOf(logOf([user({ uuid: "a", parent: null }, blocks)]));
  expect(diagnose(log).map(({ kind }) => kind)).toContain("empty-text");
  expect(drawTree(log)).toContain("(empty)");
});
