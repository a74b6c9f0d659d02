/** What chapter 5 says beside each step of its play, in the two languages. */
import type { Bilingual, Moment } from "../scripts/chapter/chapter.ts";
import { at } from "./moment.ts";

export const TITLE: Bilingual = { en: "Context injection", ja: "コンテキストの注入" };

export const QUESTION: Bilingual = {
  en: "What does the model see that nobody has typed, by which ways does it come, and what of it is still there at the next request?",
  ja: "誰も入力していないのに、モデルには何が見えているのでしょうか。それはどこから入り、次のリクエストにも残るのでしょうか。",
};

/** In the order of the play. */
export const MOMENTS: readonly Moment[] = [
  at(
    "src/context/memory.ts#memoryReminder",
    "The session begins with a model whose thinking holds only behind the very words that it was made after, and with reminders that vanish. CLAUDE.md has been read already, and is not written anywhere.",
    "思考が、その前にあった言葉とぴったり同じ後ろでしか通用しないモデルです。リマインダーは消える設定(vanish)で始めます。CLAUDE.md はもう読まれていますが、どこにも書かれません。",
  ),
  at(
    "src/mentioned.ts#mentions",
    "The user names a file with an @. A hook adds a word about the branch: line 3. Line 4 looks like a call of the model; no model made it. The harness puts it there, because the file was named.",
    "ユーザーが @ でファイルを名指しました。フックがブランチのことを言い添えます(3行目)。4行目はモデルの呼び出しに見えますが、モデルは何もしていません。名指されたので、ハーネスが書いたのです。",
  ),
  at(
    "src/loop/batch.ts#runBatch",
    "The Read is real: it goes through the same gates as one that the model asks for, and its result is what a file looks like. Nothing was sent yet.",
    "Read は本物です。モデルが頼んだときと同じ関門を通り、結果も同じ形です。まだ何も送られていません。",
  ),
  at(
    "src/context/inject.ts#inject",
    "All four channels are here or near. The system prompt. Reminders: memory before the first words, the hook's word where it came up. History that never was: a Read by an assistant that was not asked yet. The last two blocks are volatile, the day and the mode: they stand behind the last ◆.",
    "チャネルが出そろいます。システムプロンプト。リマインダーは、最初の言葉の前にメモリ、起きた場所にフックの言葉。実際にはなかった履歴として、モデルに尋ねる前に置かれた assistant の Read。最後の2ブロック(日付とモード)は揮発性で、最後の ◆ の後ろにあります。",
  ),
  at(
    "src/annex/results/persisting.ts#saved",
    "A file that exists and is empty, and a command that prints 70 KB. In the log the first result is an empty text. The second is saved in a file of its own beside the log before the log names it.",
    "空のファイルと、70 KB を出力するコマンドです。ログでは、1つ目の結果は空のテキストのままです。2つ目は、ログが名前を挙げるより先に、ログの隣のファイルに丸ごと保存されます。",
  ),
  at(
    "src/request/digest.ts#canSendBack",
    "Channel 4: the results come wrapped. Day and mode are here again, made anew; those of the last request are in no line of the log, and gone. Their price: they are never read from the cache, and the thinking of the first response is not in this request, for it was made behind words that do not come again.",
    "チャネル4です。結果は包まれて届きます。日付とモードは作り直されてまた末尾にあり、前回のものはログのどこにもなく、消えました。代償は2つ。この2ブロックは決してキャッシュから読まれません。そして最初の応答の思考が、このリクエストにありません。二度と現れない言葉の後ろで考えられたからです。",
  ),
  at(
    "src/context/attachments.ts#lives",
    "The process ends. Hook, mention and results are in its log; CLAUDE.md, the day and the mode are not.",
    "プロセスが終わります。フックの言葉、メンション、結果はログにあります。CLAUDE.md、日付、モードはありません。",
  ),
  at(
    "src/context/attachments.ts#lifeOf",
    "The same session in another process, this time in plan mode and with sticky reminders.",
    "同じセッションを別のプロセスが再開します。今度はプランモードで、リマインダーは残る設定(sticky)です。",
  ),
  at(
    "src/context/attachments.ts#isTold",
    "Day and mode are entries now, lines 17 and 18: they were logged because the model has not been told them on this path. What the hook says was told, and is not said again.",
    "日付とモードはエントリになりました(17行目と18行目)。この経路でまだ伝えていないので、ログに書かれたのです。フックの言葉はもう伝えてあるので、繰り返されません。",
  ),
  at(
    "src/request/breakpoints.ts#mark-breakpoints",
    "The last ◆ stands on the mode itself: from now on it is part of the prefix. Nothing is fresh; all that the other process sent and that stayed is read from the cache.",
    "最後の ◆ がモードの上にあります。これからはプレフィックスの一部です。新規(fresh)は 0。前のプロセスが送り、残ったものは、すべてキャッシュから読まれます。",
  ),
  at(
    "src/commands/compact.ts#compact",
    "The user asks for a summary, to see what survives one.",
    "何が生き残るかを見るために、ユーザーが圧縮(コンパクト化)を頼みます。",
  ),
  at(
    "src/annex/tasks/carried.ts#carriedTasks",
    "Before it cuts, look at what goes out: day and mode are read from the cache like everything else, and this time the thinking of the last response goes back. Then the summary takes the place of all that was said, and line 25 carries the task list over. It says nothing to the model.",
    "切る前に、送ったものを見てください。日付とモードもほかと同じくキャッシュから読まれ、今度は前の応答の思考も返送されています。そのあと、要約がすべての会話に代わります。25行目はタスク一覧を運ぶだけで、モデルには何も言いません。",
  ),
  at(
    "src/annex/tasks/reminders.ts#reminderOf",
    "What was told is not on the path any more, so it is news again: the hook's word, the day, the mode. And one line more: tasks_changed.",
    "伝えたことは経路の上からなくなったので、すべてがまた知らせになります。フックの言葉、日付、モード。そして1行増えています。tasks_changed です。",
  ),
  at(
    "src/annex/tasks/reminders.ts#TASK_INJECTIONS",
    "Pull, not push. The reminder says that the list is not as the model last saw it, in 38 tokens, however long the list is. The model decides to look.",
    "push ではなく pull です。リマインダーが言うのは、一覧が最後に見たものと違うということだけ。一覧がどれほど長くても 38 トークンです。見るかどうかはモデルが決めます。",
  ),
  at(
    "src/annex/tasks/list.ts#taskListTool",
    "It fetches the list by a tool like any other.",
    "一覧は、ほかと変わらないツールで取りに行きます。",
  ),
  at(
    "src/context/inject.ts#saidBlocks",
    "Now it stands in the conversation, once, where it was asked for. Nothing here was typed but three prompts and a command.",
    "一覧は、求められた場所に1度だけ入りました。人が打ったのは、3つのプロンプトと1つのコマンドだけです。",
  ),
];
