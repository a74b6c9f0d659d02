/** The model and the shell of chapter 4: functions of what they are given, and of nothing else (C-1.2). */
import type { MessagesRequest, Reply, RequestMessage } from "#mock-api";
import type { PlayShell } from "../scripts/chapter/chapter.ts";
import { askedIn, blocksIn } from "./request-read.ts";
import { words } from "./said.ts";

/** What the user says, in order. */
export const PROMPTS = {
  why: "Why does the build fail?",
  fix: "Fix it.",
  again: "Are you still there?",
  instead: "Change nothing. Which line is it?",
} as const;

/** The project: one source file, which does not build. */
export const SOURCE = "export const greet = (name: string) => `Hello!`;\n\ngreet(7);\n".replace(
  "Hello!",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source text of greet.ts.
  "Hello, ${name}!",
);

const ERROR = "greet.ts(3,7): error TS2345: Argument of type 'number' is not assignable";

/** The commands that the project knows. */
export const shell: PlayShell = (command) =>
  command === "npm run build" ? { output: ERROR, exitCode: 2 } : undefined;

/** Answers a request by the last prompt in it, and by the results that have come since. */
export function answer(request: MessagesRequest): Reply {
  const { messages } = request;
  const { prompt, results } = askedIn(request);
  if (prompt === PROMPTS.why) return results.length === 0 ? build() : explain();
  if (prompt === PROMPTS.fix) return lookAndBuild();
  if (prompt === PROMPTS.again) return sayWhatIsKnown(messages);
  if (prompt === PROMPTS.instead) return nameTheLine(messages);
  return words(`This model knows: ${Object.values(PROMPTS).join(" ")}`);
}

function build(): Reply {
  return {
    content: [
      { type: "thinking", thinking: "Run the build first and see the error." },
      { type: "text", text: "I run the build and look for the cause." },
      { type: "tool_use", id: "toolu_build_1", name: "Bash", input: { command: "npm run build" } },
    ],
  };
}

function explain(): Reply {
  return words("greet() wants a string, and greet.ts gives it a number.");
}

function lookAndBuild(): Reply {
  return {
    content: [
      { type: "text", text: "I read the file, and build once more meanwhile." },
      { type: "tool_use", id: "toolu_read_1", name: "Read", input: { file_path: "greet.ts" } },
      { type: "tool_use", id: "toolu_build_2", name: "Bash", input: { command: "npm run build" } },
    ],
  };
}

/** It can only tell what it is sent: here, the results of the batch. */
function sayWhatIsKnown(messages: readonly RequestMessage[]): Reply {
  const results = blocksIn(messages).filter(({ type }) => type === "tool_result");
  const whole = results.filter((result) => /greet\(7\)/.test(String(result.content))).length;
  const broken = results.filter((result) => /interrupted/.test(String(result.content))).length;
  return words(
    `I have ${results.length} results: ${whole} is the file, ${broken} is a build that was cut short.`,
  );
}

/** The line stands in the compiler's words, which are still there: the branch begins behind them. */
function nameTheLine(messages: readonly RequestMessage[]): Reply {
  const line = /greet\.ts\((\d+)/.exec(JSON.stringify(messages))?.[1] ?? "unknown";
  const hasRead = JSON.stringify(messages).includes("toolu_read_1");
  return words(`Line ${line} of greet.ts. I have ${hasRead ? "read" : "not read"} the file.`);
}
