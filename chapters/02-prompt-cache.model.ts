/** The model of chapter 2: a function of the request, and of nothing else (C-1.2). */
import type { MessagesRequest, Reply } from "#mock-api";
import { askedIn } from "./request-read.ts";
import { words } from "./said.ts";

/** What the user says, in order. */
export const PROMPTS = {
  what: "What does greet.mjs do?",
  empty: "And if the name is empty?",
  change: "Shall I change that?",
  still: "Are you still there?",
  tools: "Which tools do you have?",
} as const;

/** The project: one file, with what a person needs to know in its comments. */
export const SOURCE = `${Array.from({ length: 24 }, (_, at) => `// ${at + 1}. A rule of courtesy that nobody reads.`).join("\n")}
export const greet = (name) => \`Hello, \${name}!\`;
`;

/** Answers a request by the last prompt in it, and by the results that have come since. */
export function answer(request: MessagesRequest): Reply {
  const { prompt, results } = askedIn(request);
  if (prompt === PROMPTS.what) return results.length === 0 ? read() : words("It greets whom you name.");
  if (prompt === PROMPTS.empty) return words('Then it says "Hello, !".');
  if (prompt === PROMPTS.change) return words("I would: say who is meant when nobody is named.");
  if (prompt === PROMPTS.still) return words("I am, whatever it costs.");
  if (prompt === PROMPTS.tools)
    return words(request.tools?.map((tool) => String(tool["name"])).join(", ") ?? "");
  return words(`This model knows: ${Object.values(PROMPTS).join(" ")}`);
}

function read(): Reply {
  return {
    content: [
      { type: "text", text: "I read it." },
      { type: "tool_use", id: "toolu_read_1", name: "Read", input: { file_path: "greet.mjs" } },
    ],
  };
}
