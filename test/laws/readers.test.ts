/** The three readers: from the end, by the index, and by parsing everything. What each makes of a log is the same (I07). */
import fc from "fast-check";
import { expect } from "vitest";
import {
  buildTree,
  type Line,
  type LogAsked,
  leafOf,
  type PathItem,
  pathTo,
  type ReadLog,
  readLog,
  transcribe,
} from "#src/index.ts";
import { blocksOf, isChainEntry, modelOf, responseId } from "#src/log/entry.ts";
import { readable } from "../../scripts/stage/memory-logs.ts";
import { LogIndex } from "../../src/annex/log/fast/index-log.ts";
import { tailReader } from "../../src/annex/log/fast/tail.ts";
import { anyForest, anyTangle, continuedForest, type Forest, tidyForest } from "../support/forests.ts";
import { hostileLog } from "../support/hostile.ts";
import { law, shownAs } from "../support/law.ts";
import { SESSION } from "../support/log-lines.ts";

/** The session that a reader is told of: the log's own, another one, or none. */
const anySession = fc.constantFrom(...Array<string>(8).fill(SESSION), "another", undefined);

/** Most of them with what a reader from the end need not read. */
const anyLog = fc.oneof(
  { weight: 12, arbitrary: continuedForest },
  ...[tidyForest, anyForest, anyTangle, hostileLog].map((arbitrary) => ({ weight: 1, arbitrary })),
);

/** How a log's bytes end: whole, or torn somewhere in the last line. */
const anyCut = fc.constantFrom(0, 0, 0, 0, 0, 1, 2, 17);

const seldomPicked = fc.oneof(
  { weight: 3, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.nat(40) },
);

/**
 * How a log is read. `leaf` picks the entry that is asked for, where it is not the leaf, and `named` one without
 * children that a `last-prompt` line at the end names (O-36).
 */
const anyReading = shownAs(
  fc.record({
    chunk: fc.integer({ min: 1, max: 400 }),
    slack: fc.constantFrom(0, 300, 1_000, 3_000),
    counted: fc.constantFrom(0, 400),
    parsed: fc.constantFrom(...Array<number>(6).fill(1 << 20), 900, 0),
    session: anySession,
    leaf: seldomPicked,
    named: seldomPicked,
    cut: anyCut,
  }),
  ({ chunk, slack, parsed, session, leaf, named, cut }) =>
    `(${chunk} bytes at once, ${slack} more than asked for, ${parsed} parsed at the most, session ${session}, entry ${leaf ?? "at the leaf"}, ${named === undefined ? "" : `childless entry ${named} named by a last-prompt line, `}the last ${cut} bytes torn off)`,
);

law(
  "readers-agree",
  "read from the end in chunks of any size, read by the index, or parsed as a whole, a log has the same leaf, path and conversation, and the same damage as far as it was read; what stands before that and points into it from afar aside",
  [anyLog, anyReading],
  (forest, reading) => {
    const bytes = bytesOf(forest, reading);
    const file = readable(() => bytes);
    const all = readLog(bytes);
    const asked = { sessionId: reading.session, leaf: uuidAt(all, reading.leaf) };
    const seen = seenIn(all, asked);
    const index = LogIndex.of(file, bytes.length, asked, reading.chunk);
    expect(seenIn(index.log(), asked)).toEqual(seen);
    expect(index.log()).toMatchObject({ damaged: all.damaged, count: all.count });
    const tail = tailReader(reading)(file, asked);
    const unread = readLog(bytes.subarray(0, tail.from)).count;
    expect(tail.damaged).toEqual(all.damaged.filter(({ number }) => number > unread));
    expect(tail.count === 0 || tail.count === all.count).toBe(true);
    if (!pointsInto(all, bytes, tail.from, reading.slack)) expect(seenIn(tail, asked)).toEqual(seen);
  },
  { runs: 1_000 },
);

/** All that the core sees in a log. */
function seenIn(log: ReadLog, { sessionId, leaf: wanted }: LogAsked) {
  const tree = buildTree(log, sessionId);
  const leaf = wanted === undefined ? leafOf(tree) : tree.byUuid.get(wanted);
  const { items, unresolved } = pathTo(tree, leaf);
  const { messages, unanswered, open, orphans } = transcribe({ items, unresolved });
  return {
    leaf: leaf?.entry.uuid,
    items: items.map(nameOf),
    unresolved,
    messages,
    unanswered: unanswered.map(({ toolUseId }) => toolUseId),
    open: open.map(({ toolUseId }) => toolUseId),
    orphans: orphans.map(({ entry }) => entry.uuid),
    model: tree.nodes.map(({ entry }) => modelOf(entry)).findLast((model) => model !== undefined),
  };
}

function uuidAt(log: ReadLog, pick: number | undefined): string | undefined {
  const entries = log.lines.map(({ line }) => line).filter(isChainEntry);
  return pick === undefined ? undefined : entries[pick % Math.max(1, entries.length)]?.uuid;
}

function nameOf(item: PathItem): string {
  if (item.kind === "gap") return `?${item.missing}`;
  return `${item.node.entry.uuid}${item.joined ? " (joined)" : ""}`;
}

/**
 * Does a line before `from` repeat an entry behind it, hang on one, answer a call of one or belong to its response, and from
 * further away than `slack`?
 */
function pointsInto(log: ReadLog, bytes: Uint8Array, from: number, slack: number): boolean {
  const begins = beginsOf(bytes);
  const places = new Map<unknown, number>();
  for (const { line, number } of log.lines) {
    const at = begins[number - 1] ?? 0;
    if (at < from) continue;
    for (const name of [line["uuid"], responseIn(line), ...idsIn(line, "id")]) places.set(name, at);
  }
  return log.lines.some(({ line, number }) => {
    const at = begins[number - 1] ?? 0;
    const far = (name: unknown) => typeof name === "string" && (places.get(name) ?? 0) - at > slack;
    const pointers = [line["uuid"], line["parentUuid"], responseIn(line), ...idsIn(line, "tool_use_id")];
    return at < from && pointers.some(far);
  });
}

function responseIn(line: Line): string | undefined {
  return isChainEntry(line) ? responseId(line) : undefined;
}

/** Where each line begins. */
function beginsOf(bytes: Uint8Array): number[] {
  const begins = [0];
  for (const [at, byte] of bytes.entries()) if (byte === 0x0a) begins.push(at + 1);
  return begins;
}

/** The ids that the blocks of a line have in a field. */
function idsIn(line: Line, field: string): unknown[] {
  return isChainEntry(line) ? blocksOf(line).map((block) => block[field]) : [];
}

function bytesOf({ log }: Forest, { named, cut }: { named: number | undefined; cut: number }): Uint8Array {
  const { nodes, children } = buildTree(readLog(new TextEncoder().encode(log)));
  const childless = nodes.filter(({ entry }) => !children.has(entry.uuid));
  const leafUuid =
    named === undefined ? undefined : childless[named % Math.max(1, childless.length)]?.entry.uuid;
  const line = leafUuid === undefined ? "" : `${JSON.stringify({ type: "last-prompt", leafUuid })}\n`;
  const bytes = new TextEncoder().encode(log + line);
  return bytes.subarray(0, Math.max(0, bytes.length - cut));
}
