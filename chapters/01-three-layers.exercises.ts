/** The exercises of chapter 1: a request is put together, and its conversation is read out of the log. */
import type { Exercise } from "../scripts/workshop/exercise.ts";

export const EXERCISES: readonly Exercise[] = [
  {
    id: "01-put-a-request-together",
    minutes: 15,
    needs: [],
    laws: ["prefix-monotone", "markers-few", "thinking-policies"],
    hole: "src/request/build.ts#buildRequest",
    words: {
      en: {
        title: "Put a request together",
        objective: "make the whole request of a step out of its parts, and nothing else",
        task: "`parts` holds what a process has frozen (settings, tools, system, memory) and the conversation of the log. Return one MessagesRequest: `inject` lays the parts out, `sendable` cleans the conversation before it goes in, `thinkingFor` says how the model is asked to think, `markBreakpoints` sets the cache markers. No answer may be longer than the model allows (`modelFacts`), and `metadata.user_id` is the JSON of `{ session_id }`.",
        predict: {
          question: "Two processes put together the same parts. How many bytes of the two requests differ?",
          answer:
            "None. The function is pure: no clock, no counter, no id of its own. That is why a resumed session still finds its cache.",
        },
        hints: [
          "Everything that you need is imported at the top of the file, and each import is used once.",
          "`inject` returns three things. Two of them are fields of the request; the third, `behind`, says how many blocks at the end are gone at the next request, and so must not carry a marker: it goes to `markBreakpoints`.",
          "const { system, messages, behind } = inject({ ...parts, conversation: sendable(parts.conversation) }); then return markBreakpoints({ model, max_tokens: Math.min(maxTokens, modelFacts(model).maxOutput), ...thinkingFor(parts.settings, messages), metadata, tools: parts.tools, system, messages }, cacheTtl, behind).",
        ],
      },
      ja: {
        title: "リクエストを組み立てる",
        objective: "渡された部品だけから、1ステップ分のリクエスト全体を組み立てられます",
        task: "`parts` には、プロセスが固定したもの(設定、tools、system、メモリ)とログの会話が入っています。MessagesRequest を1つ返してください。部品を並べるのは `inject`、会話を送れる形にするのは `sendable`、思考の頼み方を決めるのは `thinkingFor`、キャッシュの目印を置くのは `markBreakpoints` です。応答はモデルの上限(`modelFacts`)より長くできません。`metadata.user_id` は `{ session_id }` の JSON です。",
        predict: {
          question: "2つのプロセスが同じ部品からリクエストを組み立てます。何バイト違うでしょうか。",
          answer:
            "0バイトです。この関数は純粋で、時計もカウンターも独自の ID も使いません。だから再開したセッションでもキャッシュが残っています。",
        },
        hints: [
          "必要なものはすべてファイルの先頭で import されています。どれも1回ずつ使います。",
          "`inject` は3つのものを返します。2つはリクエストのフィールドです。3つ目の `behind` は「次のリクエストでは消える末尾のブロックの数」で、そこに目印は付けられません。`markBreakpoints` に渡します。",
          "const { system, messages, behind } = inject({ ...parts, conversation: sendable(parts.conversation) }); のあと、return markBreakpoints({ model, max_tokens: Math.min(maxTokens, modelFacts(model).maxOutput), ...thinkingFor(parts.settings, messages), metadata, tools: parts.tools, system, messages }, cacheTtl, behind) とします。",
        ],
      },
    },
  },
  {
    id: "01-read-the-conversation",
    minutes: 10,
    needs: ["01-put-a-request-together"],
    laws: ["reload-equal", "bound-thinking", "injected-by-life", "compact-whole"],
    hole: "src/session-log.ts#SessionLog.conversation",
    words: {
      en: {
        title: "Read the conversation out of the log",
        objective: "make the messages of a request from the log alone, so that any process makes the same",
        task: "`path` is the way from the root of the log to where the session stands. `transcribe` puts it into messages, and asks you two things about its entries. `said`: what does an entry say that is not the model's (`saidBlocks`, with the injections of the options)? `reads`: can the thinking in an entry go back to the model (`canSendBack`, with the digests)? Thinking that a compaction has kept behind its summary (`keptBehind`) stands behind other words now.",
        predict: {
          question:
            "Another program appends a line to the file while your session is open. When does the session notice?",
          answer:
            "At its next request: nothing is kept, the file is read again. Whether the line is on the session's own path is another question, and chapter 4 answers it.",
        },
        hints: [
          "There is nothing to remember and nothing to fetch: the path is the argument, the rest are fields of `this`.",
          "Two small functions of an entry, and one call. For `reads`, vanishing reminders and entries that a compaction has moved come to the same: the words before the thought are not what they were.",
          "const moved = keptBehind(path); reads = (entry) => canSendBack(entry, this.#digests, this.#vanishing || moved.has(entry.uuid)); said = (entry) => saidBlocks(entry, this.#options.injections); return transcribe(path, { said, reads }).",
        ],
      },
      ja: {
        title: "ログから会話を読み出す",
        objective: "どのプロセスが読んでも同じになるように、ログだけからメッセージを作れます",
        task: "`path` は、ログの根からセッションの現在地までの道です。`transcribe` がそれをメッセージにしますが、エントリについて2つのことを尋ねてきます。`said`: モデルのものでないエントリは何を言っているか(`saidBlocks` にオプションの injections を渡します)。`reads`: そのエントリの思考はモデルに返せるか(`canSendBack` にダイジェストを渡します)。圧縮が要約の後ろに残した思考(`keptBehind`)は、もう別の言葉の後ろに立っています。",
        predict: {
          question:
            "セッションを開いている間に、別のプログラムがファイルに1行追記しました。セッションはいつ気づくでしょうか。",
          answer:
            "次のリクエストのときです。何も取っておかず、ファイルを読み直すからです。その行が自分のパスの上にあるかどうかは別の問題で、第4章で扱います。",
        },
        hints: [
          "覚えておくものも、取りに行くものもありません。パスは引数で、残りは `this` のフィールドです。",
          "エントリを受け取る小さな関数が2つと、呼び出しが1つです。`reads` にとって、消えるリマインダーと、圧縮で移されたエントリは同じことを意味します。思考の前にある言葉が、考えたときと違うのです。",
          "const moved = keptBehind(path); reads = (entry) => canSendBack(entry, this.#digests, this.#vanishing || moved.has(entry.uuid)); said = (entry) => saidBlocks(entry, this.#options.injections); return transcribe(path, { said, reads }) とします。",
        ],
      },
    },
  },
];
