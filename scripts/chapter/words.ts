/** What the step-through of a chapter says itself, in the two languages. */
import type { Language } from "./chapter.ts";

/** Its words. */
export interface ViewerWords {
  /** The keys, under every page; two spaces part them. In 80 columns they are one row, and with them the help fits 24. */
  readonly keys: string;
  readonly help: string;
  /** A row for each key: the key, and what it does. */
  readonly helpRows: readonly (readonly [key: string, does: string])[];
  readonly marks: readonly string[];
  readonly goTo: (typed: string, count: number) => string;
  readonly find: (typed: string) => string;
  readonly notFound: (text: string) => string;
  readonly noStep: (typed: string, count: number) => string;
  readonly more: (below: number) => string;
  /** Where a play has more steps than the chapter has words. */
  readonly noWords: string;
  readonly next: (number: number) => string;
  readonly steps: (count: number) => string;
  readonly listed: string;
  readonly notUnderstood: (word: string | number) => string;
  readonly noChapter: (number: number, there: readonly number[]) => string;
  readonly usage: string;
}

/** English and Japanese. */
export const VIEWER_WORDS: Readonly<Record<Language, ViewerWords>> = {
  en: {
    keys: "→ ←  g N  / find  d diff  j JSON  t tree  c window  s code  L 日本語  ?  q quit",
    help: "KEYS",
    helpRows: [
      ["→ n Space Enter", "the next step"],
      ["← b p", "the step before; nothing is undone, the steps are data"],
      ["Home End", "the first step, the last one"],
      ["g NUMBER Enter", "that step"],
      ["/ TEXT Enter", "the next step that shows this text; / Enter: once more"],
      ["↑ ↓ PgUp PgDn", "scroll a page that is taller than the terminal"],
      ["d", "what changed from the request before to this one"],
      ["j", "request, response and log lines of this step as JSON"],
      ["t", "the log as a tree, as it stands at this step"],
      ["c", "what fills the context window"],
      ["s", "the code that this step is about"],
      ["Esc, or the same key", "back to the three layers"],
      ["L", "日本語"],
      ["q Ctrl-C", "quit"],
    ],
    marks: [
      "▓ read from the cache   ░ not read from it   ◆ a cache marker",
      "+ new   ~ another block stood there   - gone   = the same",
      "✓ ✗ how a tool ended   ← in the log: hangs on   ← in the API pane: the answer",
      "window: p t m a f s c as in the view c, . free, # kept for a compaction",
    ],
    goTo: (typed, count) => `go to step (1 to ${count}): ${typed}`,
    find: (typed) => `find: ${typed}`,
    notFound: (text) => `"${text}" is on no step.`,
    noStep: (typed, count) => `There is no step ${typed}; there are 1 to ${count}.`,
    more: (below) =>
      below > 0 ? `↓ ${below} more lines below (↑ ↓ to scroll)` : "↑ scroll up for the beginning",
    noWords: "(This step has no words yet.)",
    next: (number) => `Next: npm run chapter ${number}`,
    steps: (count) => `${count} steps`,
    listed: "npm run chapter N steps through a chapter; npm run chapter N all prints it.",
    notUnderstood: (word) => `"${word}" is not understood here.`,
    noChapter: (number, there) => `There is no chapter ${number}; there are ${there.join(", ")}.`,
    usage: [
      "npm run chapter             the chapters",
      "npm run chapter 3           step through chapter 3; without a terminal: print it",
      "npm run chapter 3 5         begin at step 5; without a terminal: print that step",
      "npm run chapter 3 all       print every step",
      "npm run chapter 3 ja        in Japanese, as does HARNESS_LANG=ja",
      "npm takes words that begin with -- for itself, so none are used here.",
    ].join("\n"),
  },
  ja: {
    keys: "→ ←  g N  / 検索  d 差分  j JSON  t 木  c 内訳  s ソース  L English  ?  q 終了",
    help: "キー",
    helpRows: [
      ["→ n Space Enter", "次のステップ"],
      ["← b p", "前のステップ。データを見返すだけで、何も取り消されません"],
      ["Home End", "最初のステップ、最後のステップ"],
      ["g 番号 Enter", "その番号のステップ"],
      ["/ 文字 Enter", "その文字がある次のステップ。/ Enter で同じ検索を続けます"],
      ["↑ ↓ PgUp PgDn", "端末より長いページをスクロールします"],
      ["d", "前のリクエストから何が変わったか"],
      ["j", "このステップのリクエスト、応答、ログの行を JSON で"],
      ["t", "このステップでのログの木"],
      ["c", "コンテキストウィンドウの内訳"],
      ["s", "このステップが扱うコード"],
      ["Esc、または同じキー", "3つの層に戻ります"],
      ["L", "English"],
      ["q Ctrl-C", "終了"],
    ],
    marks: [
      "▓ キャッシュから読んだ   ░ 読んでいない   ◆ キャッシュの目印",
      "+ 新しい   ~ 前は別のブロックだった   - なくなった   = 同じ",
      "✓ ✗ ツールの結果   ログの ← はつながる先   API の ← は応答",
      "ウィンドウの p t m a f s c は内訳(c)の文字、. は空き、# は圧縮のための残り",
    ],
    goTo: (typed, count) => `ステップ番号(1〜${count}): ${typed}`,
    find: (typed) => `検索: ${typed}`,
    notFound: (text) => `「${text}」はどのステップにもありません。`,
    noStep: (typed, count) => `ステップ ${typed} はありません。1〜${count} です。`,
    more: (below) => (below > 0 ? `↓ 下にあと ${below} 行(↑ ↓ でスクロール)` : "↑ 上に続きがあります"),
    noWords: "(このステップの説明はまだありません。)",
    next: (number) => `次は npm run chapter ${number}`,
    steps: (count) => `${count} ステップ`,
    listed: "npm run chapter N で一章ずつ進み、npm run chapter N all で全部を印字します。",
    notUnderstood: (word) => `「${word}」はここでは使えません。`,
    noChapter: (number, there) => `第 ${number} 章はありません。あるのは ${there.join(", ")} です。`,
    usage: [
      "npm run chapter             章の一覧",
      "npm run chapter 3           第 3 章を一歩ずつ。端末でなければ印字します",
      "npm run chapter 3 5         ステップ 5 から。端末でなければそのステップだけを印字します",
      "npm run chapter 3 all       全ステップを印字します",
      "npm run chapter 3 en        英語で(HARNESS_LANG=en でも)",
      "-- で始まる語は npm が受け取ってしまうので、ここでは使いません。",
    ].join("\n"),
  },
};
