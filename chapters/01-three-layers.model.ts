/** The model of chapter 1: a function of the request, and of nothing else (C-1.2). */
import type { MessagesRequest, Reply, RequestMessage } from "#mock-api";
import { askedIn, blocksIn, promptIn } from "./request-read.ts";
import { words } from "./said.ts";

/** What the user says, in order. */
export const PROMPTS = {
  hello: "I am Mio. Which files are here?",
  who: "Who am I?",
  files: "Which files did you see?",
} as const;

/** Answers a request by what stands in it. */
export function answer(request: MessagesRequest): Reply {
  const { prompt, results } = askedIn(request);
  if (prompt === PROMPTS.hello) return results.length === 0 ? look() : listed(String(results[0]?.content));
  if (prompt === PROMPTS.who) return words(nameIn(request.messages));
  if (prompt === PROMPTS.files) return words(filesIn(request.messages));
  return words(`This model knows: ${Object.values(PROMPTS).join(" ")}`);
}

function look(): Reply {
  return {
    content: [
      { type: "text", text: "I look." },
      { type: "tool_use", id: "toolu_look_1", name: "Bash", input: { command: "ls" } },
    ],
  };
}

function listed(output: string): Reply {
  return words(`Hello, Mio. ${output.split("\n").length} files: ${output.split("\n").join(", ")}.`);
}

/** Nobody is remembered: a name is known where a message of this very request holds it. */
function nameIn(messages: readonly RequestMessage[]): string {
  const at = messages.findIndex((message) => /^I am \w+/.test(promptIn(message) ?? ""));
  const name = /^I am (\w+)/.exec(promptIn(messages[at]) ?? "")?.[1];
  const sent = messages.length === 1 ? "1 message" : `${messages.length} messages`;
  if (name === undefined) return `I do not know. I was sent ${sent}, and no name is in it.`;
  return `You are ${name}. I was sent ${sent}; the name is in message ${at + 1}.`;
}

function filesIn(messages: readonly RequestMessage[]): string {
  const seen = blocksIn(messages).find(({ type }) => type === "tool_result");
  const names = String(seen?.content ?? "none").split("\n");
  return `${names.join(", ")}: so says an old result, sent again.`;
}
