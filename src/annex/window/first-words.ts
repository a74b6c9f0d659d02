/** A conversation that is still to begin. */
import { type Message, text } from "../../wire.ts";

/** Words that stand in where a conversation, or the next prompt, is still to come. */
export const SOME_WORDS: Message = { role: "user", content: [text("(the next prompt)")] };

/**
 * In the place of a conversation in which nothing was said, one of a few words: so the request that a session would begin with
 * can be looked at, memory files included. What is sent always has words.
 */
export function atLeastWords(messages: readonly Message[]): readonly Message[] {
  return messages.length > 0 ? messages : [SOME_WORDS];
}

/** Do such words stand in the place of a whole conversation? */
export function isStillToBegin(messages: readonly Message[]): boolean {
  const [words] = SOME_WORDS.content;
  return (
    messages.length === 1 && messages[0]?.content.some((block) => block["text"] === words?.["text"]) === true
  );
}
