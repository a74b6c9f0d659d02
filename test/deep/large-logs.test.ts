/** Logs of many entries: no recursion ends on them, and time grows with their length alone. */
import { expect, test } from "vitest";
import { drawTree } from "#src/annex/log/drawn/draw-tree.ts";
import { rebuild } from "../support/conversation.ts";
import { logOf, SESSION, user } from "../support/log-lines.ts";

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

test("a chain of 50,000 entries is drawn in one lane, and a tree that forks everywhere in few", () => {
  const id = (at: number) => at.toString(36).padStart(4, "0");
  const long = Array.from({ length: 50_000 }, (_, at) =>
    user({ uuid: id(at), parent: at ? id(at - 1) : null }, id(at)),
  );
  const lines = drawTree(encoded(logOf(long)))
    .split("\n")
    .slice(0, -3);
  expect(lines).toHaveLength(50_000);
  expect(lines.every((line) => line.startsWith("● "))).toBe(true);
  const forks = Array.from({ length: 5_000 }, (_, at) =>
    user({ uuid: id(at), parent: at ? id((at - 1) >> 1) : null }, id(at)),
  );
  expect(drawTree(encoded(logOf(forks)), { width: 200 })).not.toContain("│ ".repeat(16));
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
  return encoded(lines.join(""));
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
  return encoded(logOf([...low, ...run, ...high, leaf]));
}

function range(size: number): number[] {
  return [...new Array(size).keys()];
}

function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
