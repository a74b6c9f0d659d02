/** Growing a log: what the look at its end before each entry costs, and what syncing each one does. */
import { Arena } from "./arena.ts";
import type { Row } from "./log-rows.ts";

const APPENDS = 100_000;
const SYNCED = 2_000;

/** The rows. */
export async function* appendRows(folder: string): AsyncGenerator<Row> {
  const arena = await Arena.of("append-contenders.ts", folder);
  const work = `append ${APPENDS.toLocaleString("en-US")} entries of 2 KB`;
  const plain = ["this harness", "bare write", "open, write, close"];
  yield* rowsOf(arena, folder, { work, names: plain, count: APPENDS, bar: "50,000 a second" });
  const synced = ["this harness, --fsync entry", "bare write and fdatasync"];
  const each = `append ${SYNCED.toLocaleString("en-US")} entries of 2 KB, each on the disk itself`;
  yield* rowsOf(arena, folder, { work: each, names: synced, count: SYNCED });
}

async function* rowsOf(
  arena: Arena,
  folder: string,
  of: {
    readonly work: string;
    readonly names: readonly string[];
    readonly count: number;
    readonly bar?: string;
  },
): AsyncGenerator<Row> {
  const measured = await arena.measure(of.names, [folder, String(of.count)]);
  for (const [contender, { ms, note }] of measured) {
    const rate =
      ms === undefined ? note : `${Math.round((of.count * 1_000) / ms).toLocaleString("en-US")} a second`;
    yield { work: of.work, contender, ms, ...(of.bar && { bar: of.bar }), ...(rate && { note: rate }) };
  }
}
