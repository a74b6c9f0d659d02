/** `/btw` (C-5.6a, C-5.6b): one question beside the conversation, of which nothing stays. */
import { SessionError } from "../opened.ts";
import type { Session } from "../session.ts";
import type { ModelResponse } from "../wire.ts";
import { branch } from "./branch.ts";

/** A question beside the conversation, and what the model said. */
export interface Aside {
  readonly question: string;
  /** Empty where the model wanted to use tools, which nobody runs here. */
  readonly answer: string;
  readonly response: ModelResponse;
}

const ASKED =
  "This is a question beside the work. Answer it from what you know by now, in words alone: no tool is run for it, and neither the question nor your answer is kept.";

/**
 * Asks with all that was sent so far, so that the cache is read, and logs nothing; also while a turn runs (D-23). The
 * tools are sent, for they come first in the prefix, and not run. Throws `ApiError`. Law: commands-kept, aside-cached
 */
export async function btw(session: Session, question: string, signal?: AbortSignal): Promise<Aside> {
  if (question.trim() === "") throw new SessionError("What is the question? Write it behind /btw.");
  const response = await session.model.send(session.nextRequest(`${ASKED}\n\n${question}`), { signal });
  return { question, answer: textOf(response), response };
}

/** A session of its own, a branch by default just made, that holds the exchange as real history (C-5.6d). */
export function fork(session: Session, { question, response }: Aside, child = branch(session)): Session {
  child.log.entry({ type: "user", message: { role: "user", content: question } });
  // What was thought stands behind other words there (MR-46).
  child.log.response({ ...response, content: response.content.filter(({ type }) => type === "text") });
  child.log.ledger({ type: "last-prompt", lastPrompt: question, leafUuid: child.log.cursor });
  return child;
}

/** The words of a response. */
export function textOf({ content }: ModelResponse): string {
  const words = content.flatMap(({ type, text }) => (type === "text" ? [String(text)] : []));
  return words.join("\n").trim();
}
