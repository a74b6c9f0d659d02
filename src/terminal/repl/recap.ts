/** Where a conversation stood: what was said last. */
import type { Message } from "../../wire.ts";
import type { Input } from "./input.ts";

/** Of a session that is taken up: what was said last, and what was answered. `said`: all prompts, oldest first. */
export function recapOf(said: readonly string[], messages: readonly Message[]): Input[] {
  const prompt = said.at(-1);
  if (prompt === undefined) return [];
  const earlier = said.length - 1;
  const told = `… ${earlier} earlier ${earlier === 1 ? "prompt" : "prompts"} in the log: /tree shows them.`;
  return [
    ...(earlier > 0 ? [{ type: "told", text: told } as const] : []),
    { type: "event", event: { type: "prompt", text: prompt } },
    { type: "event", event: { type: "delta", kind: "text", text: lastWords(messages) } },
    { type: "idle" },
  ];
}

/** The model's last words; empty where it has said none. */
function lastWords(messages: readonly Message[]): string {
  const spoken = messages.findLast(
    ({ role, content }) => role === "assistant" && content.some(({ type }) => type === "text"),
  );
  const words = (spoken?.content ?? []).filter(({ type }) => type === "text");
  return words.map((block) => String(block["text"])).join("\n");
}
