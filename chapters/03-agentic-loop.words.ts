/** What chapter 3 says beside each step of its play. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";
import { at } from "./moment.ts";

export const TITLE: Bilingual = { en: "The agentic loop, and thinking", ja: "エージェントループと思考" };

export const QUESTION: Bilingual = {
  en: "One sentence from you, four calls to the API, five tool runs. Who decides that there is another step, and who that it is enough?",
  ja: "あなたの一言で、API が4回呼ばれ、ツールが5回走ります。「もう1ステップ」と決めるのは誰で、「もう十分」と決めるのは誰でしょうか。",
};

/** In the order of the play. */
export const MOMENTS: readonly Moment[] = [
  at(
    "src/loop/turn.ts#turn",
    "A project whose check fails. A turn begins with one message of the user and ends when the model asks for nothing more.",
    "チェックの通らないプロジェクトです。ターンはユーザーの1つのメッセージで始まり、モデルが何も頼まなくなったところで終わります。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "The one thing that the user says in this turn.",
    "このターンでユーザーが言うのは、これだけです。",
  ),
  at(
    "src/loop/step.ts#step",
    "Step 1. One answer: a thought, a sentence, three calls, and stop_reason tool_use. The model has not run anything. It has stopped writing, and waits to be called again; or rather, it does not wait, for it is gone.",
    "ステップ1です。応答は1つで、思考、文章、3つの呼び出し、そして stop_reason は tool_use です。モデルは何も実行していません。書くのをやめて、次の呼び出しを待っています。正確には、待ってもいません。もういないのです。",
  ),
  at(
    "src/loop/batch.ts#runBatch",
    "The harness runs all three at once. Each result is a line as soon as its tool is done, and hangs on its own call. The check fails; that is information, not an error of the harness.",
    "ハーネスは3つを同時に走らせます。結果はツールが終わり次第1行になり、自分の呼び出しにぶら下がります。チェックは失敗しましたが、これはハーネスのエラーではなく、情報です。",
  ),
  at(
    "src/log/transcript.ts#transcribe",
    "Step 2. The thought goes back, unaltered; then the three calls, and all three results in ONE user message, in the order in which they were done. And the model thinks again, between two calls of one turn: that is interleaved thinking.",
    "ステップ2です。思考が無改変で戻り、3つの呼び出しが続き、3つの結果は1つの user メッセージに、終わった順で入ります。モデルは同じターンの呼び出しの合間に、また考えています。これが interleaved thinking です。",
  ),
  at(
    "src/tools/run.ts#runCall",
    "It gathered; now it acts. The result says what has happened to the file.",
    "集めたので、次は行動です。結果には、ファイルに何が起きたかが書かれます。",
  ),
  at(
    "src/loop/stops.ts#stopRule",
    "Step 3. Nobody told the harness to verify. The model asks for the check because it has read, in the request, that the file was changed.",
    "ステップ3です。確かめろとハーネスに命じた人はいません。ファイルが変わったとリクエストに書いてあるので、モデルがチェックを頼むのです。",
  ),
  at("src/loop/batch.ts#runOne", "The fifth tool run of the turn.", "このターンで5回目のツール実行です。"),
  at(
    "src/loop/turn.ts#turn",
    "Step 4: end_turn. No call, so there is nothing to send back, and the loop ends. One sentence of the user, four requests; the harness never planned a step.",
    "ステップ4、end_turn です。呼び出しがなく、返すものもないので、ループは終わります。ユーザーの一言で、リクエストは4つでした。ハーネスは1歩も計画していません。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "Another turn, and another way to stop.",
    "次のターンでは、別の止まり方を見ます。",
  ),
  at(
    "src/loop/stops.ts#RULES",
    "max_tokens: the answer was cut off in mid-sentence. That is neither tool_use nor an end. Line 21 is the harness's own word to the model: go on where you stopped.",
    "max_tokens です。応答は文の途中で切れました。tool_use でも終わりでもありません。21行目は、ハーネスからモデルへの言葉です。「止まったところから続けてください」。",
  ),
  at(
    "src/loop/stops.ts#stopRule",
    "It goes on. Such requests are counted: three in a row at most, and then the turn ends and you are told.",
    "続きが来ました。こうした頼みは数えられています。続けて3回までで、それを超えるとターンは終わり、そのことが伝えられます。",
  ),
  at(
    "src/session.ts#next-request",
    "Now this harness is given a bad habit: it tidies the model's thoughts before it sends them.",
    "ここで、このハーネスに悪い癖をつけます。モデルの思考を、送る前に「整える」のです。",
  ),
  at(
    "src/log/transcript.ts#wholeThinking",
    "Three full stops are gone (~). A thinking block is signed, the signature does not fit any more, and the API answers 400. The harness says so and ends the turn; nothing is lost, the prompt is in the log.",
    "消えたのはピリオド3つです(~)。思考ブロックには署名があり、もう合わないので、API は 400 を返します。ハーネスはそれを伝えてターンを終えます。プロンプトはログにあり、何も失われません。",
  ),
  at(
    "src/session-log.ts#response-entries",
    "The habit is dropped. The log holds the thoughts as they came, so there is nothing to repair.",
    "癖を直しました。ログの思考は届いたままなので、修復するものはありません。",
  ),
  at(
    "src/session-log.ts#conversation",
    "The original bytes are back, and with them the cache (▓). Sent back as it came: that is the whole duty of a harness towards thinking.",
    "元のバイトに戻り、キャッシュも戻りました(▓)。届いたままを返す。思考に対するハーネスの務めは、それだけです。",
  ),
];
