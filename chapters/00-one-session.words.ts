/** What the guided run says beside each step, in the two languages. */
import type { Frame } from "#src/terminal/frames.ts";
import type { Language } from "#src/terminal/language.ts";

/** What to look at in a frame; the keys are the moments of this run, in their order. */
export interface Words {
  readonly title: string;
  readonly intro: string;
  readonly moments: {
    readonly begin: string;
    readonly firstPrompt: string;
    readonly firstRequest: string;
    readonly batch: string;
    readonly results: string;
    readonly secondPrompt: string;
    readonly edit: string;
    readonly oneTool: string;
    readonly shell: string;
    readonly check: string;
    readonly lastOfTurn: string;
    readonly exit: string;
    readonly resume: string;
    readonly thirdPrompt: string;
    readonly afterResume: string;
    readonly cacheLost: string;
    readonly end: string;
  };
  readonly summary: string;
  readonly next: string;
  readonly keys: string;
}

/** The words by language. */
export const WORDS: Readonly<Record<Language, Words>> = {
  en: {
    title: "One session, seen through",
    intro:
      "A coding agent has three layers. The API thinks and remembers nothing. The harness, a program on your machine, does everything else. The session log keeps the conversation. This is one real session of this harness, against a mock API inside this program.",
    moments: {
      begin:
        "A session begins. It has an id and a place for its log; nothing is written until something is said.",
      firstPrompt:
        "The user speaks. Before anything is sent, the prompt is a line in the log. If the power failed now, nothing said would be lost.",
      firstRequest:
        "The request is put together from disk and log: tools, system prompt, messages. The two ◆ ask the API to keep what it computed up to there. The cache is cold, so all of it is new. The answer asks for three tools: one API response, one log line for each of its blocks.",
      batch:
        "The harness runs all three tools at once. The two Reads were called after the command and are done before it, so their results come first in the log. Each result hangs on its own call.",
      results:
        "The whole conversation is sent again, rebuilt from the log. It begins with the bytes of the request before, so the API reads that part from its cache (▓) and computes only what is new (░). The model says end_turn: the turn is over.",
      secondPrompt:
        "The second turn. The new line hangs on the last one: the log is a linked list that grows at its end.",
      edit: "Gather, act, verify: the model read first; now it asks for a change. Look at the ▓ part: it has grown by exactly what was new before.",
      oneTool:
        "A tool that changes a file stays inside the project folder, and changes only what was read before: the log knows. The result is a user entry: in the API's eyes, the user answers.",
      shell:
        "The file tools cannot leave the project folder; the shell can do whatever you can. That is why a harness asks before it runs a command. This run allows all: its project is a throw-away folder.",
      check:
        "The model wants to see that it works. Still the same turn: the loop goes on for as long as stop_reason is tool_use.",
      lastOfTurn: "No tool asked for, so the turn ends. One message of the user, several requests.",
      exit: "The process ends. It takes nothing with it that matters: the conversation is in the log.",
      resume:
        "Another process opens the session. It reads the log, finds the newest leaf, walks to the root. Opening writes nothing.",
      thirdPrompt: "The prompt goes into the same file and hangs on the last entry of the other process.",
      afterResume:
        "The rebuilt request has the same bytes as if the first process had gone on, so the cache is still good: it lives for an hour, in the API, not in a process. And the model can answer, though it remembers nothing.",
      cacheLost:
        "One byte of the system prompt is different: a full stop at the end of the second system block. The conversation stands behind it, and the marker that the tools were kept by stands there too, so everything is computed again: nothing is read. The answer is the same. The cache changes the price, never the answer.",
      end: "That was one session.",
    },
    summary: "What was sent, and what of it had to be computed",
    next: "Where a request is put together: src/request/build.ts. Look into a log of your own: npm run -s glass -- log tree FILE. The same with one byte changed: npm start -- --one-byte",
    keys: "→ next   ← back   Home/End   L 日本語   q quit",
  },
  ja: {
    title: "ひとつのセッションを透かして見る",
    intro:
      "コーディングエージェントは3つの層でできています。API は考えるだけで、何も覚えません。ハーネスは手元で動くプログラムで、それ以外のすべてを引き受けます。セッションログは会話を残します。これから見るのは、このハーネスの本物のセッションです。相手はこのプログラムの中の模擬 API です。",
    moments: {
      begin: "セッションが始まります。ID とログの置き場所は決まりましたが、誰かが話すまで何も書かれません。",
      firstPrompt:
        "ユーザーが話しました。送信より先に、まずログの1行になります。ここで電源が落ちても、話したことは失われません。",
      firstRequest:
        "リクエストはディスクとログから組み立てられます。tools、system、messages の順です。2つの ◆ は「ここまでの計算結果を取っておいて」という目印です。キャッシュはまだ空なので、全部が新規です。応答はツールを3つ求めています。API の応答は1つ、ログはブロックごとに1行です。",
      batch:
        "ハーネスは3つのツールを同時に走らせます。2つの Read はコマンドの後に呼ばれましたが先に終わったので、ログでも先に並びます。結果はそれぞれ自分の呼び出しにぶら下がります。",
      results:
        "会話全体がログから再構築され、もう一度送られます。先頭は前回のリクエストとバイト単位で同じなので、API はその部分をキャッシュから読み(▓)、新しい部分だけを計算します(░)。stop_reason が end_turn なので、ターンはここで終わりです。",
      secondPrompt:
        "2ターン目です。新しい行は直前の行にぶら下がります。ログは末尾に伸びていく連結リストです。",
      edit: "集めて、動いて、確かめる。モデルは先に読み、いま変更を求めています。▓ の部分を見てください。前回新しかった分だけ、ちょうど伸びています。",
      oneTool:
        "ファイルを変えるツールは、プロジェクトフォルダーの外へ出られず、先に読んだファイルしか変えません。読んだかどうかはログが知っています。結果は user エントリです。API から見れば、答えているのはユーザーです。",
      shell:
        "ファイルのツールはプロジェクトフォルダーの外へ出られませんが、シェルはあなたにできることを何でもできます。だからハーネスはコマンドの前に許可を求めます。この実行は使い捨てのフォルダーなので、すべて許可しています。",
      check:
        "モデルは動くことを確かめたがっています。まだ同じターンです。stop_reason が tool_use の間、ループは続きます。",
      lastOfTurn:
        "ツールが求められていないので、ターンは終わりです。ユーザーの発言は1回、リクエストは数回でした。",
      exit: "プロセスが終わります。大事なものは何も持っていきません。会話はログにあります。",
      resume:
        "別のプロセスがセッションを開きます。ログを読み、最新の葉を見つけ、根までたどります。開くだけでは何も書かれません。",
      thirdPrompt: "プロンプトは同じファイルに入り、前のプロセスの最後のエントリにぶら下がります。",
      afterResume:
        "再構築されたリクエストは、最初のプロセスが続けていた場合とバイト単位で同じです。だからキャッシュは有効なままです。キャッシュは1時間、プロセスではなく API の側で生きています。そしてモデルは、何も覚えていないのに答えられます。",
      cacheLost:
        "システムプロンプトが1バイトだけ違います。2つ目の system ブロックの末尾のピリオドです。会話はその後ろにあり、tools を取っておく目印もそこにあるので、全部が計算し直しになります。キャッシュからは何も読まれず、それでも答えは同じです。キャッシュが変えるのは値段だけで、答えではありません。",
      end: "以上が、ひとつのセッションです。",
    },
    summary: "送ったものと、そのうち計算が必要だったもの",
    next: "リクエストが組み立てられる場所: src/request/build.ts。手元のログを見るには: npm run -s glass -- log tree FILE。1バイト変えて試すには: npm start -- --one-byte",
    keys: "→ 次へ   ← 戻る   Home/End   L English   q 終了",
  },
};

/** Which moment of the run a frame is; the guided run is always the same, so its place tells. */
export function momentOf(frames: readonly Frame[], index: number): keyof Words["moments"] {
  const frame = frames[index];
  const prompts = frames.slice(0, index + 1).filter(({ kind }) => kind === "prompt").length;
  if (frame?.kind === "open") return index === 0 ? "begin" : "resume";
  if (frame?.kind === "exit") return index === frames.length - 1 ? "end" : "exit";
  if (frame?.kind === "prompt")
    return (["firstPrompt", "secondPrompt", "thirdPrompt"] as const)[prompts - 1] ?? "thirdPrompt";
  if (frame?.kind === "tools") return toolsMoment(frame);
  return requestMoment(frame, prompts);
}

function toolsMoment(frame: Frame): keyof Words["moments"] {
  const started = frame.deeds.filter((deed) => deed.type === "tool-start");
  if (started.length > 1) return "batch";
  return started[0]?.call.name === "Bash" ? "shell" : "oneTool";
}

function requestMoment(frame: Frame | undefined, prompts: number): keyof Words["moments"] {
  const response = frame?.api?.response;
  const asksFor =
    response?.content.filter((block) => block.type === "tool_use").map((block) => block["name"]) ?? [];
  if (prompts === 3) return response?.usage.cache_read_input_tokens === 0 ? "cacheLost" : "afterResume";
  if (prompts === 1) return asksFor.length > 0 ? "firstRequest" : "results";
  if (asksFor.length === 0) return "lastOfTurn";
  return asksFor.includes("Edit") ? "edit" : "check";
}
