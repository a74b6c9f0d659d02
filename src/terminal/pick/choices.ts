/** A list as it is shown to be chosen from: what of it fits the words that are searched for, in rows that are harmless. */
import { cutRow, fold } from "../repl/rows.ts";

/** One of a list. */
export interface Choice<T> {
  readonly value: T;
  /** One row. */
  readonly name: string;
  /** What is searched besides. */
  readonly also?: string;
  /** What is told of it while it is pointed at, a row or two for each. */
  readonly about?: readonly string[];
}

/** A list, and what is asked of it. */
export interface Asked<T> {
  readonly message: string;
  readonly choices: readonly Choice<T>[];
  /** What is told besides of one, where that is long to find out: asked for those that are found alone. */
  readonly aboutOf?: ((value: T) => readonly string[]) | undefined;
  /** Is pointed at first. */
  readonly first?: T | undefined;
  /** Searched for at first. */
  readonly words?: string | undefined;
}

/** A choice as rows of a terminal. */
export interface Shown<T> {
  readonly value: T;
  readonly name: string;
  readonly description: string;
}

/** Of more than these, nothing is told that is long to find out. */
const MOST_LOOKED_INTO = 100;
/** Rows that are told of one, at the most, and of one line of that. */
export const MOST_TOLD = 4;
const ROWS_OF_A_LINE = 2;
/** What stands before a name, and before what is told. */
const MARGIN = 2;

/** Those that hold all the words, in any order and whatever their capitals, in rows of `width` columns. Law: list-harmless */
export function found<T>(
  { choices, aboutOf }: Pick<Asked<T>, "choices" | "aboutOf">,
  words: string,
  width: number,
): Shown<T>[] {
  const wanted = plain(words).split(" ");
  const fit = choices.filter(({ name, also = "" }) => {
    const said = plain(`${name} ${also}`);
    return wanted.every((word) => said.includes(word));
  });
  const isFew = fit.length <= MOST_LOOKED_INTO;
  return fit.map(({ value, name, about = [] }) => {
    const told = [...about, ...(isFew ? (aboutOf?.(value) ?? []) : [])];
    return {
      value,
      name: cutRow(name, width - MARGIN).trimEnd(),
      description: toldRows(told, width).join("\n"),
    };
  });
}

/** The first rows of each line, the last of them cut where there is more. */
function toldRows(told: readonly string[], width: number): string[] {
  const rows = told.flatMap((line) => {
    const most = (width - MARGIN) * ROWS_OF_A_LINE;
    const pieces = fold(cutRow(line, most), width - MARGIN).slice(0, ROWS_OF_A_LINE);
    return pieces.map((piece) => `${" ".repeat(MARGIN)}${piece.trimEnd()}`);
  });
  return rows.slice(0, MOST_TOLD);
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}
