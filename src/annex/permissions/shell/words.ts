/**
 * The first look at a command line: its words and signs. Only what bash takes literally is read. A line that bash would
 * change before it runs it (expansions, escapes, braces, here-documents) is not, and then no rule may allow it (D-32).
 */

/** A word of a command line. */
export interface Word {
  /** What the program is given, quotes taken off. */
  readonly value: string;
  /** Its beginning, up to the first quote. */
  readonly head: string;
  /** Nothing in it is quoted. */
  readonly isBare: boolean;
  /** An unquoted `*`, `?` or `[`: bash may put names of files in its place. */
  readonly hasGlob: boolean;
}

/** A piece of a command line. */
export type Token =
  | { readonly kind: "word"; readonly word: Word }
  /** What stands between two commands. */
  | { readonly kind: "between"; readonly sign: string }
  | { readonly kind: "redirect"; readonly sign: string };

/** A command line, or a part of it, cannot be read with certainty; the message says why, for a person. */
export class Unread extends Error {
  override readonly name = "Unread";
}

/** White space; a line that goes on behind a backslash is white space only between words. */
const BLANK = /(?:[ \t]|\\\n)+/y;
const COMMENT = /#[^\n]*/y;
const FILE_NUMBER = /\d{1,3}(?=[<>])/y;
const REDIRECT = /&>>|&>|>>|>\||>&|<&|<>|<<|>|</y;
const BETWEEN = /&&|\|\||\|&|[;|&\n]/y;
/** Letters of other scripts are read, their spaces and invisible characters are not. */
const BARE = /(?:[A-Za-z0-9_\-./:,+=@%^~*?[\]!#]|(?!\p{ASCII})[\p{L}\p{N}\p{M}])+/uy;
const SINGLE = /'([^']*)'/y;
const DOUBLE = /"([^"$`\\]*)"/y;
/** Words that look like signs and are words: the place holder of find and xargs, and what find takes escaped. */
const ODD_WORD = /(?:\{\}|\\([;()!]))(?=[ \t\n;|&<>]|$)/y;
const UNPRINTABLE = /(?![\t\n])\p{Cc}/u;
/** What may stand behind a word. Anything else would be a part of it, and bash would have changed it. */
const WORD_END = /[ \t\n;|&<>]|$/y;
const CONFUSING: Readonly<Record<string, string>> = {
  $: "an expansion ($)",
  "`": "a command substitution (`)",
  "\\": "an escape (\\)",
  "(": "a group or function",
  ")": "a group or function",
  "{": "braces",
  "}": "braces",
};

/** Reads a command line into its pieces; comments and white space are left out. Throws `Unread`. */
export function tokensOf(line: string): Token[] {
  if (UNPRINTABLE.test(line) || !line.isWellFormed()) throw new Unread("it holds control characters");
  const tokens: Token[] = [];
  let at = 0;
  const take = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    const match = pattern.exec(line);
    if (match) at = pattern.lastIndex;
    return match;
  };
  while (at < line.length) {
    if (take(BLANK) || take(COMMENT)) continue;
    take(FILE_NUMBER);
    const redirect = take(REDIRECT);
    if (redirect) {
      tokens.push({ kind: "redirect", sign: redirect[0] });
      continue;
    }
    const between = take(BETWEEN);
    if (between) {
      tokens.push({ kind: "between", sign: between[0] });
      continue;
    }
    const word = wordAt(take) ?? cannotRead(line, at);
    const end = at;
    // Digits too many for a file's number here may be one for bash.
    if (!take(WORD_END) || (/^\d+$/.test(word.value) && /[<>]/.test(line[end] ?? ""))) cannotRead(line, end);
    at = end;
    tokens.push({ kind: "word", word });
  }
  return tokens;
}

function wordAt(take: (pattern: RegExp) => RegExpExecArray | null): Word | undefined {
  const odd = take(ODD_WORD);
  if (odd) return { value: odd[1] ?? odd[0], head: "", isBare: false, hasGlob: false };
  let word: Word | undefined;
  for (;;) {
    const bare = take(BARE);
    const quoted = bare ? null : (take(SINGLE) ?? take(DOUBLE));
    if (!bare && !quoted) return word;
    const before = word ?? { value: "", head: "", isBare: true, hasGlob: false };
    word = {
      value: before.value + (bare ? bare[0] : (quoted?.[1] ?? "")),
      head: before.isBare && bare ? before.head + bare[0] : before.head,
      isBare: before.isBare && bare !== null,
      hasGlob: before.hasGlob || /[*?[]/.test(bare?.[0] ?? ""),
    };
  }
}

/** Throws; also when a word ends at a character that would go on with it. */
function cannotRead(line: string, at: number): never {
  const found = line[at] ?? "";
  const inQuotes = found === '"' ? "an expansion or escape in double quotes, or a quote without end" : "";
  throw new Unread(
    `it holds ${CONFUSING[found] ?? (inQuotes || (found === "'" ? "a quote without end" : "a character with a meaning of its own"))}`,
  );
}
