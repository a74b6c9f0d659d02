/** The summary of a conversation that is longer than the window: it is asked for with less, until there is room for it. */
import { sizeOf, summaryIn } from "../../commands/summary.ts";
import type { Summarize } from "../../opened.ts";
import { ApiError } from "../../ports.ts";
import { modelFacts } from "../../request/models.ts";
import { isThinking, isToolResult, type Message, type ModelResponse } from "../../wire.ts";

/** Why an answer stops for which the window has no room left. */
const FULL = "model_context_window_exceeded";

/** How much of what would just fit is asked with: what is counted and what is cut are not quite the same. */
const MARGIN = 0.9;

/**
 * The summary, whole. Where the conversation is longer than the window, or leaves no room in it for an answer, its oldest
 * rounds are left out until it fits (bug report 79). Bound thinking goes with them, for what it stood behind is gone
 * (MR-46). Throws `SessionError` where the model comes to no end, `ApiError`. Law: summary-fits
 */
export const summaryThatFits: Summarize = async (model, request, signal) => {
  const { isBound } = modelFacts(request.model);
  for (let { messages } = request; ; ) {
    const answer = await model.send({ ...request, messages }, { signal }).catch((error: Error) => error);
    const share = shareThatFits(answer);
    const shorter = share < 1 ? shortened(messages, sizeOf(messages) * share) : messages;
    if (shorter === messages) {
      if (answer instanceof Error) throw answer;
      return summaryIn(answer);
    }
    messages = isBound ? shorter.map(thoughtless) : shorter;
  }
};

/** What part of a request that is too long the API would take (MR-14, MR-56, MR-57); 1 where that was not what it lacked. */
function shareThatFits(answer: Error | ModelResponse): number {
  if (!(answer instanceof ApiError)) return "content" in answer && answer.stop_reason === FULL ? MARGIN : 1;
  const [, tokens, most] = /too long: (\d+) tokens > (\d+)/.exec(answer.message) ?? [];
  if (tokens && most) return (Number(most) / Number(tokens)) * MARGIN;
  return answer.details.type === "request_too_large" ? 0.5 : 1;
}

/** Without as many of its oldest rounds as have to go; the same where none can. */
function shortened(messages: readonly Message[], most: number): readonly Message[] {
  const shorter = withoutOldest(messages);
  return shorter === messages || sizeOf(shorter) <= most ? shorter : shortened(shorter, most);
}

/** What begins with the second prompt; of a single round its beginning, and its steps without the first, each whole. */
function withoutOldest(messages: readonly Message[]): readonly Message[] {
  // What is asked at the end is no round of its own.
  const first = (from: number, isCut: (message: Message) => boolean) =>
    messages.slice(0, -1).findIndex((each, at) => at >= from && isCut(each));
  const round = first(1, ({ role, content }) => role === "user" && !content.some(isToolResult));
  const step = first(2, ({ role }) => role === "assistant");
  if (round !== -1) return messages.slice(round);
  return step === -1 ? messages : [...messages.slice(0, 1), ...messages.slice(step)];
}

function thoughtless({ role, content }: Message): Message {
  return { role, content: content.filter((block) => !isThinking(block)) };
}
