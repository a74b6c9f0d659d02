/** The model of chapter 7: a function of the request, and of nothing else (C-1.2). */
import type { MessagesRequest, Reply, ReplyBlock } from "#mock-api";
import { askedIn, blocksIn } from "./request-read.ts";
import { words } from "./said.ts";

/** What the user says, in order; the task is what the model says to its agent. */
export const PROMPTS = {
  mend: "/mend the server answers 500 without a name",
  others: "Where else can that happen? Let an agent look.",
  task: "Read every handler in src/api. Which use a name without looking whether there is one?",
  bye: "Mend src/api/bye.ts as well.",
} as const;

/** Answers a request by what stands in it. */
export function answer(request: MessagesRequest): Reply {
  const { prompt = "", results } = askedIn(request);
  if (prompt.startsWith("Summarize this conversation")) return words(SUMMARY);
  if (prompt === PROMPTS.mend) return mending(results.length);
  if (prompt === PROMPTS.others) return results.length === 0 ? asking() : words("In bye.ts and thanks.ts.");
  if (prompt === PROMPTS.task) return looking(results.length);
  if (prompt === PROMPTS.bye) return again(request, results.length);
  return words(`This model knows: ${Object.values(PROMPTS).join(" ")}`);
}

function mending(results: number): Reply {
  if (results === 0) return calls(read("hello"), { ...read("say"), input: { file_path: "src/say.ts" } });
  if (results === 2) return calls(edit("hello"));
  return words("src/api/hello.ts: without a name it greets you.");
}

function asking(): Reply {
  const input = { description: "look through the handlers", prompt: PROMPTS.task };
  return calls({ type: "tool_use", id: "toolu_agent", name: "Agent", input });
}

function looking(results: number): Reply {
  if (results === 0) return calls(read("hello", "agent"), read("bye", "agent"), read("thanks", "agent"));
  return words("Two of three: bye.ts and thanks.ts. In hello.ts it is mended.");
}

function again(request: MessagesRequest, results: number): Reply {
  if (results === 0) return { content: [...told(request), read("bye")] };
  return results === 1 ? calls(edit("bye")) : { content: told(request) };
}

/** What was told before the compaction, and words by which it is known. */
const TOLD: readonly (readonly [name: string, words: string])[] = [
  ["style", "one or two sentences"],
  ["root", "A server that greets"],
  ["words", "plain English words"],
  ["notes", "port 4000"],
  ["mend", "Find the cause before"],
  ["api", "A handler never throws"],
  ["nested", "called by src/server.ts"],
  ["hook", "prettier: "],
  ["hello.ts", "export const hello"],
];

/** Says what of it this very request holds, and what not. */
function told({ system, messages }: MessagesRequest): ReplyBlock[] {
  const all = JSON.stringify([system, blocksIn(messages)]);
  const names = (isThere: boolean) =>
    TOLD.flatMap(([name, words]) => (all.includes(words) === isThere ? [name] : [])).join(", ");
  return [
    { type: "text", text: `Here: ${names(true)}.` },
    { type: "text", text: `Gone: ${names(false)}.` },
  ];
}

const SUMMARY =
  "# Asked for\nThe server answers 500 without a name; mend it.\n# Done\nsrc/api/hello.ts is mended.\n# Open\nbye.ts and thanks.ts have the same fault.";

function read(name: string, who = "main"): ReplyBlock & { type: "tool_use" } {
  return {
    type: "tool_use",
    id: `toolu_read_${who}_${name}`,
    name: "Read",
    input: { file_path: `src/api/${name}.ts` },
  };
}

function edit(name: string): ReplyBlock {
  const input = { file_path: `src/api/${name}.ts`, old_string: "name.trim()", new_string: "name?.trim()" };
  return { type: "tool_use", id: `toolu_edit_${name}`, name: "Edit", input };
}

function calls(...content: ReplyBlock[]): Reply {
  return { content };
}
