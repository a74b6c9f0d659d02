/** Markdown files with a head: YAML between two lines of three dashes, as skills, rules and output styles have it. */
import { isMap, LineCounter, parseDocument } from "yaml";

/** What stands in such a file. */
export interface MarkdownFile {
  /** The head; empty where there is none. */
  readonly head: Readonly<Record<string, unknown>>;
  /** What comes after it, without white space around it. */
  readonly body: string;
}

/** What is wrong with a head, and on which line of the file. */
export interface HeadFault {
  readonly line: number;
  readonly what: string;
}

const HEAD = /^---[ \t]*\r?\n(|[\s\S]*?\r?\n)---[ \t]*(?:\r?\n|$)/;
const BEGUN = /^---[ \t]*\r?\n[\w-]+[ \t]*:/;
/** Characters of a head. The time that YAML takes grows faster than its length. */
const LONGEST = 16_384;
const ENDLESS: HeadFault = {
  line: 1,
  what: "the head that begins here is not ended by a line of three dashes",
};

/**
 * Reads a file's head and its body. Never throws. Heads are written by people, and taken as they are meant: a value that
 * is no YAML, such as `**\/*.ts` or `fixes: this and that`, is the text that stands there.
 */
export function markdownFile(source: string): MarkdownFile | { readonly fault: HeadFault } {
  const head = HEAD.exec(source);
  if (!head) return BEGUN.test(source) ? { fault: ENDLESS } : { head: {}, body: source.trim() };
  const body = source.slice(head[0].length).trim();
  const yaml = head[1] ?? "";
  if (yaml.length > LONGEST)
    return { fault: { line: 1, what: `the head is longer than ${LONGEST} characters` } };
  const strict = valuesOf(yaml);
  const meant = "fault" in strict ? valuesOf(quoted(yaml)) : strict;
  if ("values" in meant) return { head: meant.values, body };
  return "fault" in strict ? strict : meant;
}

type Values = { readonly values: Readonly<Record<string, unknown>> } | { readonly fault: HeadFault };

function valuesOf(yaml: string): Values {
  const lines = new LineCounter();
  const document = parseDocument(yaml, { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  // The head begins on the file's second line.
  if (error) return { fault: { line: lines.linePos(error.pos[0]).line + 1, what: error.message } };
  if (document.contents === null) return { values: {} };
  if (!isMap(document.contents)) return { fault: { line: 2, what: "it is no list of names and values" } };
  try {
    return { values: document.toJS() };
  } catch (error) {
    return { fault: { line: 2, what: error instanceof Error ? error.message : String(error) } };
  }
}

/** Each value that begins on its name's or its dash's line as a text in quotes, but for those that are quoted, blocks, or yes and no. */
function quoted(yaml: string): string {
  return yaml.replace(
    /^([\w-]+:|[ \t]*-)[ \t]+(?!["'|>]|(?:true|false)\s*$)(\S.*)$/gm,
    (_, lead: string, value: string) => `${lead} ${JSON.stringify(value.trim())}`,
  );
}
