/** What chapter 7 says beside each step of its play. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";

export const TITLE: Bilingual = { en: "The context window", ja: "コンテキストウィンドウ" };

export const QUESTION: Bilingual = {
  en: "What fills the window before you have typed a word, what comes with each file, and what of it is left after a compaction?",
  ja: "まだ何も入力していないうちに何がウィンドウを埋め、ファイルと一緒に何が入り、圧縮のあとには何が残るのでしょうか。",
};

export const MOMENTS: readonly Moment[] = [];
