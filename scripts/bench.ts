/**
 * Benchmarks: ratios against a named baseline of the same run, printed. Nothing here passes or fails, since what a
 * machine does in a second says little of another one.
 *
 *     npm run bench            all of them
 *     npm run bench mock       one
 */
import { SLOW_MS, SLOW_ROUNDS } from "./bench/arena.ts";
import { cacheBenchmark } from "./bench/cache.ts";
import { logBenchmark } from "./bench/log.ts";
import { mockBenchmark } from "./bench/mock.ts";
import { ROUNDS } from "./bench/rate.ts";

const BENCHMARKS: Readonly<Record<string, () => AsyncIterable<string>>> = {
  mock: mockBenchmark,
  log: logBenchmark,
  cache: cacheBenchmark,
};

const wanted = process.argv.slice(2);
const unknown = wanted.find((name) => !Object.hasOwn(BENCHMARKS, name));
if (unknown !== undefined) {
  console.error(`There is no benchmark "${unknown}". There are: ${Object.keys(BENCHMARKS).join(", ")}.`);
  process.exit(2);
}

console.log(`Node ${process.version}, medians of ${ROUNDS} rounds in which the contenders take turns`);
console.log(`(of ${SLOW_ROUNDS} for what takes more than ${SLOW_MS / 1_000} s)\n`);
for (const [name, tables] of Object.entries(BENCHMARKS)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for await (const table of tables()) console.log(`${table}\n`);
}
