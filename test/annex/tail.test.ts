/** The tail reader where a law does not show it: what it leaves unread, what it says of that, and a session on it. */
import { expect, test } from "vitest";
import {
  buildTree,
  LogIndex,
  leafOf,
  pathTo,
  printLine,
  readLog,
  type TailOptions,
  tailReader,
} from "#src/index.ts";
import { readable } from "../../scripts/stage/memory-logs.ts";
import { assistant, logOf, SESSION, words } from "../support/log-lines.ts";
import { linesOf } from "../support/notation.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const AT_ONCE: TailOptions = { chunk: 64, slack: 0, counted: 0 };
const ASKED = { sessionId: SESSION };

/** A conversation, a compaction, and another one: entry names in the notation of bug reports. */
const COMPACTED = "U1 A1(U1) U2(A1) A2(U2) B1 U3(B1) A3(U3) U4(A3) A4(U4)";

function fileOf(text: string) {
  let smallest = Number.POSITIVE_INFINITY;
  const bytes = new TextEncoder().encode(text);
  const file = readable(() => bytes);
  const watched: typeof file = {
    ...file,
    read: (offset = 0, length) => {
      smallest = Math.min(smallest, offset);
      return file.read(offset, length);
    },
  };
  return { file: watched, bytes, unread: () => smallest };
}

function pathOf(log: ReturnType<typeof readLog>, leaf?: string): string[] {
  const tree = buildTree(log, SESSION);
  return pathTo(tree, leaf === undefined ? leafOf(tree) : tree.byUuid.get(leaf)).items.map((item) =>
    item.kind === "gap" ? "?" : item.node.entry.uuid,
  );
}

test("what stands before the compaction is not even read, and the lines after it are counted from the end", () => {
  const { file, bytes, unread } = fileOf(logOf(linesOf(COMPACTED)));
  const tail = tailReader(AT_ONCE)(file, ASKED);
  expect(pathOf(tail)).toEqual(["B1", "U3", "A3", "U4", "A4"]);
  expect(unread()).toBeGreaterThan(bytes.length / 3);
  expect([tail.count, tail.lines.map(({ number }) => number)]).toEqual([0, [-4, -3, -2, -1, 0]]);
});

test("where it costs little the lines before are counted, and so they are where damage is to be told", () => {
  const counted = tailReader({ ...AT_ONCE, counted: 1 << 20 })(fileOf(logOf(linesOf(COMPACTED))).file, ASKED);
  expect([counted.count, counted.lines.map(({ number }) => number)]).toEqual([9, [5, 6, 7, 8, 9]]);
  const damaged = tailReader(AT_ONCE)(
    fileOf(logOf(linesOf(COMPACTED.replace("A3(U3)", "A3(U3) {…")))).file,
    ASKED,
  );
  expect(damaged.damaged.map(({ number }) => number)).toEqual([8]);
});

test("a rewind to before the compaction is followed there, and stops at its own root", () => {
  const { file } = fileOf(logOf(linesOf(`${COMPACTED} U5(A1) A5(U5)`)));
  expect(pathOf(tailReader(AT_ONCE)(file, ASKED))).toEqual(["U1", "A1", "U5", "A5"]);
});

test("entries out of order by less than the slack are all found; beyond it what stands before is not seen", () => {
  // A child before its parent, and between them the root of the path.
  const moved = "U1 A1(U1) A4(U4) B1 U3(B1) A3(U3) U4(A3)";
  const { file, bytes } = fileOf(logOf(linesOf(moved)));
  expect(pathOf(tailReader({ ...AT_ONCE, slack: 2_000 })(file, ASKED))).toEqual(pathOf(readLog(bytes)));
  expect(pathOf(tailReader(AT_ONCE)(file, ASKED))).toEqual(["B1", "U3", "A3", "U4"]);
});

test.each([
  ["a child stands before its parent", "U1 A1(U1) B1 A9(U3) U3(B1) A3(U3)"],
  ["an entry stands there twice", "U1 A1(U1) B1 U3(B1) A3(U3) U3(B1) A4(A3)"],
])("where %s, and further apart than the slack, all of the log is read", (_, notation) => {
  expect(tailReader(AT_ONCE)(fileOf(logOf(linesOf(notation))).file, ASKED).from).toBe(0);
});

test("a path that comes near to where the reading stopped is read on for, by the slack", () => {
  const lines = linesOf("U1 A1(U1) B1 U3(B1) A3(U3) B2 U5(B2) U6(A3) X7(U5)");
  const before = logOf(lines.slice(0, 2)).length;
  const between = logOf(lines.slice(2, 5)).length;
  const tail = tailReader({ ...AT_ONCE, slack: between })(fileOf(logOf(lines)).file, ASKED);
  expect(pathOf(tail)).toEqual(["B1", "U3", "A3", "U6"]);
  expect(tail.from).toBeLessThan(before);
});

test("a block that hangs on a result elsewhere is not taken for one that is cut off, where only the index was read", () => {
  const { file, bytes } = fileOf(logOf(linesOf("U1 A1(U1,m=r) R1(lost,tr=t1) A2(R1,m=r,tu=t2)")));
  const index = LogIndex.of(file, bytes.length, { ...ASKED, leaf: "A1" });
  expect(pathOf(readLog(bytes), "A1")).toEqual(["U1", "A1"]);
  expect(pathOf(index.log(), "A1")).toEqual(["U1", "A1"]);
});

test("where too much would have to be parsed, or a parent does not turn up, the whole log is indexed", () => {
  const { file, bytes } = fileOf(logOf(linesOf("U1 A1(U1) U2(lost) A2(U2)")));
  for (const parsed of [0, 300, 1 << 20]) {
    const tail = tailReader({ ...AT_ONCE, parsed })(file, ASKED);
    expect([tail.from, tail.count, pathOf(tail)]).toEqual([0, 4, pathOf(readLog(bytes))]);
  }
});

test("a long line is passed by without being held, whatever it holds, and counts for nothing", () => {
  const entries = new TextEncoder().encode(logOf(linesOf("U1 A1(U1)")));
  const size = entries.length + 300 * 1024 * 1024;
  let largest = 0;
  const piece = new Uint8Array(1 << 20).fill(0x7a);
  const read = (offset = 0, length = size - offset): Uint8Array => {
    largest = Math.max(largest, length);
    if (offset >= entries.length) return piece.subarray(0, length);
    const bytes = new Uint8Array(length).fill(0x7a);
    bytes.set(entries.subarray(offset, offset + length));
    return bytes;
  };
  const tail = tailReader()({ read, size: () => size }, ASKED);
  expect(pathOf(tail)).toEqual(["U1", "A1"]);
  expect(tail.damaged).toEqual([
    { number: 3, damage: `too long to be read (${size - entries.length} bytes)`, saved: 0 },
  ]);
  // Of the index, which is not made: it would read from the beginning in larger pieces.
  expect(largest).toBeLessThanOrEqual(1 << 17);
});

test("a session goes on over the tail as over the whole log, also when another writer has said the last word", async () => {
  const said = (place: number) => ({ content: [{ type: "text" as const, text: `s${place}` }] });
  const world = new World();
  const begun = world.start(scripted([said(1)])).begin();
  await begun.prompt("m1");
  const compacted = linesOf("B1 U2(B1)").filter((line) => typeof line !== "string");
  const reply = assistant({ uuid: "A2", parent: "U2" }, "msg2", words("A2"));
  for (const line of [...compacted, reply])
    world.append(begun.path, printLine({ ...line, sessionId: begun.id }));
  const readLog = tailReader(AT_ONCE);
  const tailed = world.start(scripted([said(3), said(5)])).resume(begun.id, { readLog });
  await tailed.prompt("m3");
  await world
    .start(scripted([said(4)]))
    .resume(begun.id)
    .prompt("m4");
  await tailed.prompt("m5");
  const sent = JSON.stringify(tailed.conversation().messages);
  const parts = ["m1", "A2", "m3", "s3", "m4", "m5", "s5"].filter((part) => sent.includes(`"${part}"`));
  expect(parts).toEqual(["A2", "m3", "s3", "m5", "s5"]);
  const [over, whole] = [{ readLog }, {}].map((options) => world.start().resume(begun.id, options));
  expect(over?.conversation().messages).toEqual(whole?.conversation().messages);
});
