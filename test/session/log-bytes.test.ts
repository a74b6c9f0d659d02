/** Logs as other programs leave them: odd bytes, odd line ends, and sizes that end a recursion. */
import { expect, test } from "vitest";
import { readLog } from "#src/index.ts";
import { rebuild } from "../support/conversation.ts";
import { logOf, SESSION, user } from "../support/log-lines.ts";
import { linesOf } from "../support/notation.ts";

const LOG = logOf(linesOf("U1 A1(U1) U2(A1)"));

function said(log: Uint8Array | string): string[] {
  const { messages } = rebuild(log, SESSION).conversation;
  return messages.flatMap(({ content }) => content.map(({ text }) => String(text)));
}

test("a byte order mark does not cost the first line", () => {
  expect(said(`\ufeff${LOG}`)).toEqual(["U1", "A1", "U2"]);
});

test("lines that end in CR LF are read", () => {
  expect(said(LOG.replaceAll("\n", "\r\n"))).toEqual(["U1", "A1", "U2"]);
});

test("a last line without its newline is read when it is whole, and reported when it is not", () => {
  expect(said(LOG.trimEnd())).toEqual(["U1", "A1", "U2"]);
  const torn = readLog(new TextEncoder().encode(LOG.slice(0, -9)));
  expect(torn.damaged.map(({ number }) => number)).toEqual([3]);
});

test("a NUL inside a text goes through unchanged", () => {
  expect(said(logOf([user({ uuid: "U1", parent: null }, "a\0b")]))).toEqual(["a\0b"]);
});

test("a raw newline inside a string makes two damaged lines, and both are reported", () => {
  const broken = `${LOG}{"type":"user","uuid":"U3","text":"a\nb"}\n`;
  expect(readLog(new TextEncoder().encode(broken)).damaged.map(({ number }) => number)).toEqual([4, 5]);
});

test("a walk that comes back to itself ends there", () => {
  expect(rebuild(logOf(linesOf("U1(A1) A1(U1)")), SESSION).path.items).toHaveLength(2);
});

test("200,000 entries in one chain are rebuilt without running out of stack", () => {
  expect(rebuild(chain(200_000), SESSION).conversation.messages).toHaveLength(200_000);
});

test("rebuilding takes time in proportion to the number of entries", () => {
  // Eight times the entries: linear work takes 8 times as long, quadratic work 64 times.
  expect(timesLonger(chain(40_000), chain(5_000))).toBeLessThan(24);
});

test("many gaps do not make it slower than that", () => {
  expect(timesLonger(tangled(16_000), tangled(2_000))).toBeLessThan(24);
});

/** How many times longer one log takes than another; the shortest of some tries, for a busy machine only ever adds. */
function timesLonger(long: Uint8Array, short: Uint8Array): number {
  const tries = [1, 2, 3].map(() => ({ short: timeOf(short), long: timeOf(long) }));
  return Math.min(...tries.map((each) => each.long)) / Math.min(...tries.map((each) => each.short));
}

/** Microseconds of this process's own work, so that what else the machine does is not counted. */
function timeOf(log: Uint8Array): number {
  const start = process.cpuUsage();
  rebuild(log, SESSION);
  const { user, system } = process.cpuUsage(start);
  return user + system;
}

/** Question and answer in turn, each hung on the one before; written out by hand, for there are many. */
function chain(length: number): Uint8Array {
  const lines = Array.from({ length }, (_, index) => {
    const [type, id] = index % 2 === 0 ? ["user", ""] : ["assistant", `"id":"msg${index}",`];
    const parent = index === 0 ? "null" : `"e${index - 1}"`;
    return `{"type":"${type}","uuid":"e${index}","parentUuid":${parent},"message":{${id}"content":"m${index}"}}\n`;
  });
  return new TextEncoder().encode(lines.join(""));
}

/**
 * The worst for a walk that looks for the entry before a gap: links lead from below a long run that it has passed to
 * entries above it whose parents are missing, again and again.
 */
function tangled(size: number): Uint8Array {
  const low = range(size).map((i) => user({ uuid: `low${i}`, parent: i > 0 ? `high${i - 1}` : null }, "low"));
  const run = range(size).map((i) =>
    user({ uuid: `run${i}`, parent: i > 0 ? `run${i - 1}` : `high${size - 1}` }, "run"),
  );
  const high = range(size).map((i) => user({ uuid: `high${size - 1 - i}`, parent: "ghost" }, "high"));
  const leaf = user({ uuid: "leaf", parent: `run${size - 1}` }, "leaf");
  return new TextEncoder().encode(logOf([...low, ...run, ...high, leaf]));
}

function range(size: number): number[] {
  return [...new Array(size).keys()];
}
