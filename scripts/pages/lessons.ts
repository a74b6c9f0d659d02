/** The seven lessons: how their pages are called, and what every one of them is made of. */
import type { Language } from "../chapter/chapter.ts";

/** What the names of a lesson's files begin with, in the order of the chapters. */
export const SLUGS = [
  "01-three-layers",
  "02-prompt-cache",
  "03-agentic-loop",
  "04-session-log",
  "05-context-injection",
  "06-session-commands",
  "07-context-window",
] as const;

/** The second-level headings of a lesson, in their order. */
export const SECTIONS: Readonly<Record<Language, readonly string[]>> = {
  en: ["Run it, and what you see", "How it works", "The laws", "Ways to get it wrong", "Your turn", "Asides"],
  ja: ["動かしてみる", "しくみ", "法則", "よくある間違い", "やってみよう", "余談"],
};

/** Which section of a lesson is which, as `section` of what stands on a page counts them. */
export const SECTION = { run: 1, how: 2, laws: 3, wrong: 4, turn: 5, asides: 6 } as const;

/** The file name of a page in a language: `laws.ja.md`. */
export function fileNamed(name: string, language: Language): string {
  return language === "en" ? `${name}.md` : `${name}.${language}.md`;
}

/** The number of the chapter whose lesson a path is; undefined for another page. */
export function lessonNumber(path: string): number | undefined {
  const at = SLUGS.findIndex((slug) => path.replace(/(\.ja)?\.md$/, "") === `chapters/${slug}`);
  return at === -1 ? undefined : at + 1;
}

/** The line of links below a lesson's title. */
export function navigation(number: number, language: Language): string {
  const other = language === "en" ? "ja" : "en";
  const words = { en: ["日本語", "all chapters"], ja: ["English", "すべての章"] }[language];
  const [before, slug = "", after] = [SLUGS[number - 2], SLUGS[number - 1], SLUGS[number]];
  return [
    `[${words[0]}](${fileNamed(slug, other)})`,
    `[${words[1]}](${fileNamed("README", language)})`,
    ...(before ? [`[← ${number - 1}](${fileNamed(before, language)})`] : []),
    ...(after ? [`[${number + 1} →](${fileNamed(after, language)})`] : []),
  ].join(" · ");
}
