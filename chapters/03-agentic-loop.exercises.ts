/** The exercises of chapter 3: when a turn ends, how a batch is run, and a fault in how thinking goes back. */
import type { Exercise } from "../scripts/workshop/exercise.ts";

/** Empty thinking is taken for empty text. */
const WITHOUT_EMPTY_THINKING = `export function isSayable(role: Message["role"], block: Block): boolean {
  if (!SENDABLE[role].test(block.type)) return false;
  if (NEEDED[block.type]?.some((field) => block[field] == null)) return false;
  // The API refuses empty text, so nothing that is empty is sent.
  if (block.type === "text") return typeof block["text"] === "string" && block["text"].trim() !== "";
  if (block.type === "thinking") return isFilled(block["thinking"]) && isFilled(block["signature"]);
  if (block.type === "redacted_thinking") return isFilled(block["data"]);
  if (block.type === "tool_use") return isToolUse(block) && CALL_ID.test(block.id) && isRecord(block.input);
  return block.type !== "tool_result" || isToolResult(block);
}`;

export const EXERCISES: readonly Exercise[] = [
  {
    id: "03-stop-or-go-on",
    minutes: 15,
    needs: [],
    laws: ["calls-counted", "interrupted-closed"],
    hole: "src/loop/stops.ts#stopRule",
    words: {
      en: {
        title: "Stop or go on",
        objective:
          "say for any response what a harness does next, so that no turn ends too early and none goes on for ever",
        task: "`RULES` says what follows each stop reason. Return the rule of a response, and mind four things. A reason that is not in the table ends the turn, and is told. If the model was asked for more `atMost` times in a row already, the rule is NO_END. A response that stops for tool_use and holds no call ends the turn. And `send again` is only for a response whose last block is a server's tool that is still at work (`server_tool_use`): any other is asked to go on (`ask on`).",
        predict: {
          question: "A response holds a whole tool call and stops for max_tokens. Is the tool run?",
          answer:
            "No. The stop reason decides, not the content: the model was cut off, and nobody knows what else it wanted to say. The call gets an error result, so that it has one.",
        },
        hints: [
          "The name in `stop_reason` comes from outside. What if it is a name like `constructor`? A table that is an object knows that one, too.",
          "Four questions in this order: is the reason known, has it been asked too often, does it call without a call, is there still something at work?",
          'const rule = Object.hasOwn(RULES, reason) ? RULES[reason] : undefined; no rule: { next: "end", kept: true, tells: … }; inRow >= (rule.atMost ?? Infinity): NO_END; "tools" without a call: { ...rule, next: "end" }; "send again" with content.at(-1)?.type other than "server_tool_use": { ...rule, next: "ask on" }; else rule.',
        ],
      },
      ja: {
        title: "止まるか、続けるか",
        objective:
          "どんな応答にも次の一手を決め、ターンが早く終わりすぎず、終わらないこともないようにできます",
        task: "`RULES` は、stop_reason ごとに次に何をするかを決める表です。応答に合う規則を返してください。注意は4つあります。表にない理由ならターンを終え、そのことを伝えます。すでに続けて `atMost` 回頼んでいるなら、規則は NO_END です。tool_use で止まったのに呼び出しがなければ、ターンは終わりです。そして `send again` は、最後のブロックがまだ動いているサーバーのツール(`server_tool_use`)のときだけで、ほかは続きを頼みます(`ask on`)。",
        predict: {
          question:
            "応答に完全なツール呼び出しが入っていて、max_tokens で止まりました。ツールは実行されますか。",
          answer:
            "されません。決めるのは内容ではなく stop_reason です。モデルは途中で切られ、ほかに何を言うつもりだったか誰にもわかりません。呼び出しにはエラーの結果が付きます。",
        },
        hints: [
          "`stop_reason` の名前は外から来ます。もし `constructor` のような名前だったらどうなるでしょうか。オブジェクトで作った表は、その名前も知っています。",
          "この順で4つ尋ねます。知っている理由か。頼みすぎていないか。呼び出しのない tool_use ではないか。まだ何か動いているか。",
          'const rule = Object.hasOwn(RULES, reason) ? RULES[reason] : undefined とします。なければ { next: "end", kept: true, tells: … }、inRow >= (rule.atMost ?? Infinity) なら NO_END、呼び出しのない "tools" は { ...rule, next: "end" }、content.at(-1)?.type が "server_tool_use" でない "send again" は { ...rule, next: "ask on" }、それ以外は rule です。',
        ],
      },
    },
  },
  {
    id: "03-run-a-batch",
    minutes: 20,
    needs: [],
    laws: ["parallel-order", "lane-order", "cancels-all"],
    hole: "src/loop/batch.ts#runBatch",
    words: {
      en: {
        title: "Run a batch",
        objective: "run the calls of one response at once, and those of one file one after the other",
        task: "`runOne` runs a call and logs its result. Run all calls at the same time, but for those of one lane: `host.laneOf(call)` names it (two edits of one file have the same), undefined for a call that waits for nobody. In a lane calls go in the order asked, and one that throws holds up none behind it. Return when no tool is running any more; then throw what was thrown, if anything was.",
        predict: {
          question:
            "Three calls: a slow command, and two edits of one file. In which order do the results stand in the log?",
          answer:
            "In the order in which the tools are done: probably edit, edit, command. Only the order of the two edits is certain.",
        },
        hints: [
          "Two edits of one file at the same time: both read the same old text, and the second writes over the first. What would have to wait for what?",
          "Remember the last promise of each lane. A call begins when that one is settled, however it went. A call without a lane has one of its own: its entry's uuid is a name that nobody else has.",
          "const before = lanes.get(lane) ?? Promise.resolve(); const run = before.catch(() => {}).then(() => runOne(host, logged, signal)); lanes.set(lane, run). At the end Promise.allSettled(runs), then Promise.all(runs).",
        ],
      },
      ja: {
        title: "並列バッチを走らせる",
        objective: "1つの応答の呼び出しを同時に、同じファイルへの呼び出しは順番に走らせられます",
        task: "`runOne` は呼び出しを1つ走らせ、結果をログに書きます。すべてを同時に走らせてください。ただし同じレーンのものは別です。レーンの名前は `host.laneOf(call)` で(同じファイルの編集2つは同じ名前)、誰も待たない呼び出しでは undefined です。レーンの中では頼まれた順に進み、1つが例外を投げても後ろを止めません。動いているツールがなくなったら戻り、投げられたものがあれば、そこで投げます。",
        predict: {
          question:
            "呼び出しは3つ、遅いコマンドと、同じファイルの編集が2つです。結果はログにどの順で並びますか。",
          answer:
            "ツールが終わった順です。おそらく編集、編集、コマンドでしょう。確かなのは編集2つの順番だけです。",
        },
        hints: [
          "同じファイルの編集を2つ同時に走らせると、どちらも古い内容を読み、後のほうが先のほうを上書きします。何が何を待てばよいでしょうか。",
          "レーンごとに、最後の Promise を覚えておきます。呼び出しは、それが成功でも失敗でも、決着してから始まります。レーンのない呼び出しには専用のレーンを与えます。エントリの uuid は、ほかの誰とも重ならない名前です。",
          "const before = lanes.get(lane) ?? Promise.resolve(); const run = before.catch(() => {}).then(() => runOne(host, logged, signal)); lanes.set(lane, run); 最後に Promise.allSettled(runs)、それから Promise.all(runs) です。",
        ],
      },
    },
  },
  {
    id: "03-the-missing-thought",
    minutes: 15,
    needs: ["chapter 2"],
    laws: ["thinking-verbatim"],
    hole: "src/log/sayable.ts#isSayable",
    planted: WITHOUT_EMPTY_THINKING,
    report: {
      number: 59,
      seen: {
        en: "After a resume or a compaction every request was refused: thinking blocks in the latest assistant message cannot be modified. The session could not be used any more.",
        ja: "再開や圧縮のあと、すべてのリクエストが拒否されました。「最後の assistant メッセージの thinking ブロックは変更できない」というのです。セッションはもう使えませんでした。",
      },
    },
    words: {
      en: {
        title: "The missing thought",
        objective: "tell what may be cleaned out of a conversation from what only looks empty",
        task: "The API refuses empty text, so empty blocks are left out when a conversation is sent. That is right for text. Somebody has applied it a little further. Read the counterexample: which block is expected, and what does it look like? Then mend the function.",
        predict: {
          question:
            "A model is asked not to show its thinking. What does a thinking block of its answer hold?",
          answer:
            "An empty text and a signature. It was thought, and it is signed; only the words are kept from you.",
        },
        hints: [
          "A thinking block has two fields besides its type. Which of the two says that something was thought?",
          "An answer with two thoughts, one shown and one not, comes back with one of them. For the API that is not shorter, it is altered.",
          'For thinking: typeof block["thinking"] === "string" && isFilled(block["signature"]).',
        ],
      },
      ja: {
        title: "消えた思考",
        objective: "会話から取り除いてよいものと、空に見えるだけのものを見分けられます",
        task: "API は空のテキストを拒否するので、会話を送るときに空のブロックは外されます。テキストについてはそれで正解です。誰かがそれを、少し広げすぎました。反例を読んでください。送られるはずだったのはどのブロックで、どんな形をしているでしょうか。そのうえで関数を直してください。",
        predict: {
          question:
            "思考を見せないように頼んだモデルの応答で、thinking ブロックには何が入っているでしょうか。",
          answer: "空のテキストと署名です。考えたことは確かで、署名もあります。言葉だけが伏せられています。",
        },
        hints: [
          "thinking ブロックには、type のほかに2つのフィールドがあります。「考えた」と証明しているのはどちらでしょうか。",
          "見せた思考と見せない思考が1つずつある応答が、片方だけで戻ってきます。API にとってそれは短くなったのではなく、改変されたのです。",
          'thinking のとき: typeof block["thinking"] === "string" && isFilled(block["signature"])',
        ],
      },
    },
  },
];
