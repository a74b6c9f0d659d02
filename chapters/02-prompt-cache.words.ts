/** What chapter 2 says beside each step of its play. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";
import { at } from "./moment.ts";

export const TITLE: Bilingual = { en: "The prompt cache", ja: "プロンプトキャッシュ" };

export const QUESTION: Bilingual = {
  en: "Everything is sent every time, and every time it is longer. Who pays for that?",
  ja: "毎回すべてが送られ、そのたびに長くなります。その費用は、誰が払うのでしょうか。",
};

/** In the order of the play. */
export const MOMENTS: readonly Moment[] = [
  at(
    "src/session.ts#freeze-stable-parts",
    "A session begins. Tools, system prompt and memory are read now and frozen: from here on only the conversation may change.",
    "セッションが始まります。tools、システムプロンプト、メモリは今読まれて固定されます。ここから先、変わってよいのは会話だけです。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "A prompt. Nothing is sent yet.",
    "プロンプトです。まだ何も送られていません。",
  ),
  at(
    "src/request/breakpoints.ts#mark-breakpoints",
    "The cache is cold: ░ is what the API had to read. The two ◆ ask it to keep what it worked out, up to there. Keeping for an hour costs double, so this first request costs more than it would without a cache.",
    "キャッシュは空です。░ は、API が実際に読まなければならなかった部分です。2つの ◆ は「ここまでの結果を取っておいて」という頼みです。1時間取っておくと2倍かかるので、最初のリクエストはキャッシュなしより高くつきます。",
  ),
  at(
    "src/loop/batch.ts#runBatch",
    "A file is read. All of it will stand at the end of the next request, and in every request after it.",
    "ファイルを読みます。その全文が次のリクエストの末尾に、そして以後のすべてのリクエストに入ります。",
  ),
  at(
    "src/request/breakpoints.ts#markTails",
    "The first bytes are the same as before, so the API takes up its work at the old ◆ (▓) and reads only what is new (░). There are three ◆ now: the new end, and the old one, where there is something to be found.",
    "先頭のバイトが前と同じなので、API は前の ◆ から仕事を再開し(▓)、新しい部分(░)だけを読みます。◆ は3つになりました。新しい末尾と、取っておいたものが見つかる前回の末尾です。",
  ),
  at("src/log/writer.ts#append-entry", "The next turn.", "次のターンです。"),
  at(
    "src/request/breakpoints.ts#markTails",
    "The hit has grown by exactly what was new before, and both ◆ have moved down. 1,521 tokens are sent and paid like 224. Then the user goes to lunch.",
    "ヒットは、前回新しかった分だけちょうど伸びました。◆ も下へ移りました。送ったのは 1,521 トークン、支払いは 224 トークン分です。ここでユーザーは昼食に出ます。",
  ),
  at(
    "src/session.ts#next-request",
    "Back after 70 minutes. What was kept for an hour is gone. Nobody tells the harness, and it need not know.",
    "70分後に戻りました。1時間の約束で取っておかれたものは、もうありません。ハーネスは知らされませんし、知る必要もありません。",
  ),
  at(
    "src/request/build.ts#build-request",
    "The same bytes and the same answer, at another price. All of it is read and kept anew. A cold cache changes what it costs, never what is said.",
    "バイトも答えも同じで、違うのは値段だけです。全部が読み直され、もう一度取っておかれます。冷えたキャッシュは費用を変えても、答えは変えません。",
  ),
  at(
    "src/session-log.ts#conversation",
    "The process ends. The cache does not: it lives at the API.",
    "プロセスが終わります。キャッシュは終わりません。API の側にあるからです。",
  ),
  at(
    "src/context/system.ts#systemPrompt",
    "Taken up again, with one more byte: a full stop at the end of the system prompt. What was kept a moment ago is still good for an hour.",
    "1バイトだけ増やして再開します。システムプロンプトの末尾のピリオドです。さっき取っておかれたものは、まだ1時間有効です。",
  ),
  at(
    "src/request/digest.ts#digestsOf",
    "Line 14 holds new digests: this process can tell that its system prompt is another one.",
    "14行目は新しいダイジェストです。このプロセスは、システムプロンプトが変わったことを見分けられます。",
  ),
  at(
    "src/request/breakpoints.ts#markLast",
    "Look for the ~: one block in thirteen differs, by one byte. All ten blocks behind it are the same as before and none is read: matching goes from the first byte on and ends at the first difference. The tools before it have no ◆ of their own.",
    "~ を探してください。13行のうち違うのは1行、しかも1バイトです。その後ろの10ブロックは前と同じなのに、1つも読み出せません。照合は先頭から始まり、最初の違いで終わるからです。手前の tools には専用の ◆ がありません。",
  ),
  at(
    "src/session.ts#freeze-stable-parts",
    "Once more. The system prompt stays as it is now; but the tools come in another order.",
    "もう一度開きます。システムプロンプトは今のままで、ツールの順番だけを変えます。",
  ),
  at(
    "src/request/digest.ts#digestsOf",
    "The tools are the same four. Would you have noticed?",
    "ツールは同じ4つです。気づいたでしょうか。",
  ),
  at(
    "src/annex/mcp/frozen-tools.ts#frozenTools",
    "Tools come first of all, so nothing at all can be read. Every later request would be cheap again; the harness that shuffles its tools for each request pays this price each time.",
    "tools はいちばん先頭にあるので、何も読み出せません。このあとのリクエストはまた安くなります。しかし、リクエストのたびに順番が変わるハーネスは、毎回この値段を払います。",
  ),
];
