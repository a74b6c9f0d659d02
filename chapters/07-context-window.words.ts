/** What chapter 7 says beside each step of its play. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";
import { at } from "./moment.ts";

export const TITLE: Bilingual = { en: "The context window", ja: "コンテキストウィンドウ" };

export const QUESTION: Bilingual = {
  en: "What fills the window before you have typed a word, what comes with each file, and what of it is left after a compaction?",
  ja: "まだ何も入力していないうちに何がウィンドウを埋め、ファイルと一緒に何が入り、圧縮のあとには何が残るのでしょうか。",
};

/** In the order of the play. */
export const MOMENTS: readonly Moment[] = [
  at(
    "src/annex/memory/load.ts#loadMemory",
    "A project with memory, rules and skills, a server of tools, a hook. Nobody has typed a word, and memory files have been read from disk already.",
    "メモリ、ルール、スキルのあるプロジェクトです。ツールのサーバーとフックもあります。まだ誰も何も入力していませんが、メモリファイルはもうディスクから読まれています。",
  ),
  at(
    "src/annex/skills/listing.ts#listing",
    "The user invokes a skill by its name. Four lines of the harness come with that one prompt: the names of the server's tools, the list of skills, the body of the skill, and digests of what is not logged.",
    "ユーザーがスキルを名前で呼び出します。1つのプロンプトに、ハーネスの行が4つ付いてきます。サーバーのツール名、スキルの一覧、スキルの本体、そしてログに入らないもののダイジェストです。",
  ),
  at(
    "src/annex/window/report.ts#contextOf",
    "The first request. What the user typed is 16 tokens of 2,341. Press c: the rest is tools, system prompt, memory, names, descriptions. The skill /mend is not in the list and cost nothing until now; its body comes last.",
    "最初のリクエストです。2,341 トークンのうち、ユーザーが入力したのは 16 です。c を押すと、残りがツール、システムプロンプト、メモリ、名前、説明だとわかります。スキル /mend は一覧になく、呼び出すまで費用は0でした。本体は最後にあります。",
  ),
  at(
    "src/annex/memory/joins.ts#joins",
    "Two files are read, and two files come along that nobody asked for: the rule for src/api/**, and the CLAUDE.md in that folder. src/say.ts brings nothing.",
    "2つのファイルを読むと、誰も頼んでいない2つが付いてきます。src/api/** のためのルールと、そのフォルダーの CLAUDE.md です。src/say.ts は何も連れてきません。",
  ),
  at(
    "src/annex/memory/injections.ts#joining",
    "One file has nearly doubled the window: 1,794 tokens. What it brought along is small, and stands behind the results. It will be paid for in every request from now on.",
    "1つのファイルで、ウィンドウの中身は2倍近くになりました。1,794 トークンです。連れてきたものは小さく、結果の後ろにあります。これからのすべてのリクエストで、この分がかかります。",
  ),
  at(
    "src/annex/hooks/hooks.ts#hooksFrom",
    "An edit, and behind it the user's formatter. That it ran is one line (hook_success); what it says to the model is another, and only this one is sent.",
    "編集の後ろで、ユーザーのフォーマッターが動きます。動いたことが1行(hook_success)、モデルに言うことがもう1行で、送られるのは後の行だけです。",
  ),
  at(
    "src/annex/hooks/output.ts#saidInJson",
    "27 tokens of result, 34 of the hook. Plain words on its standard output would have reached nobody; `additionalContext` does.",
    "結果が 27 トークン、フックの言葉が 34 トークンです。標準出力のただの文章なら、誰にも届きませんでした。届くのは `additionalContext` です。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "A second question. To answer it, the other handlers have to be read: three files as large as the first.",
    "2つ目の質問です。答えるには、ほかのハンドラーも読まなければなりません。最初のものと同じ大きさのファイルが3つです。",
  ),
  at(
    "src/annex/subagents/agent-tool.ts#agentTool",
    "The model reads none of them. It calls Agent, and writes down the whole task, for the agent will know nothing else.",
    "モデルは自分では読みません。Agent を呼び、仕事の全体を書きます。エージェントは、ほかに何も知らないからです。",
  ),
  at(
    "src/annex/subagents/files.ts#agentFiles",
    "A second log, for a conversation of its own. The task stands where a prompt would. Tool names and the list of skills come with it, as in any session.",
    "自分だけの会話のための、2つ目のログです。プロンプトの場所に仕事があります。ツール名とスキルの一覧は、どのセッションとも同じように付きます。",
  ),
  at(
    "src/annex/subagents/agent-tool.ts#agentOptions",
    "The agent's first request: nothing of the conversation, no skill /mend, no tool Agent. But CLAUDE.md again: the same file, on another bill.",
    "エージェントの最初のリクエストです。会話も、スキル /mend も、ツール Agent もありません。ただし CLAUDE.md はまたあります。同じファイルですが、請求は別です。",
  ),
  at(
    "src/annex/subagents/report.ts#reportOf",
    "7,678 tokens stand in this window, and none of them in the other one. What goes back is the last answer, with a line on what it used.",
    "このウィンドウには 7,678 トークンがあり、もう一方には1つも入りません。戻るのは最後の答えと、使った量を書いた1行です。",
  ),
  at(
    "src/request/build.ts#build-request",
    "Back in the first window: it has grown by 87 tokens, 48 for the call and 39 for the answer.",
    "最初のウィンドウに戻ります。増えたのは 87 トークンで、呼び出しが 48、答えが 39 です。",
  ),
  at(
    "src/annex/memory/report.ts#memoryReport",
    "/memory asks nobody: it tells which memory files stand in the conversation, and why each is there.",
    "/memory は誰にも尋ねません。会話にどのメモリファイルがあり、それぞれなぜあるのかを示します。",
  ),
  at(
    "src/commands/compact.ts#compact",
    "/compact. At 2 % of the window nobody would do it; the play does, to see what it takes away.",
    "/compact です。ウィンドウの 2 % で実行する人はいませんが、何がなくなるのかを見るために実行します。",
  ),
  at(
    "src/annex/compaction/carry-over.ts#carryingOver",
    "Behind the boundary and the summary come three attachments: skills, tool names, the body of /mend. And a digest line: memory was read from disk again.",
    "境界と要約の後ろに、添付が3つ来ます。スキルの一覧、ツール名、/mend の本体です。ダイジェストの行は、メモリがディスクから読み直されたことを示します。",
  ),
  at(
    "src/log/writer.ts#append-entry",
    "The user goes on as if nothing had happened.",
    "ユーザーは、何もなかったかのように続けます。",
  ),
  at(
    "src/log/transcript.ts#transcribe",
    "The model says what it still has. Style, root CLAUDE.md, the rule for all files, notes and the skill are here. The rule for src/api, the nested CLAUDE.md, the hook's words and the file are gone.",
    "モデルが、まだ手元にあるものを言います。出力スタイル、ルートの CLAUDE.md、すべてのファイルのためのルール、メモ、スキルはあります。src/api のルール、ネストされた CLAUDE.md、フックの言葉、ファイルはありません。",
  ),
  at(
    "src/annex/memory/joins.ts#joins",
    "A file of src/api is read, and its rule and its CLAUDE.md come again, as at the first time.",
    "src/api のファイルが読まれると、そのルールと CLAUDE.md が、最初のときと同じようにまた来ます。",
  ),
  at(
    "src/annex/window/report.ts#contextOf",
    "The window is about as full as before the compaction. What fills it is another file.",
    "ウィンドウは、圧縮前とほとんど同じだけ埋まっています。埋めているのは別のファイルです。",
  ),
  at(
    "src/annex/hooks/configured.ts#hooksOf",
    "The hook runs as it did. It is a program of the user's and was never in the window.",
    "フックは前と同じように動きます。これはユーザーのプログラムで、ウィンドウに入っていたことは一度もありません。",
  ),
  at(
    "src/log/path.ts#pathTo",
    "All of it is back but hello.ts. It would come if it were read again; until then the summary's one line stands for it.",
    "hello.ts のほかは、すべて戻りました。hello.ts も、もう一度読めば入ります。それまでは、要約の1行が代わりをします。",
  ),
];
