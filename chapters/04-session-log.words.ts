/** What chapter 4 says beside each step of its play, in the two languages. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";
import { at } from "./moment.ts";

export const TITLE: Bilingual = { en: "The session log is a tree", ja: "セッションログは木である" };

export const QUESTION: Bilingual = {
  en: "A file that only grows holds everything that was ever said in a session, in every branch of it. Which part of it is the conversation?",
  ja: "追記されるだけの1つのファイルに、セッションで話されたことがすべて、枝分かれも含めて入っています。では「今の会話」はその中のどこでしょうか。",
};

/** In the order of the play. */
export const MOMENTS: readonly Moment[] = [
  at(
    "src/opened.ts#openLog",
    "A session is an id and a place for a file. Opening one writes nothing.",
    "セッションとは、ID とファイルの置き場所です。開くだけでは何も書かれません。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "Line 1 stands beside the chain: it has no uuid. Line 2 is the prompt, the root of the tree: it hangs on nothing. Line 3 is a note of the harness for itself, and it hangs on line 2. The chain runs through such notes too.",
    "1行目はチェーンの外にあり、uuid を持ちません。2行目のプロンプトが木の根で、何にもぶら下がりません。3行目はハーネス自身の覚え書きで、2行目にぶら下がります。チェーンはこうした覚え書きも通ります。",
  ),
  at(
    "src/session-log.ts#response-entries",
    "One response, three blocks, three lines. They share the response's id. Look at what was sent: line 2 is in it, the note of line 3 is not.",
    "応答は1つ、ブロックは3つ、ログは3行です。3行は同じ応答の ID を持ちます。送ったものを見てください。2行目は入っていますが、3行目の覚え書きは入っていません。",
  ),
  at(
    "src/loop/batch.ts#runBatch",
    "The command ran here, and its result is a user entry: to the API, whoever is not the model is the user. Line 8 is another note: a hook has run.",
    "コマンドを走らせたのは手元のハーネスで、結果は user エントリになります。API から見れば、モデルでないものはすべてユーザーだからです。8行目はフックが走ったという覚え書きです。",
  ),
  at(
    "src/log/transcript.ts#transcribe",
    "Lines 2 to 9 are one turn: eight entries, each hung on the one before. Of the eight, six were sent or said; the two attachments stay at home. The three lines of the first response have become one assistant message again.",
    "2〜9行目が1ターンです。8つのエントリが、1つ前のものに順にぶら下がっています。送られたり話されたりしたのは6つで、2つの attachment は手元に残ります。最初の応答の3行は、1つの assistant メッセージに戻りました。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "The second turn hangs on the last entry of the first, line 9. The line between them, last-prompt, has no place in the chain.",
    "2ターン目は、1ターン目の最後のエントリ(9行目)にぶら下がります。間にある last-prompt の行は、チェーンの外です。",
  ),
  at(
    "src/session-log.ts#response-entries",
    "Two calls in one response. The entries still stand in a row: the Bash call, line 14, hangs on the Read call, line 13.",
    "1つの応答に呼び出しが2つあります。エントリは一列のままで、Bash の呼び出し(14行目)は Read の呼び出し(13行目)にぶら下がります。",
  ),
  at(
    "src/loop/batch.ts#runBatch",
    "Both run at once, and Read is done first. Its result hangs on its own call, so line 13 has two children now: the chain has become a tree, without anybody rewinding. Bash is still running.",
    "2つは同時に走り、Read が先に終わりました。結果は自分の呼び出しにぶら下がるので、13行目の子は2つになります。巻き戻しをしなくても、チェーンは木になりました。Bash はまだ走っています。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "The process is killed. Nobody could write a farewell: there is no result for the build, and no last-prompt line.",
    "プロセスが強制終了されました。別れの言葉を書く暇はありません。ビルドの結果も、last-prompt の行もありません。",
  ),
  at(
    "src/log/tree.ts#leafOf",
    "Another process. All it has is the file. Two entries have no child: the Bash call (line 14) and Read's result (line 15). The later one in the file is the leaf: line 15.",
    "別のプロセスです。手元にあるのはファイルだけです。子を持たないエントリは2つ、Bash の呼び出し(14行目)と Read の結果(15行目)です。ファイルで後ろにある15行目が葉になります。",
  ),
  at(
    "src/session-log.ts#answer-open-calls",
    "Before anything new is said, the open call is closed: line 17 is an error result for the build that nobody saw end. It is appended, like everything; then the prompt hangs on it.",
    "新しいことを言う前に、開いたままの呼び出しを閉じます。17行目は、終わりを誰も見ていないビルドのエラー結果です。これもほかと同じく追記され、プロンプトはその後ろにぶら下がります。",
  ),
  at(
    "src/log/batch.ts#continuesBatch",
    "The walk from line 18 to the root does not meet the Bash call: it hangs beside the way. It is in the request all the same, with its sibling, and both results stand in one user message. And the cache has outlived the process: the bytes are the same.",
    "18行目から根へたどる道は、Bash の呼び出しを通りません。道の脇にあるからです。それでもリクエストには兄弟の Read と一緒に入り、結果は2つとも1つの user メッセージに並びます。バイト列が同じなので、キャッシュもプロセスより長生きしました。",
  ),
  at(
    "src/commands/rewind.ts#rewind",
    "The user goes back to before “Fix it.”. Nothing is erased: one entry is appended whose parent is line 9, the end of the first turn. Line 9 has two children now.",
    "ユーザーが「Fix it.」の前まで巻き戻します。何も消えません。1ターン目の終わり(9行目)を親とするエントリが、1つ追記されるだけです。9行目の子は2つになりました。",
  ),
  at(
    "src/log/path.ts#walkUp",
    "The new prompt hangs on the rewind entry. Lines 11 to 19 are still in the file, and no longer on the path.",
    "新しいプロンプトは、巻き戻しのエントリにぶら下がります。11〜19行目はファイルに残っていますが、もう経路の上にはありません。",
  ),
  at(
    "src/log/path.ts#pathTo",
    "What is sent is the first turn and the new question, nothing of the other branch. The model says itself that it has not read the file. At the bottom: whoever adds up the lines of this log pays for some calls three times.",
    "送られるのは1ターン目と新しい質問だけで、もう一方の枝は何も入りません。モデル自身が、ファイルを読んでいないと言っています。いちばん下は usage の合計です。行ごとに足すと、同じ呼び出しを3回払うことになります。",
  ),
  at(
    "src/log/read.ts#readLog",
    "25 lines, two processes, two branches, and not one byte was ever rewritten.",
    "25行、2つのプロセス、2本の枝。書き換えられたバイトは1つもありません。",
  ),
];
