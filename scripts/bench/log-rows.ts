/** What a contender came to at a piece of work with logs, and the table of it. */

/** One contender's measure. The rows of one `work` stand together; the first of them is ours. */
export interface Row {
  /** What was done: `open 1 GB, 2 MB of it active`. */
  readonly work: string;
  readonly contender: string;
  /** In-process milliseconds, page cache warm; undefined where it could not do it. */
  readonly ms: number | undefined;
  /** Growth of the peak of resident memory over an idle process started the same way, in MB (D-34). */
  readonly megabytes?: number | undefined;
  /** What was demanded of the first row. */
  readonly bar?: string;
  /** Anything else that belongs beside it. */
  readonly note?: string;
}

/** A table of each piece of work: time, memory, and each contender's time as a multiple of ours. */
export function tableOf(title: string, rows: readonly Row[]): string {
  const works = [...new Set(rows.map(({ work }) => work))];
  const width = Math.max(...rows.map(({ contender }) => contender.length));
  const parts = works.flatMap((work) => {
    const [ours, ...others] = rows.filter((row) => row.work === work);
    if (!ours) return [];
    const bar = ours.bar === undefined ? "" : `  (bar: ${ours.bar})`;
    return [`  ${work}${bar}`, ...[ours, ...others].map((row) => lineOf(row, ours, width))];
  });
  return [title, ...parts].join("\n");
}

function lineOf({ contender, ms, megabytes, note }: Row, ours: Row, width: number): string {
  const time = ms === undefined ? "cannot" : `${ms.toFixed(ms < 100 ? 1 : 0)} ms`;
  const memory = megabytes === undefined ? "" : `+${Math.max(0, megabytes).toFixed(0)} MB`;
  const ratio = ms === undefined || ours.ms === undefined ? "" : `${(ms / ours.ms).toFixed(1)} x`;
  const cells = [
    contender.padEnd(width),
    time.padStart(11),
    memory.padStart(9),
    ratio.padStart(9),
    note ?? "",
  ];
  return `    ${cells.join("  ").trimEnd()}`;
}
