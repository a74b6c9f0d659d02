/** The exercises of chapter 5: whose words a tag is, where reminders stand, and one planted fault. */
import type { Exercise } from "../scripts/workshop/exercise.ts";
import { JA } from "./05-context-injection.exercises.ja.ts";

export const EXERCISES: readonly Exercise[] = [
  {
    id: "05-neutralise-a-tag",
    minutes: 20,
    needs: ["chapter 5"],
    laws: ["tags-round-trip", "boundary-marked"],
    hole: "src/context/wrap.ts#isTag",
    words: {
      en: {
        title: "Neutralise a tag",
        objective: "recognise a look-alike of the harness's tags, however it is written",
        task: 'Texts of others are cut before each `<`, and you are asked of each piece whether it begins like a tag of the harness. A piece is JSON: a newline in it is `\\n`, a quotation mark `\\"`, and a `"` without a backslash ends the text. Say no to a piece that does not begin with `<`, `＜` or `﹤`. Otherwise look at the letters behind it, up to the end of the text: `lettersOf` drops everything else and makes them small. It is a tag if these letters begin with a name of `TAGS`. It is one as well if the text ends there without a `>` and a name begins with the letters: another text may go on with it.',
        predict: {
          question:
            "Which of these three is neutralised: `<SYSTEM reminder >`, `<system-remin` at the end of a text, `<systems>`?",
          answer:
            "The first two. Case, spaces and dashes are not letters, and a name that breaks off may be gone on with. The letters of the third are another word.",
        },
        hints: [
          "Do not list spellings. Which part of a tag is the same in all of them?",
          "Two cases: the letters begin with a whole name; or they are the beginning of a name, and the text is at its end. Escapes such as \\u200b or \\n are not letters: take them out before you look for the closing quotation mark.",
          'const [text = "", end] = piece.replace(escapes, " ").split(\'"\', 2); const letters = lettersOf(text); unfinished where end !== undefined and there is no > in text; some tag with letters.startsWith(tag), or unfinished and tag.startsWith(letters).',
        ],
      },
      ja: JA.tag,
    },
  },
  {
    id: "05-where-reminders-stand",
    minutes: 15,
    needs: ["chapter 2", "chapter 5"],
    laws: ["markers-few", "injected-by-life"],
    hole: "src/request/breakpoints.ts#markTails",
    words: {
      en: {
        title: "Where reminders stand",
        objective: "place the cache markers so that what vanishes costs nothing but itself",
        task: "Return the messages with two of them marked: the last one, and the last message of the user before it, where the request before had its end. `markLast(blocks, ttl, behind)` marks the last block that may carry a marker, and leaves the last `behind` blocks out of account. The last `behind` blocks of the last message are made for this request alone. Leave all other messages as they are.",
        predict: {
          question: "What does it cost if the marker stands on a block that is gone at the next request?",
          answer:
            "What is kept up to it is written to the cache, at a higher price than plain input, and never read: no later request begins with those bytes.",
        },
        hints: [
          "Which blocks will the next request begin with? The marker belongs on the last of them.",
          "Only the last message has blocks that go; in the one before, the last block is one that stayed.",
          "At the tail markLast(content, ttl, behind), at the user's message before it markLast(content, ttl), else the message itself.",
        ],
      },
      ja: JA.where,
    },
  },
  {
    id: "05-told-again",
    minutes: 15,
    needs: ["chapter 5"],
    laws: ["startup-once"],
    hole: "src/context/attachments.ts#isTold",
    planted: `/**
 * Does the model know it already, from what it was told on this path: the same, by the rule of its type, or of what is
 * volatile the same words as last?
 */
export function isTold(attachment: Fields, told: readonly Fields[], injections = CORE_INJECTIONS): boolean {
  const row = injectionOf(attachment, injections);
  const last = told.at(-1);
  if (row?.life === "volatile") return (last && row.words(last)) === row.words(attachment);
  const same = row?.once?.(attachment);
  if (same === undefined || !last || last["type"] !== attachment["type"]) return false;
  return row?.once?.(last) === same;
}`,
    report: {
      number: 102,
      seen: {
        en: "Each time that a session is taken up, the same start-up context stands in it once more. After a week of work it fills pages.",
        ja: "セッションを再開するたびに、同じ起動時のコンテキストがもう1つ増えます。1週間も続けると何ページにもなります。",
      },
    },
    words: {
      en: {
        title: "Told again",
        objective: "find out why a session repeats what the model knows already",
        task: "What is told at a start is logged as an attachment, unless the model has been told it on this path; this function decides that. It is right where the same thing is told twice in a row, and in a real session it hardly ever is. `told` holds all attachments on the path, of every type, in their order.",
        predict: {
          question:
            "A start leaves three attachments: a hook's word, the day, the mode. At the next start, what is the last thing that the model was told?",
          answer:
            "The mode, whichever of the three is asked about. To know when it was last told the day, one has to look among what was told of the day.",
        },
        hints: [
          "Compare with what? The function looks at one earlier attachment only.",
          "For what is volatile the last one of the same type counts. For what is told once, any one of the same type that is the same by its row's rule.",
          'const alike = told.filter(({ type }) => type === attachment["type"]); the last of alike for the volatile ones, alike.some(…) for the others.',
        ],
      },
      ja: JA.told,
    },
  },
];
