/** Having the model write a summary of a conversation (MR-102, MR-103). */
import { traitsOf } from "../catalog/traits.ts";
import type { Reply } from "../models/scripted.ts";
import type { Call } from "../rules/call.ts";
import { trailTo } from "../thinking/trail.ts";
import type { MessagesRequest, StopReason, Usage } from "../wire.ts";
import { compactionsIn } from "./compaction-block.ts";
import { isSigned, signSummary } from "./compaction-signature.ts";
import { compactEditOf } from "./edit-shapes.ts";
import { type Ask, cutRound, hasFailed, iterationOf, outputOf, type Round, roundOf } from "./rounds.ts";

/** What the model is asked where the request has no instructions of its own. The API's own words are not public. */
const SUMMARY_PROMPT =
  "Summarize this conversation so that it can be continued from the summary alone. Reply with the summary only.";

const THRESHOLD = 150_000;

/** The `compaction` parameter of a request that asks for a summary and nothing else (MR-103). */
export function summaryAsked(request: MessagesRequest): { instructions?: string | null } | undefined {
  return (request["compaction"] as { instructions?: string | null } | null | undefined) ?? undefined;
}

/** Has a conversation reached the threshold that its request sets (MR-102)? Never behind a signed summary. */
export function isDue(call: Call): boolean {
  const edit = compactEditOf(call.request);
  if (!edit || call.tokens < (edit.trigger?.value ?? THRESHOLD)) return false;
  return !compactionsIn(call.request.messages).some(({ block }) => isSigned(block));
}

/**
 * Asks the model for a summary of what it is shown. It reads the prompt for it as one more message of the user, and
 * finds the parameter `compaction` in the request, so that a function can tell a summary from an answer.
 */
export async function askForSummary(
  shown: MessagesRequest,
  instructions: string | null | undefined,
  ask: Ask,
): Promise<Round> {
  const prompt = instructions?.trim() ? instructions : SUMMARY_PROMPT;
  const messages = [...shown.messages, { role: "user" as const, content: prompt }];
  const round = await roundOf({ ...shown, messages, compaction: { type: "summarize" } }, ask);
  return hasFailed(round) ? round : cutRound(round);
}

/** The text of a summary; null when the model did not end normally, called a tool, or said nothing. */
export function summaryIn({ reply }: Round): string | null {
  if (endOf(reply) !== "end_turn") return null;
  const text = (reply.content ?? []).map((block) => (block.type === "text" ? block.text : "")).join("");
  return text.trim() === "" ? null : text;
}

/** The reply to a request for a summary: one signed block, or nothing and the reason why (MR-103). */
export function onDemandReply(sent: MessagesRequest, round: Round): Reply {
  const content = summaryIn(round);
  return {
    ...round.reply,
    content: content === null ? [] : [{ type: "compaction", content, signature: signed(sent, content) }],
    stop_reason: content === null ? endOf(round.reply) : "compaction",
    stop_sequence: null,
    usage: nothingButSummary(round),
  };
}

/** The reply that ends at the summary because the request asked for a pause (MR-102). */
export function pausedReply(round: Round): Reply {
  return {
    ...round.reply,
    content: [{ type: "compaction", content: summaryIn(round) }],
    stop_reason: "compaction",
    stop_sequence: null,
    usage: nothingButSummary(round),
  };
}

/** The reply to what a summary left of a conversation, with the summary in front. Law: totals-without-summary. */
export function behindSummary(first: Round, content: string | null, { rounds, reply }: Answered): Reply {
  const only = cutRound(rounds[0]);
  const rest = reply.usage?.iterations ?? [iterationOf("message", only)];
  return {
    ...reply,
    content: [{ type: "compaction", content }, ...(reply.content ?? [])],
    delay_ms: (first.reply.delay_ms ?? 0) + (reply.delay_ms ?? 0),
    usage: { ...outputOf(only), ...reply.usage, iterations: [iterationOf("compaction", first), ...rest] },
  };
}

/** An answer, and the questions it took. */
interface Answered {
  rounds: readonly [Round, ...Round[]];
  reply: Reply;
}

function endOf({ stop_reason, content = [] }: Reply): StopReason {
  return stop_reason ?? (content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn");
}

function signed(sent: MessagesRequest, summary: string): string {
  const { system, tools, messages } = trailTo(sent).binding;
  const preserving = traitsOf(sent.model).thinkingBinding === "conversation";
  return signSummary(summary, { system, tools, messages, preserving });
}

// The tokens of a summary are told in `iterations` alone.
function nothingButSummary(round: Round): Partial<Usage> {
  return {
    input_tokens: 0,
    output_tokens: 0,
    output_tokens_details: null,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
    iterations: [iterationOf("compaction", round)],
  };
}
