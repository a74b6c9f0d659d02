/** The words of a law's report in the two languages, and where a law is written about. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Language } from "#src/terminal/language.ts";

const CHAPTERS = fileURLToPath(new URL("../../chapters/", import.meta.url));

/** What a report says around what the law and the case say. */
export interface LawWords {
  readonly broken: string;
  readonly smallest: (shrinks: number) => string;
  readonly because: string;
  readonly expected: string;
  readonly got: string;
  readonly leaf: string;
  readonly noMore: string;
  readonly differs: (character: number) => string;
  readonly rest: (expected: number, got: number) => string;
  readonly replay: string;
  readonly chapter: string;
  /** What laws themselves say of a cause, where it is not as they say it. */
  readonly causes: Readonly<Record<string, string>>;
}

/** English and Japanese. */
export const LAW_WORDS: Readonly<Record<Language, LawWords>> = {
  en: {
    broken: "The law does not hold:",
    smallest: (shrinks) => `Smallest case found (after ${shrinks} shrinks):`,
    because: "Because:",
    expected: "Expected",
    got: "Got",
    leaf: "leaf",
    noMore: "(nothing more)",
    differs: (character) => `from character ${character} on`,
    rest: (expected, got) => `then ${expected} more were expected, and ${got} more came`,
    replay: "Replay:",
    chapter: "Chapter:",
    causes: {},
  },
  ja: {
    broken: "法則が成り立ちません:",
    smallest: (shrinks) => `見つかった最小の例(${shrinks} 回の縮小後):`,
    because: "理由:",
    expected: "期待",
    got: "実際",
    leaf: "葉",
    noMore: "(これ以上ありません)",
    differs: (character) => `${character} 文字目から違います`,
    rest: (expected, got) => `このあと、期待は ${expected} 個、実際は ${got} 個です`,
    replay: "再現:",
    chapter: "章:",
    causes: {
      "the leaf is another one": "葉が違います",
      "the path is another one": "経路が違います",
      "the request does not begin with the bytes of the one before":
        "リクエストの先頭が、前のリクエストのバイト列と一致しません",
      "the last marker is not on the last block that stays":
        "最後のマーカーが、残るブロックの最後に付いていません",
      "Property failed by returning false": "判定が false でした",
    },
  },
};

/** What is said of a law in `chapters/laws.md`: its sentence there, and the page of its chapter. */
export interface LawPlace {
  readonly sentence?: string;
  /** From the project's root. */
  readonly page?: string;
}

/** Looks a law up. Nothing where the list of laws is not there, or does not name it. */
export function placeOf(id: string, language: Language, chapters: string = CHAPTERS): LawPlace {
  const suffix = language === "ja" ? ".ja.md" : ".md";
  const list = readOr(join(chapters, `laws${suffix}`)) ?? readOr(join(chapters, "laws.md"));
  if (list === undefined) return {};
  let chapter = "";
  for (const line of list.split("\n")) {
    chapter = /^##\s+(\d+)/.exec(line)?.[1] ?? (line.startsWith("## ") ? "" : chapter);
    const [, first = "", sentence] = line.split(/(?<!\\)\|/).map((cell) => cell.trim());
    if (first.replace(/<[^>]*>|`/g, "").trim() !== id) continue;
    const page = pageOf(chapter, language, chapters);
    return { ...(sentence ? { sentence: sentence.replaceAll("\\|", "|") } : {}), ...(page ? { page } : {}) };
  }
  return {};
}

/** The page of a chapter by its number, from the root; in English where it is not there in the language. */
export function pageOf(chapter: string, language: Language, chapters: string): string | undefined {
  if (chapter === "") return undefined;
  const suffix = language === "ja" ? ".ja.md" : ".md";
  const pages = readdirSync(chapters).filter((name) => name.startsWith(`${chapter.padStart(2, "0")}-`));
  const page =
    pages.find((name) => name.endsWith(suffix) && (suffix !== ".md" || !name.endsWith(".ja.md"))) ??
    pages.find((name) => name.endsWith(".md"));
  return page && `chapters/${page}`;
}

function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}
