/** The exercises of chapter 4 in Japanese. */
import type { ExerciseWords } from "../scripts/workshop/exercise.ts";

export const JA = {
  walk: {
    title: "経路をたどる",
    objective: "どんなログでも親をたどって根まで行き、何が書かれていても必ず終わる関数を書けるようになります",
    task: '`leaf` から根まで上り、通った場所を会話の順(根が先)で返してください。1つの場所は `{ kind: "entry", node, joined: false }` です。`node.entry.parentUuid` が1つ上のエントリの名前で、null、undefined、空文字列なら根です。名前からエントリを探すには `tree.byUuid` を使います。名前の先に何もなければ、そこに `{ kind: "gap", missing: 名前 }` を置き、`gaps.before(node)` から続けます(undefined のこともあります)。`new Gaps(tree)` は1回だけ作り、最後まで同じものを使います。1つのエントリが経路に乗るのは1回だけです。親が通ったところへ戻ってきたら、そこで止まります。',
    predict: {
      question:
        "エントリが2つだけのログがあり、互いに相手を親としています。2つ目への経路には、場所がいくつありますか。",
      answer:
        "2つです。2つ目、1つ目と進み、1つ目の親が2つ目に戻るところで終わります。根はありませんが、それでも必ず終わります。",
    },
    hints: [
      "1歩上ろうとして止まる場合は3つあります。根に着いたとき、誰も持たない名前に当たったとき、もう通ったエントリに戻ったときです。",
      "葉から上へ順にリストに集め、通ったものは `Set` に覚え、最後にリストを逆にします。`Gaps` は必要になったときに1回だけ作り、使い回します。除外したものを覚えているからです。",
      "while (node) { passed.add(node); エントリを push; 親がなければ break; next = byUuid.get(parent); 見つからなければ gap を push して next = gaps.before(node); passed.has(next) なら break; node = next }",
    ],
  },
  leaf: {
    title: "葉を選ぶ",
    objective: "終わりがいくつもある木の中で、会話がいまどこにあるかを決められるようになります",
    task: "次のエントリがぶら下がる先を返してください。数えるのはこのセッション自身のエントリだけです(`isOwn(tree, node)`)。候補は、自分たちのどのエントリからも親として名指されていないものです。最後の `last-prompt` の行(`tree.lastPrompt`、その `line.leafUuid` と `number`)が候補を名指していて、その行より後に誰も話していなければ(自分たちの `user` や `assistant` のエントリに、`line` がそれより大きいものがなければ)、それが葉です。そうでなければ、いちばん後ろに立つ候補です。位置は自分の `order`、inert なら inert でない最も近い祖先の位置です(`nearestAbove(tree, isOne)` が `order` ごとに返し、自分で立つものは空けてあります)。すべてのエントリに子があるログにも葉はあります。どのエントリでも構いません。",
    predict: {
      question:
        "古い枝の末尾にフックの attachment があり、それがファイルの最後の行です。再開したセッションは、どちらの枝から続きますか。",
      answer:
        "新しい枝です。attachment は inert なので、ぶら下がっているエントリの位置にあるものとして扱われ、それは新しい枝より前だからです。",
    },
    hints: [
      "3手に分けます。そもそも誰が候補か。候補を名指す行があるか。なければ、いちばん後ろは誰か。",
      "比べるのはファイルの中の位置で、タイムスタンプではありません。inert な候補の位置は自分の位置ではないので、inert でないものについて `nearestAbove` に聞きます。",
      "const at = (node) => nearest[node.order] ?? node.order; at() が最大の候補を残し、なければ最後の候補、それもなければ最後の自分のエントリ。",
    ],
  },
  join: {
    title: "応答をつなぎ直す",
    objective: "1つの応答から分かれたエントリを、どこにあっても1つに戻せるようになります",
    task: '経路の上の assistant エントリが1つ渡されます。どの応答のものかは `responseId(node.entry)` で、なければ自分の uuid でわかります。応答ごとの exchange は `byResponse` にあります。初めての応答なら `exchange()` を作り、そこと `exchanges` の末尾に入れ、`missing` を `blockCount(node.entry)` にします。次にエントリのブロックを順に見て、1つごとに `missing` を1減らします。`readsThinking` が false なら thinking は飛ばします。`isSayable("assistant", block)` が拒むものも飛ばし、それが thinking だったら `isBroken` を立てます。id が `byCall` にある呼び出しはもう入っているので飛ばし、新しい呼び出しは exchange とともに `byCall` へ、そして exchange の `calls` へ入れます。残りはすべて `response` の末尾に加えます。',
    predict: {
      question:
        "1つの応答の2つのブロックの間に、最初のブロックの結果が挟まっています。モデルに見える assistant メッセージはいくつですか。",
      answer:
        "1つです。ブロックをつなぐのは隣り合わせかどうかではなく応答の ID で、結果は応答全体の後ろに続きます。",
    },
    hints: [
      "エントリの居場所からは、どの応答のものかわかりません。同じ応答のブロックが全部そろって持っているものは何でしょうか。",
      "少し上の `Exchange` を見てください。応答が言ったこと、した呼び出し、まだ足りない数。埋めるのはそのうち3つで、`byCall` は結果が応答を見つけるための索引です。",
      "const id = responseId(node.entry) ?? node.entry.uuid; const known = byResponse.get(id); const target = known ?? exchange(); あとはブロックごとに missing -= 1、飛ばす理由が3つ、呼び出しは calls と byCall へ、最後に push。",
    ],
  },
  batch: {
    title: "消えたバッチ",
    objective: "並列に呼んだツールの結果が、再開後に消える理由を見つけられるようになります",
    task: "ツールが1つずつ走る限り、このハーネスは正しく動きます。2つになると、ログにある結果が送られません。誤りはこの関数だけにあります。経路の脇にぶら下がるエントリのうち、どれが応答のバッチに属するかを決める関数です。反例を読んでください。たどる道が通らないエントリはどれで、それは何でしょうか。",
    predict: {
      question:
        "2つの呼び出しが同時に走り、どちらにも結果が返りました。最新のエントリから根へたどると、結果は2つのうちいくつに出会いますか。",
      answer:
        "1つです。最後に書かれた結果に、次の応答がぶら下がるからです。もう1つは自分の呼び出しにぶら下がり、道の脇にあります。",
    },
    hints: [
      "反例の木を描いてみてください。葉につながる線を持たない `tool_result` はどれですか。",
      "その結果は経路上の呼び出しにぶら下がっているので、この関数で調べられます。条件を順にたどると、user のエントリを通すのはどれですか。",
      "結果を含むエントリはバッチに属します。blocksOf(below).some(isToolResult) です。プロンプトは属さず、これからも通してはいけません。",
    ],
  },
} as const satisfies Readonly<Record<string, ExerciseWords>>;
