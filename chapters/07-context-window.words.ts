/** What chapter 7 says beside each step of its play. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";

export const TITLE: Bilingual = { en: "The context window", ja: "コンテキストウィンドウ" };

export const QUESTION: Bilingual = {
  en: "What fills the window before you have typed a word, what comes with each file, and what of it is left after a compaction?",
  ja: "まだ何も入力していないうちに何がウィンドウを埋め、ファイルと一緒に何が入り、圧縮のあとには何が残るのでしょうか。",
};

/** In the order of the play. */
export const MOMENTS: readonly Moment[] = [
  {
    words: {
      en: "A project with memory, rules and skills, a server of tools, a hook. Nobody has typed a word, and memory files have been read from disk already.",
      ja: "メモリ、ルール、スキルのあるプロジェクトです。ツールのサーバーとフックもあります。まだ誰も何も入力していませんが、メモリファイルはもうディスクから読まれています。",
    },
    source: "src/annex/memory/load.ts#loadMemory",
  },
  {
    words: {
      en: "The user invokes a skill by its name. Four lines of the harness come with that one prompt: the names of the server's tools, the list of skills, the body of the skill, and digests of what is not logged.",
      ja: "ユーザーがスキルを名前で呼び出します。1つのプロンプトに、ハーネスの行が4つ付いてきます。サーバーのツール名、スキルの一覧、スキルの本体、そしてログに入らないもののダイジェストです。",
    },
    source: "src/annex/skills/listing.ts#listing",
  },
  {
    words: {
      en: "The first request. What the user typed is 16 tokens of 2,341. Press c: the rest is tools, system prompt, memory, names, descriptions. The skill /mend is not in the list and cost nothing until now; its body comes last.",
      ja: "最初のリクエストです。2,341 トークンのうち、ユーザーが入力したのは 16 です。c を押すと、残りがツール、システムプロンプト、メモリ、名前、説明だとわかります。スキル /mend は一覧になく、呼び出すまで費用は0でした。本体は最後にあります。",
    },
    source: "src/annex/window/report.ts#contextOf",
  },
  {
    words: {
      en: "Two files are read, and two files come along that nobody asked for: the rule for src/api/**, and the CLAUDE.md in that folder. src/say.ts brings nothing.",
      ja: "2つのファイルを読むと、誰も頼んでいない2つが付いてきます。src/api/** のためのルールと、そのフォルダーの CLAUDE.md です。src/say.ts は何も連れてきません。",
    },
    source: "src/annex/memory/joins.ts#joins",
  },
  {
    words: {
      en: "One file has nearly doubled the window: 1,794 tokens. What it brought along is small, and stands behind the results. It will be paid for in every request from now on.",
      ja: "1つのファイルで、ウィンドウの中身は2倍近くになりました。1,794 トークンです。連れてきたものは小さく、結果の後ろにあります。これからのすべてのリクエストで、この分がかかります。",
    },
    source: "src/annex/memory/injections.ts#joining",
  },
  {
    words: {
      en: "An edit, and behind it the user's formatter. That it ran is one line (hook_success); what it says to the model is another, and only this one is sent.",
      ja: "編集の後ろで、ユーザーのフォーマッターが動きます。動いたことが1行(hook_success)、モデルに言うことがもう1行で、送られるのは後の行だけです。",
    },
    source: "src/annex/hooks/hooks.ts#hooksFrom",
  },
  {
    words: {
      en: "26 tokens of result, 34 of the hook. Plain words on its standard output would have reached nobody; `additionalContext` does.",
      ja: "結果が 26 トークン、フックの言葉が 34 トークンです。標準出力のただの文章なら、誰にも届きませんでした。届くのは `additionalContext` です。",
    },
    source: "src/annex/hooks/output.ts#saidInJson",
  },
  {
    words: {
      en: "A second question. To answer it, the other handlers have to be read: three files as large as the first.",
      ja: "2つ目の質問です。答えるには、ほかのハンドラーも読まなければなりません。最初のものと同じ大きさのファイルが3つです。",
    },
    source: "src/log/writer.ts#append-entry",
  },
  {
    words: {
      en: "The model reads none of them. It calls Agent, and writes down the whole task, for the agent will know nothing else.",
      ja: "モデルは自分では読みません。Agent を呼び、仕事の全体を書きます。エージェントは、ほかに何も知らないからです。",
    },
    source: "src/annex/subagents/agent-tool.ts#agentTool",
  },
  {
    words: {
      en: "A second log, for a conversation of its own. The task stands where a prompt would. Tool names and the list of skills come with it, as in any session.",
      ja: "自分だけの会話のための、2つ目のログです。プロンプトの場所に仕事があります。ツール名とスキルの一覧は、どのセッションとも同じように付きます。",
    },
    source: "src/annex/subagents/files.ts#agentFiles",
  },
  {
    words: {
      en: "The agent's first request: nothing of the conversation, no skill /mend, no tool Agent. But CLAUDE.md again: the same file, on another bill.",
      ja: "エージェントの最初のリクエストです。会話も、スキル /mend も、ツール Agent もありません。ただし CLAUDE.md はまたあります。同じファイルですが、請求は別です。",
    },
    source: "src/annex/subagents/agent-tool.ts#agentOptions",
  },
  {
    words: {
      en: "7,678 tokens stand in this window, and none of them in the other one. What goes back is the last answer, with a line on what it used.",
      ja: "このウィンドウには 7,678 トークンがあり、もう一方には1つも入りません。戻るのは最後の答えと、使った量を書いた1行です。",
    },
    source: "src/annex/subagents/report.ts#reportOf",
  },
  {
    words: {
      en: "Back in the first window: it has grown by 87 tokens, 48 for the call and 39 for the answer.",
      ja: "最初のウィンドウに戻ります。増えたのは 87 トークンで、呼び出しが 48、答えが 39 です。",
    },
    source: "src/request/build.ts#build-request",
  },
  {
    words: {
      en: "/memory asks nobody: it tells which memory files stand in the conversation, and why each is there.",
      ja: "/memory は誰にも尋ねません。会話にどのメモリファイルがあり、それぞれなぜあるのかを示します。",
    },
    source: "src/annex/memory/report.ts#memoryReport",
  },
  {
    words: {
      en: "/compact. At 2 % of the window nobody would do it; the play does, to see what it takes away.",
      ja: "/compact です。ウィンドウの 2 % で実行する人はいませんが、何がなくなるのかを見るために実行します。",
    },
    source: "src/commands/compact.ts#compact",
  },
  {
    words: {
      en: "Behind the boundary and the summary come three attachments: skills, tool names, the body of /mend. And a digest line: memory was read from disk again.",
      ja: "境界と要約の後ろに、添付が3つ来ます。スキルの一覧、ツール名、/mend の本体です。ダイジェストの行は、メモリがディスクから読み直されたことを示します。",
    },
    source: "src/annex/compaction/carry-over.ts#carryingOver",
  },
  {
    words: {
      en: "The user goes on as if nothing had happened.",
      ja: "ユーザーは、何もなかったかのように続けます。",
    },
    source: "src/log/writer.ts#append-entry",
  },
  {
    words: {
      en: "The model says what it still has. Style, root CLAUDE.md, the rule for all files, notes and the skill are here. The rule for src/api, the nested CLAUDE.md, the hook's words and the file are gone.",
      ja: "モデルが、まだ手元にあるものを言います。出力スタイル、ルートの CLAUDE.md、すべてのファイルのためのルール、メモ、スキルはあります。src/api のルール、ネストされた CLAUDE.md、フックの言葉、ファイルはありません。",
    },
    source: "src/log/transcript.ts#transcribe",
  },
  {
    words: {
      en: "A file of src/api is read, and its rule and its CLAUDE.md come again, as at the first time.",
      ja: "src/api のファイルが読まれると、そのルールと CLAUDE.md が、最初のときと同じようにまた来ます。",
    },
    source: "src/annex/memory/joins.ts#joins",
  },
  {
    words: {
      en: "The window is about as full as before the compaction. What fills it is another file.",
      ja: "ウィンドウは、圧縮前とほとんど同じだけ埋まっています。埋めているのは別のファイルです。",
    },
    source: "src/annex/window/report.ts#contextOf",
  },
  {
    words: {
      en: "The hook runs as it did. It is a program of the user's and was never in the window.",
      ja: "フックは前と同じように動きます。これはユーザーのプログラムで、ウィンドウに入っていたことは一度もありません。",
    },
    source: "src/annex/hooks/configured.ts#hooksOf",
  },
  {
    words: {
      en: "All of it is back but hello.ts. It would come if it were read again; until then the summary's one line stands for it.",
      ja: "hello.ts のほかは、すべて戻りました。hello.ts も、もう一度読めば入ります。それまでは、要約の1行が代わりをします。",
    },
    source: "src/log/path.ts#pathTo",
  },
];
