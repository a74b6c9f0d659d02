/**
 * How long hostile logs take (`npm run test:deep`): each at its size and at ten times that size, from bytes to the
 * conversation; and a chain of 200,000 entries against one of 20,000, with memory. Printed, and held to generous bounds.
 */
import { buildTree, leafOf, pathTo, readLog, transcribe } from "#src/index.ts";
import { HOSTILE_LOGS } from "./hostile/logs.ts";

/** Milliseconds that a log of its own size takes on a quiet machine; over ten times that it fails. */
const BAR = 10;
/** A log ten times as long may not take a hundred times as long, as it would by the square. */
const STEEPEST = 100;

function rebuilt(bytes: Uint8Array): number {
  const tree = buildTree(readLog(bytes));
  return transcribe(pathTo(tree, leafOf(tree))).messages.length;
}

/** The least of some tries, in time of the processor: what it costs when nothing else runs. */
function millisecondsOf(bytes: Uint8Array, tries: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (let count = 0; count < tries; count += 1) {
    const begun = process.cpuUsage();
    rebuilt(bytes);
    const { user, system } = process.cpuUsage(begun);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

function chainOf(length: number): Uint8Array {
  const line = (at: number) => {
    const type = at % 2 === 0 ? "user" : "assistant";
    const message = { id: `m${at}`, role: type, content: [{ type: "text", text: `t${at}` }] };
    return `${JSON.stringify({ type, uuid: `e${at}`, parentUuid: at === 0 ? null : `e${at - 1}`, message })}\n`;
  };
  return new TextEncoder().encode(Array.from({ length }, (_, at) => line(at)).join(""));
}

const failed: string[] = [];
const told = (name: string, once: number, tenfold: number) => {
  const steep = tenfold / Math.max(once, 2);
  console.log(`${name.padEnd(46)} ${once.toFixed(1).padStart(8)} ms  ${tenfold.toFixed(1).padStart(9)} ms`);
  if (steep > STEEPEST) failed.push(`${name}: ten times the length takes ${steep.toFixed(0)} times as long.`);
};

console.log(`${"".padEnd(46)} ${"once".padStart(11)}  ${"ten times".padStart(12)}`);
for (const { name, size, bytes } of HOSTILE_LOGS) {
  const once = millisecondsOf(bytes(size), 5);
  told(name, once, millisecondsOf(bytes(size * 10), 3));
  if (once > 10 * BAR) failed.push(`${name}: ${once.toFixed(1)} ms, and the bar is ${BAR}.`);
}
const [short, long] = [chainOf(20_000), chainOf(200_000)];
told("a chain of 20,000, and of 200,000", millisecondsOf(short, 3), millisecondsOf(long, 2));
const million = new TextEncoder().encode("x\n".repeat(1_000_000));
const lines = millisecondsOf(million, 2);
console.log(`a million lines of one byte: ${lines.toFixed(0)} ms`);
if (lines > 2_000) failed.push(`A million lines of one byte take ${lines.toFixed(0)} ms.`);
for (const each of failed) console.error(each);
if (failed.length > 0) process.exitCode = 1;
