/** What chapter 6 says beside each step of its play. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";

export const TITLE: Bilingual = { en: "Session commands", ja: "セッションのコマンド" };

export const QUESTION: Bilingual = {
  en: "You can clear a conversation, summarize it, take it back, copy it, ask beside it. The log under it can only grow. How do you take something back in a file from which nothing may be taken?",
  ja: "会話は、消したり、要約したり、巻き戻したり、複製したり、脇から質問したりできます。ところが、その下にあるログは伸びることしかできません。何も取り除けないファイルで、どうやって取り消すのでしょうか。",
};

const WRITER = "src/log/writer.ts#append-entry";
const BUILD = "src/request/build.ts#build-request";

/** In the order of the play. */
export const MOMENTS: readonly Moment[] = [
  {
    words: {
      en: "Six commands are to come. For each, watch three things: the log, what is sent next, and the id of the session.",
      ja: "これから6つのコマンドが出てきます。それぞれについて、ログ、次に送られるもの、セッションの ID の3つを見てください。",
    },
    source: "src/opened.ts#openLog",
  },
  {
    words: {
      en: "Before the prompt stands a snapshot: what the tracked files are now. So far none is tracked.",
      ja: "プロンプトの前にスナップショットがあります。追跡中のファイルの今の姿です。まだ1つも追跡していません。",
    },
    source: "src/checkpoint/snapshot.ts#snapshot",
  },
  {
    words: {
      en: "The model wants to write a file.",
      ja: "モデルはファイルを書きたがっています。",
    },
    source: BUILD,
  },
  {
    words: {
      en: "Just before the edit, line 5 keeps what was there: nothing. To take this back will mean to remove the file.",
      ja: "編集の直前に、5行目が「そこにあったもの」を残します。何もありませんでした。だから、巻き戻すとはファイルを消すことです。",
    },
    source: "src/checkpoint/snapshot.ts#deltaBefore",
  },
  {
    words: {
      en: "An ordinary turn of two steps. Eight lines.",
      ja: "2ステップの、ふつうのターンでした。ログは8行です。",
    },
    source: BUILD,
  },
  {
    words: {
      en: "/btw: a question beside the conversation. The log has eight lines, and will have eight.",
      ja: "/btw は、会話の脇からの質問です。ログは8行で、このあとも8行のままです。",
    },
    source: "src/commands/btw.ts#btw",
  },
  {
    words: {
      en: "It goes out behind all that was said, with the tools though none will be run: so the whole conversation is read from the cache (▓). The answer is on the screen and nowhere else.",
      ja: "質問は、話されたことすべての後ろに付いて送られます。実行しないツールも送ります。だから会話の全体がキャッシュから読めます(▓)。答えがあるのは画面の上だけです。",
    },
    source: "src/commands/btw.ts#btw",
  },
  {
    words: {
      en: "The next prompt hangs on line 7. That there was a question in between, nobody can tell.",
      ja: "次のプロンプトは7行目にぶら下がります。間に質問があったことは、誰にもわかりません。",
    },
    source: WRITER,
  },
  {
    words: {
      en: "Nor can the model: the question is not in this request.",
      ja: "モデルにもわかりません。このリクエストに、さっきの質問は入っていません。",
    },
    source: BUILD,
  },
  {
    words: {
      en: "The file is written over. Its earlier bytes lie in file-history, since the snapshot before this prompt.",
      ja: "ファイルが上書きされます。前の内容は、このプロンプトの前のスナップショットのときから file-history にあります。",
    },
    source: "src/checkpoint/snapshot.ts#backUp",
  },
  {
    words: {
      en: "The turn ends. The user does not like it.",
      ja: "ターンが終わります。ユーザーは気に入りません。",
    },
    source: BUILD,
  },
  {
    words: {
      en: "/rewind takes back two things that do not depend on each other. The file: written back from its copy. The conversation: one new line whose parent is line 7. Lines 10 to 13 are not touched; nothing leads to them any more.",
      ja: "/rewind は、互いに関係のない2つを戻します。ファイルは控えから書き戻されます。会話のほうは、7行目を親とする行が1つ増えるだけです。10行目から13行目には触れません。そこへ至る道がなくなっただけです。",
    },
    source: "src/commands/rewind.ts#rewind",
  },
  {
    words: {
      en: "Said otherwise. The prompt hangs on the line that the rewind has left.",
      ja: "言い直します。プロンプトは、巻き戻しが残した行にぶら下がります。",
    },
    source: WRITER,
  },
  {
    words: {
      en: "Compare with request 4: the same beginning, and then another word. What was taken back is not sent, and the model says so. And the cache still holds the beginning.",
      ja: "4つ目のリクエストと比べてください。始まりは同じで、そこから言葉が変わります。取り消したことは送られず、モデルもそう言っています。始まりの部分はキャッシュに残ったままです。",
    },
    source: "src/log/path.ts#pathTo",
  },
  {
    words: {
      en: "/compact. First the conversation has to be summarized, and who could do that but the model?",
      ja: "/compact です。まず会話を要約しなければなりません。それができるのはモデルだけです。",
    },
    source: "src/commands/compact.ts#compact",
  },
  {
    words: {
      en: "One request more: the conversation as it was, and behind it one text that asks for a summary. Then two lines: a boundary with no parent, which cuts the chain, and the summary that hangs on it. Lines 1 to 20 stay.",
      ja: "リクエストが1つ増えます。会話はそのまま、後ろに要約を頼む文章が1つ付きます。そのあとログに2行入ります。親のない境界が鎖を切り、要約がそこにぶら下がります。1行目から20行目は残ります。",
    },
    source: "src/commands/compact.ts#compact",
  },
  {
    words: {
      en: "/branch: the lines that lead here are copied into a second file, under a new id. Their uuids stay, and each says which line it is a copy of. Look for the rewound lines: they are not among them.",
      ja: "/branch は、ここへ至る行を、新しい ID の2つ目のファイルに複製します。uuid は同じで、どの行の複製かが各行に書かれます。巻き戻した行を探してください。複製されていません。",
    },
    source: "src/commands/branch.ts#branch",
  },
  {
    words: {
      en: "A branch is a session like any other: it is simply opened.",
      ja: "ブランチは、ほかと変わらないセッションです。ただ開くだけです。",
    },
    source: "src/opened.ts#openLog",
  },
  {
    words: {
      en: "From here on two files grow, each by itself.",
      ja: "ここからは、2つのファイルがそれぞれ別に伸びます。",
    },
    source: WRITER,
  },
  {
    words: {
      en: "The first request after the compaction: the summary stands where the conversation stood. That is all that the model knows of it.",
      ja: "圧縮後の最初のリクエストです。会話があった場所に要約があります。モデルが会話について知っているのは、これだけです。",
    },
    source: "src/log/transcript.ts#transcribe",
  },
  {
    words: {
      en: "/clear deletes nothing. It leaves the file where it is and begins another.",
      ja: "/clear は何も消しません。ファイルをそのままにして、別のファイルを始めます。",
    },
    source: "src/session.ts#begin",
  },
  {
    words: {
      en: "A new id, and a file that is not even there yet.",
      ja: "新しい ID です。ファイルはまだ存在すらしていません。",
    },
    source: "src/opened.ts#openLog",
  },
  {
    words: {
      en: "The process ends.",
      ja: "プロセスが終わります。",
    },
    source: "src/session.ts#begin",
  },
  {
    words: {
      en: "--resume: the first session again, in another process. Same id, same file, and it goes on growing.",
      ja: "--resume です。最初のセッションを別のプロセスで続けます。ID もファイルも同じで、ファイルはまた伸びます。",
    },
    source: "src/session.ts#resume",
  },
  {
    words: {
      en: "It stands behind the summary, where it was left. The branch's prompt is in the other file.",
      ja: "離れたときのまま、要約の後ろにいます。ブランチのプロンプトは、もう一方のファイルにあります。",
    },
    source: WRITER,
  },
  {
    words: {
      en: "One message. Nothing of Japanese, nothing of the branch, nothing of the question beside. And yet of all that was said only that question is lost: the rest stands in the files.",
      ja: "メッセージは1つです。日本語の件も、ブランチも、脇からの質問もありません。それでも、話されたことのうち失われたのは、あの質問だけです。残りはすべてファイルにあります。",
    },
    source: "src/log/path.ts#pathTo",
  },
];
