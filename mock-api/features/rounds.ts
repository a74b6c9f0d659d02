/** One question to the model within an answer that may take several, and what it used (MR-63). */
import { cutReply } from "../answer/cut.ts";
import { writtenTokens } from "../answer/written.ts";
import type { CacheBill, CacheVisit } from "../cache/cache.ts";
import { traitsOf } from "../catalog/traits.ts";
import type { Reply, ReplyBlock, Taken } from "../models/scripted.ts";
import { isThinking } from "../thinking/signatures.ts";
import type { MessagesRequest, Usage } from "../wire.ts";

/** Shows the model a request, and looks it up in the cache. */
export type Ask = (shown: MessagesRequest) => Asked;

/** A question that is on its way. */
export interface Asked {
  taken: Taken;
  visit: CacheVisit;
}

/** A question that has its reply. */
export interface Round {
  shown: MessagesRequest;
  taken: Taken;
  visit: CacheVisit;
  /** As far as there was room for it. */
  reply: Reply;
}

/** An entry of `usage.iterations`. */
export interface Iteration
  extends Pick<
    Usage,
    | "input_tokens"
    | "output_tokens"
    | "cache_creation_input_tokens"
    | "cache_read_input_tokens"
    | "cache_creation"
  > {
  type: "message" | "compaction" | "fallback_message";
  model?: string;
}

/** Asks once and waits for the reply. */
export async function roundOf(shown: MessagesRequest, ask: Ask): Promise<Round> {
  const { taken, visit } = ask(shown);
  return { shown, taken, visit, reply: await taken.reply };
}

/** The same round with its reply cut to the room there is, for an answer that is put together from several. */
export function cutRound(round: Round): Round {
  const { shown, reply, visit } = round;
  const { window } = traitsOf(shown.model);
  const bounds = { request: shown, inputTokens: inputOf(visit.bill), window, isEager: () => false };
  const { content, stop } = cutReply(reply, bounds);
  return { ...round, reply: { ...reply, content, ...stop } };
}

/** Did the question fail, so that there is no answer at all? */
export function hasFailed({ reply }: { reply: Reply }): boolean {
  return (reply.status ?? 200) >= 400;
}

/** What a round used, for `usage.iterations`. A script's own figures win (D-26). */
export function iterationOf(type: Iteration["type"], { shown, visit, reply }: Round): Iteration {
  const { fresh, read, created5m, created1h } = visit.bill;
  return {
    type,
    ...(type !== "compaction" && { model: shown.model }),
    input_tokens: reply.usage?.input_tokens ?? fresh,
    output_tokens: reply.usage?.output_tokens ?? writtenIn(shown, reply),
    cache_creation_input_tokens: reply.usage?.cache_creation_input_tokens ?? created5m + created1h,
    cache_read_input_tokens: reply.usage?.cache_read_input_tokens ?? read,
    cache_creation: reply.usage?.cache_creation ?? {
      ephemeral_5m_input_tokens: created5m,
      ephemeral_1h_input_tokens: created1h,
    },
  };
}

/** The output of one round as the usage of a whole answer tells it. */
export function outputOf({ shown, reply }: Round): Pick<Usage, "output_tokens" | "output_tokens_details"> {
  const thinking = (reply.content ?? []).filter(isThinking);
  return {
    output_tokens: writtenIn(shown, reply),
    output_tokens_details: thinking.length > 0 ? { thinking_tokens: tokensIn(thinking) } : null,
  };
}

/** All input tokens of a bill (MR-83). */
function inputOf({ read, created5m, created1h, fresh }: CacheBill): number {
  return read + created5m + created1h + fresh;
}

// MR-63: an answer costs something even when it is empty, unless it was not wanted or refused before it began.
function writtenIn({ max_tokens }: MessagesRequest, { content = [], stop_reason }: Reply): number {
  const least = max_tokens === 0 || (stop_reason === "refusal" && content.length === 0) ? 0 : 1;
  return Math.max(least, tokensIn(content));
}

function tokensIn(content: readonly ReplyBlock[]): number {
  return content.reduce((sum, block) => sum + writtenTokens(block), 0);
}
