/** What a memory file says besides its words: which files it imports, and what is a note to people only. */
import { dirname, resolve } from "node:path";
import markdown from "markdown-it";

/** An import as it stands in a file: `@docs/style.md`. */
export interface NamedImport {
  /** Without the `@`, and with a space where the file has a backslash and a space. */
  readonly name: string;
  /** The line of the text on which its paragraph begins, from 1. */
  readonly line: number;
}

/** A memory file's text, understood. */
export interface MemoryText {
  /** What the model is shown: without the comments that stand by themselves. */
  readonly text: string;
  readonly imports: readonly NamedImport[];
}

// HTML is told from text, and nothing becomes a link by itself.
const parser = markdown("commonmark", { html: true });

const IMPORT = /(?:^|\s)@((?:\\ |[^\s\\])+)/g;
const COMMENT = /^\s*<!--.*-->\s*$/s;

/** Reads a text as Markdown: an `@` in code, in a comment or within a word imports nothing. Law: imports-in-words */
export function memoryText(source: string): MemoryText {
  const lines = source.split("\n");
  const imports: NamedImport[] = [];
  for (const { type, map, level, content, children } of parser.parse(source, {})) {
    const [from = 0, to = 0] = map ?? [];
    if (type === "html_block" && level === 0 && COMMENT.test(content)) lines.fill(GONE, from, to);
    for (const child of type === "inline" ? (children ?? []) : []) {
      if (child.type !== "text") continue;
      for (const [, name = ""] of child.content.matchAll(IMPORT)) {
        imports.push({ name: name.replaceAll("\\ ", " "), line: from + 1 });
      }
    }
  }
  return { text: lines.filter((line) => line !== GONE).join("\n"), imports };
}

/** Stands in the place of a line that is left out: no line of a text holds a line's end. */
const GONE = "\n";

/**
 * The paths that an import may mean, the likeliest first: the sign at a sentence's end may be part of a name. Relative to
 * the folder of the file that it stands in, or `~/` for the home folder.
 */
export function pathsOf(name: string, importer: string, home: string): string[] {
  const bare = name.replace(/[.,;:!?)\]}"']+$/, "");
  const names = [...new Set([name, bare])].filter((each) => each !== "" && !each.includes("\0"));
  return names.map((each) =>
    each.startsWith("~/") ? resolve(home, each.slice(2)) : resolve(dirname(importer), each),
  );
}

/** Does a name that leads to no file look like one all the same? `@alice` is somebody, `@docs/style.md` is missed. */
export function looksLikeFile(name: string): boolean {
  return /^(~|\.{1,2})?\//.test(name) || /\.[A-Za-z0-9]{1,8}[.,;:!?)]*$/.test(name);
}
