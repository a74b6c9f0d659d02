/** The model and the shell of chapter 5: functions of what they are given, and of nothing else (C-1.2). */
import type { MessagesRequest, Reply, RequestBlock, RequestMessage } from "#mock-api";
import type { PlayShell } from "../scripts/chapter/chapter.ts";

/** What the user says, in order. */
export const PROMPTS = {
  look: "What is left to do? See @notes.md.",
  plan: "Which of the tests would you mend first?",
  open: "What is still open?",
} as const;

/** One line of a test run that says far too much. */
const NOISE = "ok: an empty name, a long name, a name with a comma, a name in another script";

/** The commands that the project knows. */
export const shell: PlayShell = (command) =>
  command === "npm test"
    ? { output: `FAIL: greet("") says "Hello, !"\n${`${NOISE}\n`.repeat(900)}`, exitCode: 1 }
    : undefined;

/** Answers a request by the last words of the user in it, and by the results that have come since. */
export function answer({ messages }: MessagesRequest): Reply {
  const asked = messages.findLastIndex((message) => wordsOf(message) !== undefined);
  const words = wordsOf(messages[asked]) ?? "";
  const since = messages.slice(asked);
  const results = blocksOf(since).filter(({ type }) => type === "tool_result");
  // The file that the prompt names has been read before anything was asked.
  if (words === PROMPTS.look) return results.length === 1 ? look() : report(results);
  if (words === PROMPTS.plan) return plan();
  if (words === PROMPTS.open) return results.length === 0 ? fetchList() : readOut(results);
  return summary();
}

function look(): Reply {
  return {
    content: [
      { type: "thinking", thinking: "The notes name a list and the tests. Look at both, and keep track." },
      { type: "tool_use", id: "toolu_todo", name: "Read", input: { file_path: "todo.md" } },
      { type: "tool_use", id: "toolu_test", name: "Bash", input: { command: "npm test" } },
      { type: "tool_use", id: "toolu_task", name: "TaskCreate", input: { subject: "Greet an empty name" } },
    ],
  };
}

function report(results: readonly RequestBlock[]): Reply {
  const seen = JSON.stringify(results.map(({ content }) => content));
  const isEmpty = /no content|is empty/i.test(seen) ? "todo.md is empty." : "todo.md has a list.";
  const failing = /FAIL: greet/.test(seen) ? "One test fails: an empty name." : "No test fails.";
  return { content: [{ type: "text", text: `${isEmpty} ${failing} I have made it a task.` }] };
}

function plan(): Reply {
  return {
    content: [
      { type: "thinking", thinking: "Plan mode: no changes. The empty name is the only one that fails." },
      { type: "text", text: "The one for an empty name, in greet.mjs." },
    ],
  };
}

function summary(): Reply {
  return { content: [{ type: "text", text: "The user asked what is left. One test fails: an empty name." }] };
}

function fetchList(): Reply {
  return { content: [{ type: "tool_use", id: "toolu_list", name: "TaskList", input: {} }] };
}

function readOut(results: readonly RequestBlock[]): Reply {
  const first = String(results.at(-1)?.content).split("\n")[0];
  return { content: [{ type: "text", text: `This: ${first}` }] };
}

/** What a message says in words that are neither the harness's nor a tool's. */
function wordsOf(message: RequestMessage | undefined): string | undefined {
  if (message?.role !== "user") return undefined;
  const words = blocksOf([message]).filter(({ type }) => type === "text");
  return words.map(({ text }) => String(text)).findLast((said) => !said.startsWith("<system-reminder>"));
}

function blocksOf(messages: readonly RequestMessage[]): RequestBlock[] {
  return messages.flatMap(({ content }) =>
    typeof content === "string" ? [{ type: "text", text: content }] : content,
  );
}
