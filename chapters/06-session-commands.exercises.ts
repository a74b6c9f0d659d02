/** The exercises of chapter 6: going back, a counter that never comes to rest, and a list that ends too early. */
import type { Exercise } from "../scripts/workshop/exercise.ts";

export const EXERCISES: readonly Exercise[] = [
  {
    id: "06-take-it-back",
    minutes: 15,
    needs: ["chapter 4"],
    laws: ["rewind-leaves-out"],
    hole: "src/commands/rewind.ts#goOnFrom",
    words: {
      en: {
        title: "Take it back",
        objective:
          "let a session go on from an earlier entry by appending alone, so that it outlives the process",
        task: "`parent` is the entry behind which the session is to go on; null means the very beginning. You can append: `log.entry(content, parent)` writes an entry and moves the session there, `log.ledger(line)` writes a line beside the chain. Nothing else is possible, and nothing else is needed. The entry is `{ type: 'system', subtype: 'rewind', content }`; the line is of type `last-prompt` and names the entry as `leafUuid`.",
        predict: {
          question: "How many bytes of the file does a rewind over 500 entries change?",
          answer:
            "None. It adds two lines. What is left out is left out because no way leads to it any more.",
        },
        hints: [
          "Two lines are to be written. Which one has to know the other's uuid?",
          "`log.entry` returns the entry that it wrote. The chain decides what is sent; the line beside it decides where a later process stands, before anybody has spoken.",
          'const entry = log.entry({ type: "system", subtype: "rewind", content }, parent); then log.ledger({ type: "last-prompt", lastPrompt, leafUuid: entry.uuid });',
        ],
      },
      ja: {
        title: "取り消す",
        objective:
          "追記だけで、セッションを前のエントリから続けられ、それがプロセスの終了後も残るようにできます",
        task: "`parent` は、セッションがその後ろから続くエントリです。null なら一番最初を意味します。できるのは追記だけです。`log.entry(content, parent)` はエントリを書いてセッションをそこへ移し、`log.ledger(line)` はチェーンの外に1行書きます。ほかに手段はなく、必要もありません。エントリは `{ type: 'system', subtype: 'rewind', content }`、行は型が `last-prompt` で、エントリを `leafUuid` で名指します。",
        predict: {
          question: "500エントリを巻き戻すと、ファイルの何バイトが変わるでしょうか。",
          answer: "0バイトです。2行増えるだけです。外れたものは、そこへ至る道がなくなったから外れるのです。",
        },
        hints: [
          "書くのは2行です。相手の uuid を知らなければならないのはどちらでしょうか。",
          "`log.entry` は書いたエントリを返します。何が送られるかを決めるのはチェーンで、まだ誰も話さないうちに後のプロセスがどこに立つかを決めるのは、チェーンの外の行です。",
          'const entry = log.entry({ type: "system", subtype: "rewind", content }, parent); のあと log.ledger({ type: "last-prompt", lastPrompt, leafUuid: entry.uuid }); とします。',
        ],
      },
    },
  },
  {
    id: "06-compacts-again-and-again",
    minutes: 10,
    needs: ["chapter 6"],
    laws: ["usage-fresh"],
    hole: "src/commands/compact.ts#lastAnswer",
    planted: `export function lastAnswer(way: Path): Node | undefined {
  return nodesOn(way).findLast(({ entry }) => !isSynthetic(entry) && usageIn(entry));
}`,
    report: {
      number: 66,
      seen: {
        en: "After a compaction the window still looked full, and the next prompt was compacted again, and the next.",
        ja: "圧縮したあともウィンドウがいっぱいに見え、次のプロンプトでも、その次でも、また圧縮されました。",
      },
    },
    words: {
      en: {
        title: "Compacts again and again",
        objective: "know which of the counts in a log still says something about the window",
        task: "Users report that automatic compaction comes with every prompt once it has come the first time. How full the window is, is taken from the usage of the last answer on the path. Find out which answer that is after a partial compaction, and mend it. `order` is an entry's place in the file.",
        predict: {
          question:
            "A compaction keeps the last answer as it is. Is its usage the size of the conversation that will be sent next?",
          answer:
            "No. Usage says how much was sent when that answer was made, which is the whole conversation from before. What will be sent is not counted by anybody yet.",
        },
        hints: [
          "Draw the path after a compaction that keeps messages: boundary, summary, kept ones. In which order do they stand in the file?",
          "What a compaction keeps stands behind it on the path, and before it in the file. An answer counts only if it was written after the last boundary.",
          'Take the largest order among the nodes whose subtype is "compact_boundary" (or -1), and look for the last node with order > that one.',
        ],
      },
      ja: {
        title: "何度も圧縮される",
        objective: "ログにある数のうち、ウィンドウについて今も意味を持つものを見分けられます",
        task: "一度自動の圧縮が起きると、それからは毎回圧縮される、と利用者が報告しています。ウィンドウの埋まり具合は、経路上の最後の応答の usage から求めます。部分的な圧縮のあと、それがどの応答になるかを確かめて、直してください。`order` はエントリのファイル内の位置です。",
        predict: {
          question:
            "圧縮が最後の応答をそのまま残しました。その usage は、次に送られる会話の大きさでしょうか。",
          answer:
            "いいえ。usage はその応答が作られたときに送った量、つまり圧縮前の会話全体です。次に送る量は、まだ誰も数えていません。",
        },
        hints: [
          "メッセージを残す圧縮のあとの経路を描いてみましょう。境界、要約、残したもの。ファイルの中ではどの順に並んでいるでしょうか。",
          "圧縮が残したものは、経路では境界の後ろ、ファイルでは境界の前にあります。数えてよいのは、最後の境界より後に書かれた応答だけです。",
          '"compact_boundary" の subtype を持つノードの order の最大値(なければ -1)を取り、order がそれより大きい最後のノードを探します。',
        ],
      },
    },
  },
  {
    id: "06-all-the-way-back",
    minutes: 15,
    needs: ["06-take-it-back"],
    laws: ["commands-kept"],
    hole: "src/commands/rewind.ts#wholeWayTo",
    words: {
      en: {
        title: "All the way back",
        objective: "follow a conversation across its compactions, where the chain that is sent is cut",
        task: "A request ends at the last boundary, but `/rewind` offers all prompts that ever led here. Collect the nodes on the way to `leaf`, what compactions have cut off too, in the order of the log. `pathTo(tree, node)` gives the way that would be sent, `nodesOn` its nodes; a boundary names what stood before it as `logicalParentUuid`. Logs from elsewhere may go round in circles.",
        predict: {
          question: "A compaction keeps three messages. How often do you meet them on the way back?",
          answer:
            "Twice: behind the boundary that keeps them, and again where they were said. A set takes care of it.",
        },
        hints: [
          "A loop: the way to an end, then the end that the first node of that way names, until there is none.",
          "Keep two sets: the nodes that were passed, and the ends that were gone up from; they are not the same, because what a compaction keeps is passed before one goes up from it.",
          'for (let end = tree.byUuid.get(leaf ?? ""); end && !ends.has(end); ) { ends.add(end); pass nodesOn(pathTo(tree, end)); end = tree.byUuid.get(String(nodes[0]?.entry["logicalParentUuid"])); } and sort by order.',
        ],
      },
      ja: {
        title: "圧縮を越えて戻る",
        objective: "送られるチェーンが切れている圧縮の箇所を越えて、会話をたどれます",
        task: "リクエストは最後の境界で終わりますが、`/rewind` は、ここへ至ったすべてのプロンプトを示します。`leaf` への道にあるノードを、圧縮で切り離されたものも含めて、ログの順に集めてください。`pathTo(tree, node)` は送られる道を、`nodesOn` はそのノードを返します。境界は、前にあったものを `logicalParentUuid` で名指します。よそから来たログでは、道が輪になっていることもあります。",
        predict: {
          question: "圧縮が3つのメッセージを残しました。戻る道で、それらに何回出会うでしょうか。",
          answer: "2回です。残した境界の後ろと、もともと言われた場所です。集合を使えば問題になりません。",
        },
        hints: [
          "繰り返しです。ある終点への道を取り、その道の先頭のノードが名指す次の終点へ移り、なくなるまで続けます。",
          "集合は2つ必要です。通ったノードと、さかのぼった終点です。圧縮が残したものは、さかのぼるより先に通るので、同じにはなりません。",
          'for (let end = tree.byUuid.get(leaf ?? ""); end && !ends.has(end); ) { ends.add(end); nodesOn(pathTo(tree, end)) を通り; end = tree.byUuid.get(String(nodes[0]?.entry["logicalParentUuid"])); } のあと order で並べます。',
        ],
      },
    },
  },
];
