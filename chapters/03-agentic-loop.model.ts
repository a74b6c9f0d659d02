/** The model and the shell of chapter 3: functions of what they are given, and of nothing else (C-1.2). */
import type { MessagesRequest, Reply, RequestBlock } from "#mock-api";
import type { PlayShell } from "../scripts/chapter/chapter.ts";
import { askedIn } from "./request-read.ts";
import { words } from "./said.ts";

/** What the user says, in order. */
export const PROMPTS = {
  fix: "The check fails. Fix it.",
  tell: "Tell me all about it.",
  again: "Does it still pass?",
  once: "Try once more.",
} as const;

/** What the harness says where an answer stopped before its end. */
const GO_ON = /^Your answer stopped before its end/;

/** The project. */
export const PROJECT = {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source text of greet.mjs.
  "greet.mjs": "export const greet = (name) => `Hello, ${name}!`;\n",
  "notes.md": '# Notes\n\nAn empty name is greeted as "you".\n',
} as const;

/** The check looks at the source: it passes as soon as somebody is greeted who has no name. */
export const shell: PlayShell = (command, { read }) => {
  if (command !== "node check.mjs") return undefined;
  const passes = read("greet.mjs")?.includes('name || "you"');
  return passes
    ? { output: "The check passes." }
    : { output: 'The check fails: got "Hello, !"', exitCode: 1 };
};

/** Answers a request by the last prompt in it, and by the results that have come since. */
export function answer(request: MessagesRequest): Reply {
  const { prompt = "", results } = askedIn(request);
  if (prompt === PROMPTS.fix) return [look, repair, verify, report][stepOf(results)]?.() ?? report();
  if (prompt === PROMPTS.tell) return cutOff();
  if (GO_ON.test(prompt)) return words("was greeted as nobody. Now an empty name is greeted as “you”.");
  if (prompt === PROMPTS.again || prompt === PROMPTS.once) return words("It passed when I ran it last.");
  return words(`This model knows: ${Object.values(PROMPTS).join(" ")}`);
}

/** Three results come from the first step, and one from each later one. */
function stepOf(results: readonly RequestBlock[]): number {
  return Math.max(0, results.length - 2);
}

function look(): Reply {
  return {
    content: [
      { type: "thinking", thinking: "Run the check, read notes and source. None needs another." },
      { type: "text", text: "I look at three things at once." },
      { type: "tool_use", id: "toolu_check_1", name: "Bash", input: { command: "node check.mjs" } },
      { type: "tool_use", id: "toolu_notes_1", name: "Read", input: { file_path: "notes.md" } },
      { type: "tool_use", id: "toolu_source_1", name: "Read", input: { file_path: "greet.mjs" } },
    ],
  };
}

function repair(): Reply {
  return {
    content: [
      { type: "thinking", thinking: "The notes say who is meant. One default in greet.mjs will do." },
      {
        type: "tool_use",
        id: "toolu_edit_1",
        name: "Edit",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source text of greet.mjs.
        input: { file_path: "greet.mjs", old_string: "${name}", new_string: '${name || "you"}' },
      },
    ],
  };
}

function verify(): Reply {
  return {
    content: [
      { type: "thinking", thinking: "Changed. Whether it works, only a run can tell." },
      { type: "tool_use", id: "toolu_check_2", name: "Bash", input: { command: "node check.mjs" } },
    ],
  };
}

function report(): Reply {
  return words("Fixed. The check passes.");
}

function cutOff(): Reply {
  const text = "The check failed because an empty name";
  return { content: [{ type: "text", text }], stop_reason: "max_tokens" };
}
