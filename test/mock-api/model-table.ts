/**
 * What the documentation says of each model, copied from its tables by hand (MR-24, MR-37, MR-46, MR-50, MR-80, MR-88,
 * MR-92, MR-94, MR-97), so that the mock's own table has something to be compared with.
 */

/** Marks of a row: `s` takes system messages, `f` a forced call, `p` prefill, `l` keeps only the last turn's thinking. */
const TABLE = `
claude-fable-5-2      | 1000000 128000 |  512 | adaptive                  | on  | omitted    | low medium high xhigh max |               | s
claude-mythos-5-2     | 1000000 128000 |  512 | adaptive                  | on  | omitted    | low medium high xhigh max |               | s
claude-fable-5-1      | 1000000 128000 |  512 | adaptive                  | on  | omitted    | low medium high xhigh max |               | s
claude-mythos-5-1     | 1000000 128000 |  512 | adaptive                  | on  | omitted    | low medium high xhigh max |               | s
claude-fable-5        | 1000000 128000 |  512 | adaptive                  | on  | omitted    | low medium high xhigh max |               | sf
claude-mythos-5       | 1000000 128000 |  512 | adaptive                  | on  | omitted    | low medium high xhigh max |               | sf
claude-opus-5-5       | 1000000 128000 |  512 | adaptive                  | on  | omitted    | low medium high xhigh max |               | s
claude-sonnet-5-5     | 1000000 128000 |  512 | adaptive between_tools    | on  | omitted    | low medium high xhigh max | between_tools | s
claude-haiku-5-5      | 1000000 128000 |  512 | adaptive disabled         | on  | omitted    | low medium high xhigh max | disabled      | sf
claude-opus-5         | 1000000 128000 |  512 | adaptive disabled         | on  | omitted    | low medium high xhigh max | disabled      | sf
claude-sonnet-5       | 1000000 128000 | 1024 | adaptive disabled         | on  | omitted    | low medium high xhigh max |               | f
claude-opus-4-8       | 1000000 128000 | 1024 | adaptive disabled         | off | omitted    | low medium high xhigh max |               | sf
claude-opus-4-7       | 1000000 128000 | 2048 | adaptive disabled         | off | omitted    | low medium high xhigh max |               | f
claude-opus-4-6       | 1000000 128000 | 4096 | adaptive enabled disabled | off | summarized | low medium high max       |               | f
claude-sonnet-4-6     | 1000000 128000 | 1024 | adaptive enabled disabled | off | summarized | low medium high max       |               | f
claude-mythos-preview | 1000000 128000 | 2048 | adaptive enabled          | on  | omitted    | low medium high xhigh max |               |
claude-opus-4-5       | 200000 64000   | 4096 | enabled disabled          | off | summarized | low medium high           |               | fp
claude-sonnet-4-5     | 200000 64000   | 1024 | enabled disabled          | off | summarized |                           |               | fpl
claude-haiku-4-5      | 200000 64000   | 4096 | enabled disabled          | off | summarized |                           |               | fpl
`;

/** One row of the documentation's tables. */
export interface Documented {
  model: string;
  window: number;
  outputCap: number;
  cacheMinimum: number;
  modes: string[];
  thinks: boolean;
  display: string;
  efforts: string[];
  /** The mode that efforts above high are refused in. */
  calm: string;
  systemMessages: boolean;
  forcedTools: boolean;
  prefill: boolean;
  lastTurnOnly: boolean;
}

export const DOCUMENTED: readonly Documented[] = TABLE.trim()
  .split("\n")
  .map((line) => {
    const cells = line.split("|").map((cell) => cell.trim());
    const [model = "", sizes = "", minimum, modes = "", on, display = "", efforts = "", calm = ""] = cells;
    const marks = cells[8] ?? "";
    const [window = 0, outputCap = 0] = sizes.split(" ").map(Number);
    return {
      model,
      window,
      outputCap,
      cacheMinimum: Number(minimum),
      modes: words(modes),
      thinks: on === "on",
      display,
      efforts: words(efforts),
      calm,
      systemMessages: marks.includes("s"),
      forcedTools: marks.includes("f"),
      prefill: marks.includes("p"),
      lastTurnOnly: marks.includes("l"),
    };
  });

/** The row of a model, by its name with or without a date. */
export function documented(model: string): Documented {
  const row = DOCUMENTED.find((each) => each.model === model.replace(/-\d{8}$/, ""));
  if (!row) throw new Error(`The table of the tests has no row for ${model}.`);
  return row;
}

function words(cell: string): string[] {
  return cell === "" ? [] : cell.split(" ");
}
