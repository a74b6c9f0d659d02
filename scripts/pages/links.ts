/** The links of a page inside the project: the file is there, and so is the place in it. */
import { dirname, join, normalize } from "node:path";
import type { Known } from "./known.ts";
import { type Page, pageOf } from "./page.ts";

/**
 * Links that lead nowhere, and those of a page in Japanese that lead to a page in English where there is one in Japanese; a
 * sentence each. To a place within a page they may: the Japanese one need not have it.
 */
export function linkFaults(page: Page, known: Known): string[] {
  return page.links.flatMap(({ href, line }) => {
    if (/^[a-z]+:/.test(href)) return [];
    const place = `${page.path}:${line}`;
    const [file = "", anchor] = decodeURI(href).split("#");
    const path = file === "" ? page.path : normalize(join(dirname(page.path), file));
    const text = file === "" ? page.text : known.read(path.replace(/\/$/, ""));
    if (text === undefined) return [`${place}: "${href}" leads to no file.`];
    const japanese = path.replace(/(\.ja)?\.md$/, ".ja.md");
    const isOther = page.language === "ja" && path.endsWith(".md") && !path.endsWith(".ja.md");
    const isSwitch = japanese === page.path;
    return [
      ...(isOther && !isSwitch && anchor === undefined && known.read(japanese) !== undefined
        ? [`${place}: "${href}" is in English, and there is ${japanese}.`]
        : []),
      ...(anchor === undefined || anchorsOf(path, text, anchor)
        ? []
        : [`${place}: "${href}": the file has no such place.`]),
    ];
  });
}

/** Is an anchor of a file there: a line of a source, a heading or a named place of a page? */
function anchorsOf(path: string, text: string, anchor: string): boolean {
  const [, from, to = from] = /^L(\d+)(?:-L?(\d+))?$/.exec(anchor) ?? [];
  if (from) return Number(to) <= text.trimEnd().split("\n").length;
  if (!path.endsWith(".md")) return false;
  const page = pageOf(path, text);
  return page.ids.includes(anchor) || slugsOf(page).includes(anchor);
}

/** The anchors that GitHub makes of headings: small letters, no punctuation, dashes for blanks, a number behind the second one. */
function slugsOf({ headings }: Page): string[] {
  const seen = new Map<string, number>();
  return headings.map(({ text }) => {
    const bare = text
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .replace(/<[^>]*>/g, "")
      .trim();
    const slug = bare
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
      .replaceAll(" ", "-");
    const before = seen.get(slug) ?? 0;
    seen.set(slug, before + 1);
    return before === 0 ? slug : `${slug}-${before}`;
  });
}
