/**
 * The page of all claims, `chapters/claims.md`: what the two articles say a harness does, and for each claim the chapter
 * that tells it, the line of the source that names it, and what shows it: a law, an example, or why words have to do.
 */
import { basename } from "node:path";
import { lineAt } from "../parts/lines.ts";
import type { Known } from "./known.ts";
import { lessonNumber } from "./lessons.ts";
import { pageOf } from "./page.ts";
import { withRows } from "./tables.ts";

/** Every claim there is. They are numbered as the articles go, and their numbers stay. */
export const CLAIMS: readonly string[] = [
  ...numbered(1, 1, 14),
  ...numbered(2, 1, 15),
  ...numbered(3, 0, 17),
  ...numbered(4, 1, 7),
  ...["0", "1", "2a", "2b", "2c", "2d", "2e", "3a", "3b", "3c", "3d", "3e"].map((end) => `C-5.${end}`),
  ...["4a", "4b", "4c", "5", "6a", "6b", "6c", "6d"].map((end) => `C-5.${end}`),
  ...numbered(6, 1, 10),
];

function numbered(section: number, first: number, last: number): string[] {
  return Array.from({ length: last - first + 1 }, (_, at) => `C-${section}.${first + at}`);
}

const PATH = "chapters/claims.md";
const LINK = /\[([^\]]*)\]\(([^)#]+)(#[^)]*)?\)/g;

/** The page set right (anchors, and the lines that its links name), and what only a person can set right, a sentence each. */
export function claimsPage(text: string, known: Known): { readonly text: string; readonly faults: string[] } {
  const faults: string[] = [];
  const seen = new Set<string>();
  const page = withRows(text, (cells, line) => {
    const [first = "", words = "", told = "", kept = "", shown = "", ...more] = cells;
    const id = /^(?:<a id="[^"]*"><\/a>)?(C-\d\.\d+[a-e]?)$/.exec(first)?.[1];
    if (!id) return cells;
    const say = (fault: string) => faults.push(`${PATH}:${line}: ${id} ${fault}`);
    if (!CLAIMS.includes(id)) say("is no claim.");
    if (seen.has(id)) say("has a row before.");
    seen.add(id);
    if (words === "") say("is not said in words.");
    for (const fault of toldFaults(id, told, known)) say(fault);
    const source = withLines(kept, (_, __, content) => lineOfClaim(id, content), known, say);
    const proof = withLines(shown, lineOfExample, known, say);
    const explained = /\bexplained: \S.{9,}/.test(shown);
    if (source.count === 0 && !explained) say("names no line of the source.");
    if (proof.count === 0 && !explained)
      say("is shown by nothing: link a law or an example, or write `explained: why`.");
    for (const law of shown.matchAll(/\(laws\.md#([^)]*)\)/g))
      if (!known.laws.has(law[1] ?? "")) say(`names the law "${law[1]}", which is none.`);
    return [`<a id="${id}"></a>${id}`, words, told, source.cell, proof.cell, ...more];
  });
  for (const id of CLAIMS) if (!seen.has(id)) faults.push(`${PATH}: ${id} has no row.`);
  return { text: page, faults };
}

/** The pages that tell a claim name it in a comment, in each language that there is. */
function toldFaults(id: string, cell: string, known: Known): string[] {
  const pages = [...cell.matchAll(LINK)].map((link) => `chapters/${link[2]}`);
  if (pages.length === 0) return ["is told in no chapter."];
  return pages.flatMap((path) => {
    if (lessonNumber(path) === undefined) return [`is told in ${path}, which is no chapter.`];
    return [path, path.replace(/\.md$/, ".ja.md")].flatMap((each) => {
      const text = known.read(each);
      if (text === undefined) return [`is told in ${each}, which is not there.`];
      const named = pageOf(each, text).comments.some((comment) => comment.text.split(/[,\s]+/).includes(id));
      return named ? [] : [`is told in ${each}: put <!-- ${id} --> there where it is.`];
    });
  });
}

type LineOf = (path: string, title: string, content: string) => readonly number[] | undefined;

/** A cell with the line of each of its links into files set right, and how many links it has. */
function withLines(cell: string, lineOf: LineOf, known: Known, say: (fault: string) => void) {
  let count = 0;
  const made = cell.replace(LINK, (link, title: string, href: string, anchor = "") => {
    count += 1;
    if (!href.startsWith("../")) return link;
    const path = href.slice("../".length);
    const content = known.read(path);
    const lines = content === undefined ? undefined : lineOf(path, title, content);
    if (content === undefined) say(`leads to ${path}, which is not there.`);
    else if (!lines) say(`leads to ${path}, which neither names it nor has the test "${title}".`);
    if (!lines || lines.includes(Number(anchor.slice("#L".length)))) return link;
    return `[${title || basename(path)}](${href}#L${lines[0]})`;
  });
  return { cell: made, count };
}

/** The lines of comments that name a claim; undefined where none does. */
function lineOfClaim(id: string, content: string): readonly number[] | undefined {
  const named = new RegExp(`${id.replace(".", "\\.")}(?![0-9a-z])`);
  const lines = content.split("\n").flatMap((line, at) => {
    return /^\s*(\/\*\*|\*|\/\/)/.test(line) && named.test(line) ? [at + 1] : [];
  });
  return lines.length > 0 ? lines : undefined;
}

/** The line of an example: a test's title, or the beginning of one. Where it is a test's, the title is the link's words. */
function lineOfExample(path: string, title: string, content: string): readonly number[] | undefined {
  if (!path.endsWith(".ts")) return [1];
  const at = content.indexOf(`"${title}`);
  return at === -1 ? undefined : [lineAt(content, at)];
}
