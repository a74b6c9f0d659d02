/** The model and the shell of chapter 5: functions of what they are given, and of nothing else (C-1.2). */
import type { MessagesRequest, Reply, RequestBlock } from "#mock-api";
import type { PlayShell } from "../scripts/chapter/chapter.ts";
import { askedIn } from "./request-read.ts";
import { words } from "./said.ts";

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
export function answer(request: MessagesRequest): Reply {
  const { prompt, results } = askedIn(request);
  // The file that the prompt names has been read before anything was asked.
  if (prompt === PROMPTS.look) return results.length === 1 ? look() : report(results);
  if (prompt === PROMPTS.plan) return plan();
  if (prompt === PROMPTS.open) return results.length === 0 ? fetchList() : readOut(results);
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
  return words(`${isEmpty} ${failing} I have made it a task.`);
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
  return words("The user asked what is left. One test fails: an empty name.");
}

function fetchList(): Reply {
  return { content: [{ type: "tool_use", id: "toolu_list", name: "TaskList", input: {} }] };
}

function readOut(results: readonly RequestBlock[]): Reply {
  const first = String(results.at(-1)?.content).split("\n")[0];
  return words(`This: ${first}`);
}
