/** The words of the views themselves, in the two languages. The field's terms (request, tool_use, usage) stay as they are. */
import type { Language } from "./language.ts";

/** What a view says by itself. */
export interface Labels {
  readonly api: string;
  readonly harness: string;
  readonly log: string;
  readonly process: (pid: number) => string;
  readonly nothingSent: string;
  readonly nothingWritten: string;
  readonly asBefore: (blocks: number) => string;
  readonly read: string;
  readonly written: string;
  readonly fresh: string;
  readonly allInput: string;
  readonly out: (tokens: string) => string;
  readonly opened: (id: string) => string;
  /** `lines`: 0 where they were not counted. */
  readonly resumed: (id: string, lines: number) => string;
  readonly said: string;
  readonly sends: (stop: string) => string;
  readonly started: (order: number) => string;
  readonly done: (order: number, called: number) => string;
  readonly turnEnd: (stop: string, steps: number) => string;
  readonly exited: string;
  readonly command: string;
  /** Time that passes and in which nothing is done. */
  readonly passed: (minutes: number) => string;
  readonly ledger: string;
  readonly more: (below: number) => string;
}

/** English and Japanese. */
export const LABELS: Readonly<Record<Language, Labels>> = {
  en: {
    api: "API",
    harness: "HARNESS",
    log: "LOG",
    process: (pid) => `process ${pid}`,
    nothingSent: "nothing is sent",
    nothingWritten: "nothing is written",
    asBefore: (blocks) => `… ${blocks} blocks, the same as before`,
    read: "read from cache",
    written: "written",
    fresh: "fresh",
    allInput: "all input",
    out: (tokens) => `${tokens} tokens out`,
    opened: (id) => `begins session ${id}`,
    resumed: (id, lines) =>
      `takes up session ${id}: ${lines > 0 ? `its log has ${lines} lines` : "only the end of its long log was read"}`,
    said: "the user says",
    sends: (stop) => (stop === "tool_use" ? "logs the answer, then runs its tools" : "logs the answer"),
    started: (order) => `starts: call ${order}`,
    done: (order, called) => `is done: call ${called}, result ${order}`,
    turnEnd: (stop, steps) => `the turn is over: ${stop}, after ${steps} ${steps === 1 ? "step" : "steps"}`,
    exited: "exits",
    command: "the user gives the command",
    passed: (minutes) => `… ${minutes} minutes pass`,
    ledger: "beside the chain",
    more: (below) =>
      below > 0 ? `↓ ${below} more lines below (↑ ↓ to scroll)` : "↑ scroll up for the beginning",
  },
  ja: {
    api: "API",
    harness: "ハーネス",
    log: "ログ",
    process: (pid) => `プロセス ${pid}`,
    nothingSent: "何も送られません",
    nothingWritten: "何も書かれません",
    asBefore: (blocks) => `… ${blocks} ブロック(前回と同じ)`,
    read: "キャッシュ読み",
    written: "書き",
    fresh: "新規",
    allInput: "入力合計",
    out: (tokens) => `出力 ${tokens} トークン`,
    opened: (id) => `セッション ${id} を始めます`,
    resumed: (id, lines) =>
      `セッション ${id} を再開します: ${lines > 0 ? `ログは ${lines} 行` : "ログが長いため、末尾だけを読みました"}`,
    said: "ユーザーの発言",
    sends: (stop) => (stop === "tool_use" ? "応答をログに書き、ツールを走らせます" : "応答をログに書きます"),
    started: (order) => `開始: 呼び出し ${order}`,
    done: (order, called) => `完了: 呼び出し ${called}、結果 ${order}`,
    turnEnd: (stop, steps) => `ターン終了: ${stop}、${steps} ステップ`,
    exited: "終了します",
    command: "ユーザーのコマンド",
    passed: (minutes) => `… ${minutes} 分がたちます`,
    ledger: "チェーンの外",
    more: (below) => (below > 0 ? `↓ 下にあと ${below} 行(↑ ↓ でスクロール)` : "↑ 上に続きがあります"),
  },
};
