/** The exercises of chapter 2: the markers are placed, and two faults are found that cost a cache. */
import type { Exercise } from "../scripts/workshop/exercise.ts";
import { AS_LISTED, WITH_THE_TIME } from "./02-prompt-cache.faults.ts";

export const EXERCISES: readonly Exercise[] = [
  {
    id: "02-place-the-markers",
    minutes: 15,
    needs: [],
    laws: ["markers-few", "cache-read", "markers-cheapest"],
    hole: "src/request/breakpoints.ts#markTails",
    words: {
      en: {
        title: "Place the markers",
        objective: "mark a conversation so that each request reads all that the one before has kept",
        task: "The system prompt is marked already. Return the messages with two more markers: one at the end of the conversation, and one where the request before had its end. `markLast(blocks, ttl, behind)` marks the last block of a list that may carry a marker. The last `behind` blocks of the last message are gone at the next request: no marker may stand there.",
        predict: {
          question:
            "From a marker the API looks back over 20 blocks. With one marker, at the end: which conversations lose their cache?",
          answer:
            "Those in which a single step adds more than 20 blocks, a long answer with many calls and their results. They are the ones that cost most.",
        },
        hints: [
          "Which message had the end of the request before? Its last message was a user message: a request always ends with one. What has come behind it since is one answer, and what followed that.",
          "So there are two messages to mark: the last one, and the last user message before it. All others stay as they are. Do not change what you are given: make new messages.",
          'const tail = messages.length - 1; const before = messages.findLastIndex(({ role }, at) => role === "user" && at < tail); map: at tail and at before, { ...message, content: markLast(message.content, ttl, at === tail ? behind : 0) }.',
        ],
      },
      ja: {
        title: "目印を置く",
        objective: "前のリクエストが取っておいたものを次がすべて読めるように、会話に目印を付けられます",
        task: "システムプロンプトの目印はもう付いています。メッセージに、あと2つの目印を付けて返してください。1つは会話の末尾、もう1つは前のリクエストの末尾だった場所です。`markLast(blocks, ttl, behind)` は、リストの中で目印を付けられる最後のブロックに付けます。最後のメッセージの末尾 `behind` 個は次のリクエストでは消えるので、そこに目印を置いてはいけません。",
        predict: {
          question:
            "API は目印から20ブロックまでさかのぼります。目印が末尾の1つだけだと、どんな会話がキャッシュを失うでしょうか。",
          answer:
            "1ステップで20ブロックより多く増える会話です。呼び出しと結果の多い長い応答、つまり、いちばんお金のかかる会話です。",
        },
        hints: [
          "前のリクエストの末尾は、どのメッセージだったでしょうか。リクエストは必ず user メッセージで終わります。その後ろに増えたのは、1つの応答と、それに続いたものです。",
          "目印を付けるメッセージは2つです。最後のメッセージと、それより前にある最後の user メッセージです。ほかはそのままです。渡されたものを書き換えず、新しいメッセージを作ってください。",
          'const tail = messages.length - 1; const before = messages.findLastIndex(({ role }, at) => role === "user" && at < tail); map の中で、tail と before のときだけ { ...message, content: markLast(message.content, ttl, at === tail ? behind : 0) } とします。',
        ],
      },
    },
  },
  {
    id: "02-the-shuffled-tools",
    minutes: 15,
    needs: [],
    laws: ["mcp-list-frozen"],
    hole: "src/annex/mcp/frozen-tools.ts#frozenTools",
    planted: AS_LISTED,
    report: {
      number: 99,
      seen: {
        en: "With MCP servers in use, the cache was lost now and then, though nothing had been changed. Sessions that were resumed paid for the whole conversation anew.",
        ja: "MCP サーバーを使っていると、何も変えていないのに、ときどきキャッシュが失われました。再開したセッションは、会話の全体をもう一度支払いました。",
      },
    },
    words: {
      en: {
        title: "The shuffled tools",
        objective: "keep the first bytes of every request the same, whoever supplies them",
        task: "The tools of all servers go into `tools`, at the very front of each request. The code below takes them as they come. Find out what may come otherwise the next time, and see to it that two lists of the same tools make the same bytes. It must also not matter which of two tools of one name comes first.",
        predict: {
          question:
            "Two servers, two tools each. Which orders can a session see in which nothing has been changed?",
          answer:
            "Any. Servers start at the same time, and whichever is ready first comes first; and a server may list its tools as it likes.",
        },
        hints: [
          "The law plays the same servers twice. What is turned round the second time?",
          "Two orders come from outside: that of the servers, and that of the tools within one. Sorting the result is enough as long as no two tools end up with one name; then the first one wins. A function of this file is not used any more.",
          "Go through inOrder(servers) in one loop, and return [...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1)).",
        ],
      },
      ja: {
        title: "入れ替わるツール",
        objective: "誰が用意したものであっても、すべてのリクエストの先頭を同じバイト列に保てます",
        task: "全サーバーのツールは、リクエストの先頭の `tools` に入ります。このコードは、届いたままの順で使っています。次に届くとき何が変わりうるかを見つけて、同じツールの一覧なら必ず同じバイト列になるようにしてください。同じ名前のツールが2つあるとき、どちらが先に来ても結果が同じでなければなりません。",
        predict: {
          question:
            "サーバーが2つ、ツールは2つずつあります。何も変えていないセッションが目にする順序は、何通りありえますか。",
          answer:
            "どれもありえます。サーバーは同時に起動し、先に準備のできたほうが先に来ます。1つのサーバーの中の順序も、サーバー次第です。",
        },
        hints: [
          "この法則は、同じサーバーを2度使います。2度目には何が逆になっているでしょうか。",
          "外から来る順序は2つです。サーバーの順と、1つのサーバーの中のツールの順です。結果を並べ替えれば足りますが、2つのツールが同じ名前になるときは先に来たほうが勝ってしまいます。このファイルには、使われなくなった関数が1つあります。",
          "inOrder(servers) を1つのループで回し、[...byName.values()].sort((one, other) => (one.name < other.name ? -1 : 1)) を返します。",
        ],
      },
    },
  },
  {
    id: "02-the-clock-in-the-prompt",
    minutes: 10,
    needs: [],
    laws: ["system-steady", "prefix-monotone"],
    hole: "src/session.ts#freeze-stable-parts",
    planted: WITH_THE_TIME,
    report: {
      number: 100,
      seen: {
        en: "Each session that was resumed, and each one that ran past midnight, paid for its whole conversation as if it were new.",
        ja: "再開したセッションや、日付をまたいだセッションが、毎回、会話の全体を新規として支払っていました。",
      },
    },
    words: {
      en: {
        title: "The clock in the prompt",
        objective: "tell what changes by itself from what stays, and keep it out of the front of a request",
        task: "Somebody wanted the model to know what time it is. Within one process all is well: the parts are made once. Find out for whom it is not, and take away what costs the cache. (What the model is to know of the moment has a place of its own: reminders behind the last marker, chapter 5.)",
        predict: {
          question:
            "The conversation of a resumed session is the same to the byte. How much of it is read from the cache, if one digit of the time differs?",
          answer:
            "None of it. The system prompt stands before the conversation, and matching ends at the first other byte.",
        },
        hints: [
          "The law begins two processes of one project, at two different hours.",
          "What in this method is not the same the second time?",
          "Leave the clock out: const facts = { ...this.options, append: appendSystemPrompt }.",
        ],
      },
      ja: {
        title: "プロンプトの中の時計",
        objective: "ひとりでに変わるものと変わらないものを見分け、前者をリクエストの前のほうから追い出せます",
        task: "誰かが、今の時刻をモデルに知らせたいと考えました。1つのプロセスの中では問題ありません。部品は1度しか作られないからです。困るのは誰かを見つけて、キャッシュを失わせているものを取り除いてください。(その時々の事情には専用の場所があります。最後の目印より後ろのリマインダーです。第5章で扱います。)",
        predict: {
          question:
            "再開したセッションの会話は、バイト単位で同じです。時刻の数字が1つ違うと、そのうちどれだけがキャッシュから読めるでしょうか。",
          answer:
            "まったく読めません。システムプロンプトは会話より前にあり、照合は最初に違ったバイトで終わるからです。",
        },
        hints: [
          "この法則は、同じプロジェクトのプロセスを2つ、違う時刻に始めます。",
          "このメソッドの中で、2度目に同じでないものは何でしょうか。",
          "時計を外します: const facts = { ...this.options, append: appendSystemPrompt }",
        ],
      },
    },
  },
];
