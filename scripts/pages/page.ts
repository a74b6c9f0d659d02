/** A page of Markdown as its checks see it: headings, fences, links, list items, tables, comments, each with its line. */
import MarkdownIt from "markdown-it";
import type Token from "markdown-it/lib/token.mjs";
import type { Language } from "../chapter/chapter.ts";

/** Something on a page, and where: `section` counts the second-level headings above it. */
interface Placed {
  /** Counted from 1. */
  readonly line: number;
  readonly section: number;
}

export interface Heading extends Placed {
  readonly level: number;
  readonly text: string;
}

export interface Fence extends Placed {
  /** What stands behind the opening marks. */
  readonly info: string;
  readonly text: string;
  /** The line of its closing marks. */
  readonly lastLine: number;
  /** Inside a list or a quotation. */
  readonly nested: boolean;
}

export interface Link extends Placed {
  /** As it is written. */
  readonly href: string;
}

/** A list item, a paragraph or a table's cell: its source. */
export interface Words extends Placed {
  readonly text: string;
}

/** One page. */
export interface Page {
  /** From the project's root. */
  readonly path: string;
  readonly language: Language;
  readonly text: string;
  readonly headings: readonly Heading[];
  readonly fences: readonly Fence[];
  readonly links: readonly Link[];
  readonly items: readonly Words[];
  readonly paragraphs: readonly Words[];
  readonly cells: readonly Words[];
  /** What stands in HTML comments, trimmed. */
  readonly comments: readonly Words[];
  /** Names that an HTML tag gives: `<a id="leaf">`. */
  readonly ids: readonly string[];
}

const markdown = new MarkdownIt({ html: true });
// A link is compared as it is written, and files are looked up by it.
markdown.normalizeLink = (href) => href;
markdown.validateLink = () => true;

/** Pages as they were read last: the list of the laws is looked into for every link to a law. */
const pages = new Map<string, Page>();

/** Reads a page. Its language is in its name: `NN-slug.ja.md`. */
export function pageOf(path: string, text: string): Page {
  const before = pages.get(path);
  const page = before?.text === text ? before : read(path, text);
  pages.set(path, page);
  return page;
}

function read(path: string, text: string): Page {
  const placed = places(markdown.parse(text, {}));
  const inline = placed.filter(({ token }) => token.type === "inline");
  const html = placed.flatMap(htmlIn);
  return {
    path,
    language: path.endsWith(".ja.md") ? "ja" : "en",
    text,
    headings: inline.filter(({ inside }) => inside === "heading_open").map(headingOf),
    fences: placed.filter(({ token }) => token.type === "fence").map(fenceOf),
    links: inline.flatMap(linksOf),
    items: inline.filter(({ inside, item }) => item && inside === "paragraph_open").map(wordsOf),
    paragraphs: inline.filter(({ inside, item }) => !item && inside === "paragraph_open").map(wordsOf),
    cells: inline.filter(({ inside }) => /^t[hd]_open$/.test(inside)).map(wordsOf),
    comments: html.flatMap(({ text: tag, ...at }) => {
      const said = /^<!--([\s\S]*?)-->/.exec(tag.trim())?.[1];
      return said === undefined ? [] : [{ ...at, text: said.trim() }];
    }),
    ids: html.flatMap(({ text: tag }) => [...tag.matchAll(/\bid="([^"]+)"/g)].map((match) => match[1] ?? "")),
  };
}

interface PlacedToken extends Placed {
  readonly token: Token;
  /** The type of the token before it: what it stands in. */
  readonly inside: string;
  readonly tag: string;
  readonly item: boolean;
}

function places(tokens: readonly Token[]): PlacedToken[] {
  let section = 0;
  let lists = 0;
  let line = 1;
  return tokens.map((token, at) => {
    const before = tokens[at - 1];
    if (token.type === "list_item_open") lists += 1;
    if (token.type === "list_item_close") lists -= 1;
    if (token.type === "heading_open" && token.tag === "h2") section += 1;
    if (token.map) line = token.map[0] + 1;
    return { token, line, section, inside: before?.type ?? "", tag: before?.tag ?? "", item: lists > 0 };
  });
}

function headingOf({ token, tag, line, section }: PlacedToken): Heading {
  return { level: Number(tag.slice(1)), text: token.content, line, section };
}

function fenceOf({ token, line, section }: PlacedToken): Fence {
  const lastLine = token.map?.[1] ?? line;
  const text = token.content.replace(/\n$/, "");
  return { info: token.info.trim(), text, line, lastLine, section, nested: token.level > 0 };
}

function linksOf({ token, line, section }: PlacedToken): Link[] {
  const opens = (token.children ?? []).filter(({ type }) => type === "link_open");
  return opens.map((open) => ({ href: open.attrGet("href") ?? "", line, section }));
}

function wordsOf({ token, line, section }: PlacedToken): Words {
  return { text: token.content, line, section };
}

function htmlIn({ token, line, section }: PlacedToken): Words[] {
  const tags = [token, ...(token.children ?? [])].filter(({ type }) => /^html_(block|inline)$/.test(type));
  return tags.flatMap(({ content }) =>
    (content.match(/<!--[\s\S]*?-->|<[^>]+>/g) ?? []).map((text) => ({ text, line, section })),
  );
}
