/** What chapter 6 says beside each step of its play. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";
import { at } from "./moment.ts";

export const TITLE: Bilingual = { en: "Session commands", ja: "セッションのコマンド" };

export const QUESTION: Bilingual = {
  en: "You can clear a conversation, summarize it, take it back, copy it, ask beside it. The log under it can only grow. How do you take something back in a file from which nothing may be taken?",
  ja: "会話は、消したり、要約したり、巻き戻したり、複製したり、脇から質問したりできます。ところが、その下にあるログは伸びることしかできません。何も取り除けないファイルで、どうやって取り消すのでしょうか。",
};

const WRITER = "src/log/writer.ts#append-entry";
const BUILD = "src/request/build.ts#build-request";

/** In the order of the play. */
export const MOMENTS: readonly Moment[] = [
  at(
    "src/opened.ts#openLog",
    "Six commands are to come. For each, watch three things: the log, what is sent next, and the id of the session.",
    "これから6つのコマンドが出てきます。それぞれについて、ログ、次に送られるもの、セッションの ID の3つを見てください。",
  ),
  at(
    "src/checkpoint/snapshot.ts#snapshot",
    "Before the prompt stands a snapshot: what the tracked files are now. So far none is tracked.",
    "プロンプトの前にスナップショットがあります。追跡中のファイルの今の姿です。まだ1つも追跡していません。",
  ),
  at(BUILD, "The model wants to write a file.", "モデルはファイルを書きたがっています。"),
  at(
    "src/checkpoint/snapshot.ts#deltaBefore",
    "Just before the edit, line 5 keeps what was there: nothing. To take this back will mean to remove the file.",
    "編集の直前に、5行目が「そこにあったもの」を残します。何もありませんでした。だから、巻き戻すとはファイルを消すことです。",
  ),
  at(
    BUILD,
    "An ordinary turn of two steps. Eight lines.",
    "2ステップの、ふつうのターンでした。ログは8行です。",
  ),
  at(
    "src/commands/btw.ts#btw",
    "/btw: a question beside the conversation. The log has eight lines, and will have eight.",
    "/btw は、会話の脇からの質問です。ログは8行で、このあとも8行のままです。",
  ),
  at(
    "src/commands/btw.ts#btw",
    "It goes out behind all that was said, with the tools though none will be run: so the whole conversation is read from the cache (▓). The answer is on the screen and nowhere else.",
    "質問は、話されたことすべての後ろに付いて送られます。実行しないツールも送ります。だから会話の全体がキャッシュから読めます(▓)。答えがあるのは画面の上だけです。",
  ),
  at(
    WRITER,
    "The next prompt hangs on line 7. That there was a question in between, nobody can tell.",
    "次のプロンプトは7行目にぶら下がります。間に質問があったことは、誰にもわかりません。",
  ),
  at(
    BUILD,
    "Nor can the model: the question is not in this request.",
    "モデルにもわかりません。このリクエストに、さっきの質問は入っていません。",
  ),
  at(
    "src/checkpoint/snapshot.ts#backUp",
    "The file is written over. Its earlier bytes lie in file-history, since the snapshot before this prompt.",
    "ファイルが上書きされます。前の内容は、このプロンプトの前のスナップショットのときから file-history にあります。",
  ),
  at(BUILD, "The turn ends. The user does not like it.", "ターンが終わります。ユーザーは気に入りません。"),
  at(
    "src/commands/rewind.ts#rewind",
    "/rewind takes back two things that do not depend on each other. The file: written back from its copy. The conversation: one new entry whose parent is line 7, and a line that names it. Lines 10 to 13 are not touched; nothing leads to them any more.",
    "/rewind は、互いに関係のない2つを戻します。ファイルは控えから書き戻されます。会話のほうは、7行目を親とするエントリが1つと、それを名指す行が増えるだけです。10行目から13行目には触れません。そこへ至る道がなくなっただけです。",
  ),
  at(
    WRITER,
    "Said otherwise. The prompt hangs on the line that the rewind has left.",
    "言い直します。プロンプトは、巻き戻しが残した行にぶら下がります。",
  ),
  at(
    "src/log/path.ts#pathTo",
    "Compare with request 4: the same beginning, and then another word. What was taken back is not sent, and the model says so. And the cache still holds the beginning.",
    "4つ目のリクエストと比べてください。始まりは同じで、そこから言葉が変わります。取り消したことは送られず、モデルもそう言っています。始まりの部分はキャッシュに残ったままです。",
  ),
  at(
    "src/commands/compact.ts#compact",
    "/compact. First the conversation has to be summarized, and who could do that but the model?",
    "/compact です。まず会話を要約しなければなりません。それができるのはモデルだけです。",
  ),
  at(
    "src/commands/compact.ts#compact",
    "One request more: the conversation as it was, and behind it one text that asks for a summary. Then two entries: a boundary with no parent, which cuts the chain, and the summary that hangs on it. Lines 1 to 20 stay.",
    "リクエストが1つ増えます。会話はそのまま、後ろに要約を頼む文章が1つ付きます。そのあとエントリが2つ入ります。親のない境界がチェーンを切り、要約がそこにぶら下がります。1行目から20行目は残ります。",
  ),
  at(
    "src/commands/branch.ts#branch",
    "/branch: the lines that lead here are copied into a second file, under a new id. Their uuids stay, and each says which line it is a copy of. Look for the rewound lines: they are not among them.",
    "/branch は、ここへ至る行を、新しい ID の2つ目のファイルに複製します。uuid は同じで、どの行の複製かが各行に書かれます。巻き戻した行を探してください。複製されていません。",
  ),
  at(
    "src/opened.ts#openLog",
    "A branch is a session like any other: it is simply opened.",
    "ブランチは、ほかと変わらないセッションです。ただ開くだけです。",
  ),
  at(
    WRITER,
    "From here on two files grow, each by itself.",
    "ここからは、2つのファイルがそれぞれ別に伸びます。",
  ),
  at(
    "src/log/transcript.ts#transcribe",
    "The first request after the compaction: the summary stands where the conversation stood. That is all that the model knows of it.",
    "圧縮後の最初のリクエストです。会話があった場所に要約があります。モデルが会話について知っているのは、これだけです。",
  ),
  at(
    "src/session.ts#begin",
    "/clear deletes nothing. It leaves the file where it is and begins another.",
    "/clear は何も消しません。ファイルをそのままにして、別のファイルを始めます。",
  ),
  at(
    "src/opened.ts#openLog",
    "A new id, and a file that is not even there yet.",
    "新しい ID です。ファイルはまだ存在すらしていません。",
  ),
  at("src/session.ts#begin", "The process ends.", "プロセスが終わります。"),
  at(
    "src/session.ts#resume",
    "--resume: the first session again, in another process. Same id, same file, and it goes on growing.",
    "--resume です。最初のセッションを別のプロセスで続けます。ID もファイルも同じで、ファイルはまた伸びます。",
  ),
  at(
    WRITER,
    "It stands behind the summary, where it was left. The branch's prompt is in the other file.",
    "離れたときのまま、要約の後ろにいます。ブランチのプロンプトは、もう一方のファイルにあります。",
  ),
  at(
    "src/log/path.ts#pathTo",
    "One message. Nothing of Japanese, nothing of the branch, nothing of the question beside. And yet of all that was said only that question is lost: the rest stands in the files.",
    "メッセージは1つです。日本語の件も、ブランチも、脇からの質問もありません。それでも、話されたことのうち失われたのは、あの質問だけです。残りはすべてファイルにあります。",
  ),
];
