/** What chapter 1 says beside each step of its play. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";
import { at } from "./moment.ts";

export const TITLE: Bilingual = {
  en: "Three layers, and an API that remembers nothing",
  ja: "3つの層と、何も覚えない API",
};

export const QUESTION: Bilingual = {
  en: "The model answers as if it had listened all along. Yet the API keeps nothing between two calls. Who remembers the conversation?",
  ja: "モデルは、ずっと聞いていたかのように答えます。ところが API は、呼び出しと呼び出しの間に何も残しません。では、会話を覚えているのは誰でしょうか。",
};

/** In the order of the play. */
export const MOMENTS: readonly Moment[] = [
  at(
    "src/opened.ts#openLog",
    "Three layers, three panes: the API infers, the harness does everything else, the log keeps what was said. So far there is an id and a place for a file.",
    "層は3つ、画面も3段です。API は推論し、ハーネスはそれ以外のすべてを引き受け、ログは話されたことを残します。今あるのは ID とファイルの置き場所だけです。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "Mio speaks. Before anything is sent, the prompt is a line in the log. The API has heard nothing yet.",
    "Mio が話しました。何かが送られるより先に、プロンプトはログの1行になります。API はまだ何も聞いていません。",
  ),
  at(
    "src/request/build.ts#build-request",
    "The whole request, top to bottom: tools, system, messages. The reminder is CLAUDE.md, read from disk and never logged; the prompt comes from line 2. The model cannot look into a folder, so it asks for somebody who can.",
    "リクエストの全体です。上から tools、system、messages と並びます。リマインダーはディスクから読んだ CLAUDE.md で、ログには入りません。プロンプトはログの2行目から来ました。モデルはフォルダーを覗けないので、覗ける相手に頼みます。",
  ),
  at(
    "src/loop/batch.ts#runBatch",
    "ls runs here, on this machine. The API does not see the folder; it will see what is written into line 5.",
    "ls が走るのは手元のマシンです。API にフォルダーは見えません。見えることになるのは、5行目に書かれたものだけです。",
  ),
  at(
    "src/session.ts#next-request",
    "The second call. Everything is sent again, and three blocks more (+): the model's own words, its call, the result. It does not remember that it asked; it is told.",
    "2回目の呼び出しです。すべてがもう一度送られ、3つのブロック(+)が増えました。モデル自身の言葉、呼び出し、その結果です。モデルは頼んだことを覚えていません。知らされるのです。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "A second turn. The prompt hangs on the last entry of the first one. Nothing else of the first turn is kept anywhere but in this file.",
    "2ターン目です。プロンプトは1ターン目の最後のエントリにぶら下がります。1ターン目の会話が残っている場所は、このファイルだけです。",
  ),
  at(
    "src/session-log.ts#conversation",
    "The first turn is in the request, whole. The answer looks like memory, and is reading: the name stands in message 1.",
    "1ターン目が、丸ごとリクエストに入っています。記憶に見えますが、読んでいるだけです。名前は1つ目のメッセージにあります。",
  ),
  at(
    "src/session-log.ts#conversation",
    "The process ends. If the conversation had lived in its memory, it would be gone now.",
    "プロセスが終わります。会話がプロセスのメモリにあったなら、ここで消えていました。",
  ),
  at(
    "src/opened.ts#openLog",
    "Another process opens the file. Ten lines are all that it gets, and all that it needs. Opening writes nothing.",
    "別のプロセスがファイルを開きます。手に入るのは10行だけで、それで足ります。開くだけでは何も書かれません。",
  ),
  at(
    "src/request/digest.ts#digestsOf",
    "The prompt goes into the same file. Line 11 is for the harness alone: digests of tools, system and memory, so that a later process can tell if they have changed.",
    "プロンプトは同じファイルに入ります。11行目はハーネスだけが使う行で、tools・system・メモリのダイジェストです。変わったかどうかを、後のプロセスが見分けられます。",
  ),
  at(
    "src/session-log.ts#conversation",
    "Rebuilt from the log, the conversation has the same bytes as before (▓), so the model can read in it what another process was told. It cannot notice that there was an exit.",
    "ログから再構築した会話は、前とバイト単位で同じです(▓)。だからモデルは、別のプロセスが受け取った結果をそこで読めます。終了があったことには気づきようがありません。",
  ),
  at(
    "src/opened.ts#openLog",
    "Now the counter-proof: a second session, in the same process, at the same API. It has a file of its own, and that is empty.",
    "次は逆の証明です。同じプロセス、同じ API のまま、2つ目のセッションを始めます。ファイルは別で、まだ空です。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "The same question as before, word for word.",
    "前と一字一句同じ質問です。",
  ),
  at(
    "src/request/build.ts#build-request",
    "The API has answered this very question a moment ago, and knows nothing of it. It has even kept tools and system in its cache (▓): a cache saves work, and remembers nobody.",
    "API はこの質問に、さっき答えたばかりです。それでも何も知りません。tools と system はキャッシュに残っています(▓)。キャッシュは手間を省くもので、誰のことも覚えません。",
  ),
];
