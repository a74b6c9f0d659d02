/** How the cells of a window look: squares in colour, or letters where there is no colour, or no more than ASCII. */
import { BUFFER, FREE } from "../../annex/window/categories.ts";
import type { Tint } from "../style.ts";
import type { Kind } from "./grid.ts";

/** What a cell looks like. */
export interface Mark {
  /** What fills a cell, and what fills less than half of one. */
  readonly full: string;
  readonly part: string;
  readonly tint: Tint;
}

/** The marks of all kinds, and that of an estimate. */
export interface Marks {
  readonly of: Readonly<Record<Kind, Mark>>;
  readonly about: string;
  readonly bullet: string;
  readonly dot: string;
}

const LETTERS: Readonly<Record<Kind, readonly [letter: string, tint: Tint]>> = {
  "System prompt": ["P", "gray"],
  "System tools": ["T", "blue"],
  "MCP tools": ["M", "magenta"],
  "Custom agents": ["A", "red"],
  "Memory files": ["F", "yellow"],
  Skills: ["S", "green"],
  Messages: ["C", "cyan"],
  [FREE]: [".", "dim"],
  [BUFFER]: ["#", "dim"],
};

const SQUARES: Readonly<Partial<Record<Kind, string>>> = { [FREE]: "□", [BUFFER]: "▨" };

/** The marks for a stream with or without colour, as far as the environment takes them. */
export function marksFor(color: boolean, environment: NodeJS.ProcessEnv): Marks {
  const isWide = takesUnicode(environment);
  const isColoured = isWide && color;
  const of = Object.fromEntries(
    Object.entries(LETTERS).map(([kind, [letter, tint]]) => {
      const square = SQUARES[kind as Kind];
      const inLetters = { full: letter, part: letter.toLowerCase() };
      const inSquares = { full: square ?? "■", part: square ?? "▪" };
      return [kind, { ...(isColoured ? inSquares : inLetters), tint }];
    }),
  ) as Record<Kind, Mark>;
  return isWide ? { of, about: "≈", bullet: "›", dot: "·" } : { of, about: "~", bullet: ">", dot: "-" };
}

/** Does the environment name a character set that holds more than ASCII? One that names none is a terminal of today. */
function takesUnicode({ LC_ALL, LC_CTYPE, LANG }: NodeJS.ProcessEnv): boolean {
  const named = LC_ALL || LC_CTYPE || LANG;
  return !named || /utf-?8/i.test(named);
}
