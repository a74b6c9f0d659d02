/** A contender's own process: does one thing once, and says how long that took and how much memory it came to. */
import { readFileSync } from "node:fs";

/** What a contender says of itself. `peak` is the most memory that the process has had, in MB. */
export interface Said {
  readonly ms: number;
  readonly peak: number;
  /** What came of it, so that contenders can be seen to have done the same. */
  readonly came: unknown;
}

/** Does a thing with the arguments of the command line, and returns what came of it. */
export type Contender = (...args: string[]) => unknown;

/**
 * Runs the contender that the first argument names. `idle` is one that does nothing: a process with the same code. What
 * it needs first it may return as a function: then that is what is timed.
 */
export async function contend(contenders: Readonly<Record<string, Contender>>): Promise<void> {
  const [name = "", ...args] = process.argv.slice(2);
  const known: Readonly<Record<string, Contender>> = { idle: () => undefined, ...contenders };
  const contender = known[name];
  if (!contender) throw new Error(`There is no contender ${name}.`);
  let start = performance.now();
  let came = await contender(...args);
  if (typeof came === "function") {
    start = performance.now();
    came = await came();
  }
  const said: Said = { ms: performance.now() - start, peak: peak(), came };
  console.log(JSON.stringify(said));
}

/** Of this program alone: the system's `maxRSS` counts what the process that started it had as well. */
function peak(): number {
  try {
    const [, kilobytes] = /VmHWM:\s+(\d+) kB/.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
    if (kilobytes) return Number(kilobytes) / 1024;
  } catch {
    // Not every system has this file.
  }
  return process.resourceUsage().maxRSS / 1024;
}
