/** How the summary of a conversation is asked for, with all that was sent so far, so that the cache is read (O-16). */
import { SessionError } from "../opened.ts";
import { ApiError } from "../ports.ts";
import { modelFacts } from "../request/models.ts";
import type { Session } from "../session.ts";
import { type Block, isThinking, isToolResult, type Message, type ModelResponse } from "../wire.ts";
import { textOf } from "./btw.ts";

const ASKED = `Summarize this conversation for yourself: you will go on from your summary alone. Use no tools. Write down, under headings: what the user asked for, in the user's own words where they matter; what was decided, and why; each file that was read or changed, with what matters in it; errors, and how they were mended; what is done, what is not, and the very next step.`;

/** Why an answer stops for which the window has no room left. */
const FULL = "model_context_window_exceeded";

/** How much of what would just fit is asked with: what is counted and what is cut are not quite the same. */
const MARGIN = 0.9;

/**
 * The summary, whole. Where the conversation is longer than the window, or leaves no room in it for an answer, its oldest
 * rounds are left out until it fits (bug report 79). Throws `SessionError` where the model comes to no end, `ApiError`.
 * Law: summary-fits
 */
export async function summaryOf(session: Session, more: readonly string[], signal?: AbortSignal) {
  const request = session.nextRequest([ASKED, ...more].filter((part) => part !== "").join("\n\n"));
  for (let { messages } = request; ; ) {
    const answer = await session.model.send({ ...request, messages }, { signal }).catch((error: unknown) => {
      if (error instanceof ApiError) return error;
      throw error;
    });
    const isRefused = answer instanceof ApiError;
    const summary = !isRefused && answer.stop_reason === "end_turn" ? textOf(answer) : "";
    if (summary !== "") return summary;
    const shorter = withoutOldest(messages, shareThatFits(answer), modelFacts(request.model).isBound);
    if (!shorter) throw isRefused ? answer : new SessionError(NO_SUMMARY);
    messages = shorter;
  }
}

const NO_SUMMARY = "The model gave no whole summary, so nothing was changed. Try again.";

/** What part of a request that is too long the API would take (MR-14, MR-56, MR-57); 1 where that was not what it lacked. */
function shareThatFits(answer: ApiError | ModelResponse): number {
  if (!(answer instanceof ApiError)) return answer.stop_reason === FULL ? MARGIN : 1;
  const [, tokens, most] = /too long: (\d+) tokens > (\d+)/.exec(answer.message) ?? [];
  if (tokens && most) return (Number(most) / Number(tokens)) * MARGIN;
  return answer.details.type === "request_too_large" ? 0.5 : 1;
}

/**
 * Whole rounds, from a prompt on; of a single one its beginning and its last steps, each whole. Bound thinking is left out,
 * for what it stood behind is gone (MR-46). Undefined where nothing is to be left out, or nothing can be.
 */
function withoutOldest(messages: readonly Message[], share: number, isBound: boolean) {
  let left = JSON.stringify(messages).length;
  const most = left * share;
  const cuts = messages.map(({ role, content }, at) => {
    const size = left;
    left -= JSON.stringify(content).length;
    return {
      at,
      size,
      isRound: role === "user" && !content.some(isToolResult),
      isStep: role === "assistant",
    };
  });
  // What is asked at the end is no round, and a step needs something before it.
  const [rounds, steps] = [cuts.slice(1, -1), cuts.slice(2, -1)];
  const shorter = [...rounds.filter(({ isRound }) => isRound), ...steps.filter(({ isStep }) => isStep)];
  const cut = shorter.find(({ size }) => size <= most) ?? shorter.at(-1);
  if (share === 1 || !cut) return undefined;
  const rest = [...messages.slice(0, cut.isStep ? 1 : 0), ...messages.slice(cut.at)];
  const stays = (block: Block) => !isBound || !isThinking(block);
  return rest.map(({ role, content }) => ({ role, content: content.filter(stays) }));
}
