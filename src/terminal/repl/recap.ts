/** Where a conversation stood: what was said last. */
import { promptsOf } from "../../commands/rewind.ts";
import { nodesOn } from "../../log/path.ts";
import type { Session } from "../../session.ts";
import type { Message } from "../../wire.ts";
import type { Input } from "./input.ts";

const EARLIER = "… What was said before is in the log: /tree shows it.";
const SUMMARIZED = "… That, too, is summarized for the model by now. The log keeps it: /tree shows it.";
const GONE_BACK =
  "… The conversation stands before its first prompt. What was said is in the log: /tree shows it.";

/**
 * Of a session that is taken up: the last prompt on the way to where it stands, and what was answered. What a rewind has taken
 * off the way is not among it, and where a compaction came after it, that is told in the place of the answer.
 */
export function recapOf(session: Session): Input[] {
  const prompts = promptsOf(session);
  const last = prompts.at(-1);
  if (!last) return [{ type: "told", text: GONE_BACK }];
  const way = session.log.way();
  const answer = lastWords(session.log.conversation(way).messages);
  return [
    ...(prompts.length > 1 ? [{ type: "told", text: EARLIER } as const] : []),
    { type: "event", event: { type: "prompt", text: last.text } },
    nodesOn(way).some(({ entry }) => entry.uuid === last.uuid)
      ? { type: "event", event: { type: "delta", kind: "text", text: answer } }
      : { type: "told", text: SUMMARIZED },
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
