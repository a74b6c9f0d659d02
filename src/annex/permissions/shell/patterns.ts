/** What stands between the brackets of a rule such as `Bash(npm run test:*)`, and which commands it speaks of. */
import { nameOf } from "./runners.ts";
import { type Reading, type Run, readLine } from "./runs.ts";
import type { Word } from "./words.ts";

/** A pattern for command lines: plain text, in which `*` stands for anything. */
export interface CommandPattern {
  /** Does it allow this run? The command must be written as the pattern is, letter by letter. */
  allows(run: Run): boolean;
  /** Does it speak of this run, however its program is written? */
  speaksOf(run: Run): boolean;
  /** Could what is not shown of the run make it one that the pattern speaks of? */
  couldMean(run: Run): boolean;
  /** Do the words of the pattern stand in a text, in their order, quotes and escapes not counted? */
  isMentionedIn(text: string): boolean;
}

/**
 * `*` stands for any characters. At the end, `:*` and ` *` stand for any further words or none: `git diff *` speaks of
 * `git diff` too, and not of `git difftool`.
 */
export function commandPattern(source: string): CommandPattern {
  const text = source.trim().replace(/:\*$/, " *");
  const exact = text.includes("*") ? undefined : canonicalOf(readLine(text));
  const strict = wildcard(text);
  const loose = wildcard(text.toLowerCase());
  const mention = mentionOf(text);
  const head = text.slice(0, text.includes("*") ? text.indexOf("*") : text.length);
  const program = nameOf(/^[^\s*]*(?=\s|$)/.exec(text)?.[0] ?? "").toLowerCase();
  return {
    allows: (run) => {
      const given = canonical(run.command.words, run);
      if (exact !== undefined) return given === exact;
      return strict(given) && (run.inner.length === 0 || head.startsWith(canonical(run.named)));
    },
    speaksOf: (run) => spellings(run).some((each) => loose(each.toLowerCase())),
    couldMean: (run) => {
      const isSame = program === "" || nameOf(programOf(run)).toLowerCase() === program;
      return isSame && (run.isOpen || run.command.words.some(({ hasGlob }) => hasGlob));
    },
    isMentionedIn: (line) =>
      mention(line) || mention(line.replace(/\\\n|["'\\]/g, "")) || isMatchedIn(line, program),
  };
}

/** The program's name as it is written. */
export function programOf(run: Run): string {
  return run.command.words[0]?.value ?? "";
}

function canonicalOf(reading: Reading): string | undefined {
  if (!("runs" in reading)) return reading.line;
  const [only, ...more] = reading.runs;
  return only && more.length === 0 ? canonical(only.command.words, only) : reading.line;
}

/** A command in one spelling: the words with one space between them, quoted only where they must be. */
function canonical(words: readonly Word[], run?: Run): string {
  const text = words.map(({ value, isBare }) =>
    isBare || /^[\w\-./:,+=@%^]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`,
  );
  // No pattern without `*` has this sign, so only one that leaves the end open covers what is not shown.
  return [...(run?.command.assignments ?? []), ...text, ...(run?.isOpen ? ["\0"] : [])].join(" ");
}

/** The ways in which a rule that forbids may have named the command. */
function spellings(run: Run): string[] {
  const values = run.command.words.map(({ value }) => value);
  const [program = "", ...rest] = values;
  const plain = values.join(" ");
  return [
    canonical(run.command.words, run),
    canonical(run.command.words),
    plain,
    [...run.command.assignments, plain].join(" "),
    [nameOf(program), ...rest].join(" "),
  ];
}

/** May a glob of the line, in quotes or not, come to stand for the program? One of wildcards alone says nothing. */
function isMatchedIn(line: string, program: string): boolean {
  const plainer = line.replace(/\[[^\s'"`]*\]/g, (set) => (/\w/.test(set) ? "*\0*" : "*"));
  const globs = plainer
    .split(/[\s'"`=;|&<>(){}/!,:]+/)
    .filter((part) => /[*?]/.test(part) && /[\w\0]/.test(part));
  return globs.some((glob) => wildcard(glob.toLowerCase().replace(/[?\0]/g, "*"))(program));
}

/** Does a text fit a pattern? Piece by piece, so that no text takes longer than its length. */
function wildcard(pattern: string): (text: string) => boolean {
  const isOpen = pattern.endsWith(" *");
  const [first = "", ...rest] = (isOpen ? pattern.slice(0, -2) : pattern).split("*");
  const last = rest.pop();
  return (text) => {
    if (!text.startsWith(first)) return false;
    let at = first.length;
    for (const piece of rest) {
      const found = text.indexOf(piece, at);
      if (found === -1) return false;
      at = found + piece.length;
    }
    if (last === undefined) return isOpen ? isEndOrSpace(text, at) : at === text.length;
    if (!isOpen) return text.length - at >= last.length && text.endsWith(last);
    for (let found = text.indexOf(last, at); found !== -1; found = text.indexOf(last, found + 1)) {
      if (isEndOrSpace(text, found + last.length)) return true;
    }
    return false;
  };
}

function isEndOrSpace(text: string, at: number): boolean {
  return at === text.length || /\s/.test(text[at] ?? "");
}

/** Do the words of a pattern stand in a text, in this order? */
function mentionOf(pattern: string): (text: string) => boolean {
  const words = pattern.split(/\s+/).filter((word) => /[^*]/.test(word));
  const searches = words.map((written, index) => {
    const word = index === 0 ? nameOf(written) || written : written;
    const inside = word.split(/\*+/).map(escaped).join("\\S*?");
    const start = word.startsWith("*") ? "" : "(?<![\\w-])";
    return new RegExp(`${start}${inside}${word.endsWith("*") ? "" : "(?![\\w-])"}`, "gi");
  });
  return (text) => {
    let at = 0;
    return searches.every((search) => {
      search.lastIndex = at;
      const found = search.test(text);
      at = search.lastIndex;
      return found;
    });
  };
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}
