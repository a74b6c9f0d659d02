/** The model of chapter 6: a function of the request, and of nothing else (C-1.2). */
import type { MessagesRequest, Reply } from "#mock-api";
import { askedIn, promptIn } from "./request-read.ts";
import { words } from "./said.ts";

/** What the user says, in order. */
export const PROMPTS = {
  write: "Write bye.mjs: a function that says goodbye.",
  aside: "Which file was that again?",
  japanese: "Say it in Japanese.",
  shorter: "Say it in one word.",
  goOn: "What is done so far?",
  elsewhere: "And what if it had a name to greet?",
} as const;

/** The file, as it is written for each of two prompts. */
export const FILES = {
  english: 'export const bye = () => "Goodbye, and thank you.";\n',
  japanese: 'export const bye = () => "さようなら";\n',
} as const;

/** Answers a request by what stands in it. */
export function answer(request: MessagesRequest): Reply {
  const { prompt = "", results } = askedIn(request);
  if (prompt.endsWith(PROMPTS.aside)) return words(`bye.mjs. I was sent ${sizeOf(request)} to say so.`);
  if (prompt.startsWith("Summarize this conversation")) return words(SUMMARY);
  if (prompt === PROMPTS.write) return results.length === 0 ? write(FILES.english) : words("It is written.");
  if (prompt === PROMPTS.japanese)
    return results.length === 0 ? write(FILES.japanese) : words("さようなら, then.");
  if (prompt === PROMPTS.shorter) return words(`"Bye." ${recalled(request)}`);
  if (prompt === PROMPTS.goOn) return words(`I was sent ${sizeOf(request)}. ${recalled(request)}`);
  if (prompt === PROMPTS.elsewhere) return words(`Then bye(name) would do. ${recalled(request)}`);
  return words(`This model knows: ${Object.values(PROMPTS).join(" ")}`);
}

const SUMMARY =
  "# Asked for\nbye.mjs, a function that says goodbye, in one word.\n# Done\nbye.mjs is written; it says: Goodbye, and thank you.\n# Next\nOne word in its place.";

/** It knows of Japanese where a prompt of this very request asks for it. */
function recalled({ messages }: MessagesRequest): string {
  const isSaid = messages.some((message) => promptIn(message) === PROMPTS.japanese);
  return isSaid ? "You wanted Japanese before." : "Nobody has spoken of Japanese.";
}

function sizeOf({ messages }: MessagesRequest): string {
  return messages.length === 1 ? "1 message" : `${messages.length} messages`;
}

function write(content: string): Reply {
  const input = { file_path: "bye.mjs", content };
  return { content: [{ type: "tool_use", id: `toolu_write_${content.length}`, name: "Write", input }] };
}
