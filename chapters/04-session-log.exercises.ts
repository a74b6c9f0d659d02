/** The exercises of chapter 4: three holes in the way from a file to a conversation, and one planted fault. */
import type { Exercise } from "../scripts/workshop/exercise.ts";
import { JA } from "./04-session-log.exercises.ja.ts";

export const EXERCISES: readonly Exercise[] = [
  {
    id: "04-walk-the-path",
    minutes: 20,
    needs: ["chapter 4"],
    laws: ["active-path", "walk-total", "gap-honest"],
    hole: "src/log/path.ts#walkUp",
    words: {
      en: {
        title: "Walk the path",
        objective: "follow the parents of any log to its root, and end whatever they say",
        task: 'Go from `leaf` up to the root and return the stops in the order of the conversation, the root first. A stop is `{ kind: "entry", node, joined: false }`. `node.entry.parentUuid` names the entry above; null, undefined or an empty string is a root. `tree.byUuid` finds an entry by its name. Where a name leads nowhere, put `{ kind: "gap", missing: name }` there and go on at `gaps.before(node)`, which may be undefined; one `new Gaps(tree)` serves the whole walk. An entry stands on the path at most once: where the parents lead back to one, stop.',
        predict: {
          question:
            "A log holds two entries, each naming the other as its parent. How many stops has the path to the second one?",
          answer:
            "Two. The walk takes the second entry, then the first, and ends where the first leads back to the second. There is no root, and the walk ends all the same.",
        },
        hints: [
          "Think of three ways in which a step upward can end: at a root, at a name that nobody has, at an entry that you have already passed.",
          "Collect from the leaf upward in a list, remember what you have passed in a `Set`, and turn the list round at the end. Make the `Gaps` only when you need it, and keep it: it remembers what it has ruled out.",
          "while (node) { passed.add(node); push the entry; no parent: break; next = byUuid.get(parent); nowhere: push the gap, next = gaps.before(node); else if passed.has(next): break; node = next }",
        ],
      },
      ja: JA.walk,
    },
  },
  {
    id: "04-choose-the-leaf",
    minutes: 20,
    needs: ["chapter 4"],
    laws: ["newest-leaf", "clock-inert"],
    hole: "src/log/tree.ts#leafOf",
    words: {
      en: {
        title: "Choose the leaf",
        objective: "say where a conversation stands in a tree with many ends",
        task: "Return the entry that the next one hangs on. Only this session's own entries count (`isOwn(tree, node)`). Candidates are those that no own entry names as its parent. If the last `last-prompt` line (`tree.lastPrompt`, its `line.leafUuid` and its `number`) names a candidate and nobody has spoken since (no own entry of type `user` or `assistant` has a greater `line`), it is that one. Otherwise it is the candidate that stands latest: by its own `order`, or where it is inert by that of its nearest ancestor that is not (`nearestAbove(tree, isOne)` gives those by `order`, and leaves out whoever stands for itself). A log in which every entry has a child still has a leaf: any entry.",
        predict: {
          question:
            "An old branch ends in a hook's attachment, the newest line of the file. Which branch does a resumed session go on with?",
          answer:
            "With the newer branch. The attachment is inert, so it counts as if it stood where the entry that it hangs on stands, which is before the newer branch.",
        },
        hints: [
          "Make it in three moves: who can be it at all, does a line name one of them, and if not, who is latest.",
          "Compare positions in the file, never timestamps. For an inert candidate the position is not its own: that is what `nearestAbove` is for, asked for entries that are not inert.",
          "const at = (node) => nearest[node.order] ?? node.order; keep the candidate with the greatest at(); fall back on the last candidate, then on the last own entry.",
        ],
      },
      ja: JA.leaf,
    },
  },
  {
    id: "04-join-a-response",
    minutes: 25,
    needs: ["chapter 4"],
    laws: ["split-merged", "said-once", "call-paired"],
    hole: "src/log/transcript.ts#answerBlocks",
    words: {
      en: {
        title: "Join a response",
        objective: "put the entries of one response together again, wherever they stand",
        task: "You are given one assistant entry of the path. Its response is known by `responseId(node.entry)`, or by its own uuid where it has none. The exchange of a response stands in `byResponse`; for one that is new make `exchange()`, put it there and at the end of `exchanges`, and set its `missing` to `blockCount(node.entry)`. Then take the entry's blocks in order, and count `missing` down for each. Leave out thinking where `readsThinking` is false. Leave out what `isSayable(\"assistant\", block)` refuses, and if that was thinking set `isBroken`. A call whose id is in `byCall` is there already: leave it out; a new one goes into `byCall` with its exchange and into the exchange's `calls`. All else goes to the end of its `response`.",
        predict: {
          question:
            "Between two blocks of one response stands the result of the first. How many assistant messages does the model see?",
          answer:
            "One. Blocks are joined by the response's id and not by being neighbours; the result follows behind the whole response.",
        },
        hints: [
          "The entry does not tell you where it belongs by its place. What does it carry that all blocks of its response carry?",
          "Look at `Exchange` further up: what a response has said, which calls it made, and how much is still missing. You fill three of its fields; `byCall` is how a result will find it.",
          "const id = responseId(node.entry) ?? node.entry.uuid; const known = byResponse.get(id); const target = known ?? exchange(); then for each block: missing -= 1, three reasons to skip, a call into calls and byCall, push.",
        ],
      },
      ja: JA.join,
    },
  },
  {
    id: "04-the-lost-batch",
    minutes: 15,
    needs: ["chapter 4", "04-walk-the-path"],
    laws: ["block-complete", "branch-apart"],
    hole: "src/log/batch.ts#continuesBatch",
    planted: `/** Does \`below\` belong to the batch, rather than begin another branch? */
function continuesBatch(above: ChainEntry, below: ChainEntry, response: string): boolean {
  if (below.type === "assistant") return responseId(below) === response;
  if (isInert(below)) return true;
  return below["isMeta"] === true && above.type !== "assistant";
}`,
    report: {
      number: 4,
      seen: {
        en: "After a resume the model acts as if some of its tools had never answered. It happens only where several ran at once.",
        ja: "再開したあと、モデルが一部のツールから返事がなかったかのように振る舞います。起きるのは、複数のツールが同時に走ったときだけです。",
      },
    },
    words: {
      en: {
        title: "The lost batch",
        objective: "find out why results of parallel calls are missing after a resume",
        task: "The harness works, as long as one tool runs at a time. With two, results that are in the log are not sent. The fault is in this one function, which says what of the entries that hang beside the path belongs to the batch of a response. Read the counterexample: which entry is not met by the walk, and what is it?",
        predict: {
          question:
            "Two calls run at once and both are answered. How many of the two results does a walk from the newest entry to the root meet?",
          answer:
            "One: the result that was written last, for the next response hangs on it. The other hangs on its own call, beside the way.",
        },
        hints: [
          "Draw the tree of the counterexample. Which `tool_result` has no line that leads from it to the leaf?",
          "That result hangs on a call that is on the path, so it is looked at here. Follow it through the conditions: which of them lets a user's entry in?",
          "An entry with a result in it belongs to the batch: blocksOf(below).some(isToolResult). A prompt does not, and still must not be let in.",
        ],
      },
      ja: JA.batch,
    },
  },
];
