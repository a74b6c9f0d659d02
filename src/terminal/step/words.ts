/** The words of the views of a step, in the two languages. The field's terms stay as they are. */
import { TREE_WORDS, type TreeWords } from "../../annex/log/drawn/draw-tree.ts";
import { BUFFER, FREE } from "../../annex/window/categories.ts";
import type { Kind } from "../context/grid.ts";
import { LABELS, type Labels } from "../labels.ts";
import type { Language } from "../language.ts";

/** What the views of a step say themselves. */
export interface StepWords {
  readonly labels: Labels;
  /** Names of the views, over them. */
  readonly diff: string;
  readonly json: string;
  readonly tree: string;
  readonly context: string;
  readonly source: string;
  readonly window: string;
  readonly lines: (count: number) => string;
  readonly fill: (used: string, window: string, percent: string) => string;
  /** Which request a view is about, where it was not sent in this step. */
  readonly sentIn: (request: number, step: number) => string;
  readonly notSent: string;
  readonly notWritten: string;
  readonly request: (number: number) => string;
  readonly against: (request: number) => string;
  readonly first: string;
  readonly same: (blocks: number, tokens: string) => string;
  readonly sameBehind: (blocks: number, tokens: string) => string;
  readonly differs: (character: number) => string;
  readonly was: string;
  readonly is: string;
  readonly setting: string;
  readonly nothingChanged: string;
  readonly drawn: TreeWords;
  readonly kinds: Readonly<Record<Kind, string>>;
}

/** English and Japanese. */
export const STEP_WORDS: Readonly<Record<Language, StepWords>> = {
  en: {
    labels: LABELS.en,
    diff: "WHAT CHANGED IN THE REQUEST",
    json: "JSON",
    tree: "TREE OF THE LOG",
    context: "CONTEXT WINDOW",
    source: "SOURCE",
    window: "window",
    lines: (count) => (count === 1 ? "1 line" : `${count} lines`),
    fill: (used, window, percent) => `${used} of ${window} tokens (${percent})`,
    sentIn: (request, step) => `request ${request}, sent in step ${step}`,
    notSent: "nothing was sent yet",
    notWritten: "nothing was written yet",
    request: (number) => `request ${number}`,
    against: (request) => `against request ${request}`,
    first: "the first request: all of it is new",
    same: (blocks, tokens) =>
      `${blocks} ${blocks === 1 ? "block" : "blocks"} the same from the beginning (${tokens} tokens)`,
    sameBehind: (blocks, tokens) =>
      `${blocks} ${blocks === 1 ? "block" : "blocks"} the same, but behind a change (${tokens} tokens)`,
    differs: (character) => `differs from character ${character} on`,
    was: "was",
    is: "is",
    setting: "setting",
    nothingChanged: "nothing else: the one begins with all of the other",
    drawn: TREE_WORDS,
    kinds: {
      "System prompt": "System prompt",
      "System tools": "System tools",
      "MCP tools": "MCP tools",
      "Custom agents": "Custom agents",
      "Memory files": "Memory files",
      Skills: "Skills",
      Messages: "Messages",
      [FREE]: "Free space",
      [BUFFER]: "Autocompact buffer",
    },
  },
  ja: {
    labels: LABELS.ja,
    diff: "リクエストの変化",
    json: "JSON",
    tree: "ログの木",
    context: "コンテキストウィンドウ",
    source: "ソース",
    window: "ウィンドウ",
    lines: (count) => `${count} 行`,
    fill: (used, window, percent) => `${window} トークン中 ${used}(${percent})`,
    sentIn: (request, step) => `リクエスト ${request}(ステップ ${step} で送信)`,
    notSent: "まだ何も送られていません",
    notWritten: "まだ何も書かれていません",
    request: (number) => `リクエスト ${number}`,
    against: (request) => `リクエスト ${request} との比較`,
    first: "最初のリクエストです。すべてが新しい内容です",
    same: (blocks, tokens) => `先頭から ${blocks} ブロックが同じ(${tokens} トークン)`,
    sameBehind: (blocks, tokens) =>
      `${blocks} ブロックは同じですが、変化の後ろにあります(${tokens} トークン)`,
    differs: (character) => `${character} 文字目から違います`,
    was: "前",
    is: "今",
    setting: "設定",
    nothingChanged: "ほかに変化はありません。前の内容すべてで始まっています",
    drawn: {
      leaf: "リーフ",
      legend: "● 会話に入る   · パス上だが会話に入らない   ○ パスの外",
      counted: (entries, onPath, beside) =>
        `エントリは ${entries}、そのうちパス上は ${onPath}。木の外の行は ${beside}。`,
    },
    kinds: {
      "System prompt": "システムプロンプト",
      "System tools": "システムツール",
      "MCP tools": "MCP ツール",
      "Custom agents": "カスタムエージェント",
      "Memory files": "メモリファイル",
      Skills: "スキル",
      Messages: "メッセージ",
      [FREE]: "空き領域",
      [BUFFER]: "自動圧縮バッファ",
    },
  },
};
