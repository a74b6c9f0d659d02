/** Where a conversation stood: what was said last. */
import type { Message } from "../../wire.ts";

/** The model's last words; empty where it has said none. */
export function lastWords(messages: readonly Message[]): string {
  const spoken = messages.findLast(
    ({ role, content }) => role === "assistant" && content.some(({ type }) => type === "text"),
  );
  const words = (spoken?.content ?? []).filter(({ type }) => type === "text");
  return words.map((block) => String(block["text"])).join("\n");
}
