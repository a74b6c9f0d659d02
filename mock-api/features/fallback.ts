/** Server-side fallback: when a model declines, another one answers in its place (MR-77). */
import { traitsOf } from "../catalog/traits.ts";
import type { Reply, ReplyBlock } from "../models/scripted.ts";
import type { MessagesRequest } from "../wire.ts";
import { cutRound, iterationOf, outputOf, type Round } from "./rounds.ts";

/** A model that may answer in place of the one that was asked, and the parameters of its attempt. */
export interface Fallback {
  model: string;
  max_tokens?: number | null;
  thinking?: MessagesRequest["thinking"] | null;
  output_config?: MessagesRequest["output_config"] | null;
  speed?: string | null;
}

// The API chooses by the kind of refusal; the mock always chooses this one.
const DEFAULT_FALLBACK = "claude-opus-4-8";

/** The chain of a request, in the order of trying. `default` is empty for a model without a fallback of its own. */
export function fallbacksOf({ model, fallbacks }: MessagesRequest): readonly Fallback[] {
  if (Array.isArray(fallbacks)) return fallbacks as Fallback[];
  if (fallbacks !== "default") return [];
  const traits = traitsOf(model);
  const newer = traits.thinkingRank > traitsOf(DEFAULT_FALLBACK).thinkingRank;
  return traits.takesFallbacks && newer ? [{ model: DEFAULT_FALLBACK }] : [];
}

/** The request as one attempt makes it: the entry's own parameters, and of the request's those that its model takes. */
export function attemptOf(request: MessagesRequest, { model, ...own }: Fallback): MessagesRequest {
  const { fallbacks: _chain, thinking, output_config, speed, ...rest } = request;
  const mode = own.thinking === undefined ? fitting(model, thinking) : own.thinking;
  const output = outputConfig(model, output_config, own.output_config);
  const pace = own.speed === undefined ? speed : own.speed;
  return {
    ...rest,
    model,
    max_tokens: own.max_tokens ?? request.max_tokens,
    ...(mode && { thinking: mode }),
    ...(output && { output_config: output }),
    ...(pace != null && { speed: pace }),
  };
}

/** One reply out of the words of all models that spoke, with a block where one hands over to the next. */
export function handedOver(all: readonly [Round, ...Round[]]): Reply {
  const rounds = all.map(cutRound);
  const last = rounds.at(-1) ?? all[0];
  const content = rounds.flatMap((round, at) => {
    const next = rounds[at + 1];
    return [...(round.reply.content ?? []), ...(next ? [fallbackBlock(round, next)] : [])];
  });
  const serves = (round: Round): boolean => round === last && !isDeclined(last);
  const iterations = rounds.map((round) =>
    iterationOf(serves(round) ? "fallback_message" : "message", round),
  );
  const delay_ms = rounds.reduce((sum, { reply }) => sum + (reply.delay_ms ?? 0), 0);
  return { ...last.reply, content, delay_ms, usage: { ...outputOf(last), ...last.reply.usage, iterations } };
}

/** A refusal that names the model to ask next, because the server could not ask it itself. */
export function recommending(reply: Reply, recommended_model: string): Reply {
  const { category = null, explanation = null } = reply.stop_details ?? {};
  return { ...reply, stop_details: { type: "refusal", category, explanation, recommended_model } };
}

function fallbackBlock({ shown, reply }: Round, next: Round): ReplyBlock {
  const category = reply.stop_details?.category ?? null;
  return {
    type: "fallback",
    from: { model: shown.model },
    to: { model: next.shown.model },
    trigger: { type: "refusal", category },
  };
}

/** Did the model decline? */
export function isDeclined({ reply }: Round): boolean {
  return reply.stop_reason === "refusal";
}

// What the model does not know is left out, and it thinks as it does by default.
function fitting(model: string, thinking: MessagesRequest["thinking"]): MessagesRequest["thinking"] {
  const modes: readonly string[] = traitsOf(model).modes;
  if (!thinking || modes.includes(thinking.type)) return thinking;
  return thinking.type === "between_tools" && modes.includes("disabled") ? { type: "disabled" } : undefined;
}

function outputConfig(
  model: string,
  asked: MessagesRequest["output_config"],
  own: Fallback["output_config"],
): MessagesRequest["output_config"] {
  if (own === null) return undefined;
  const efforts: readonly string[] = traitsOf(model).efforts;
  const { effort, ...rest } = asked ?? {};
  const kept = effort !== undefined && efforts.includes(effort) ? { effort } : {};
  const fields = Object.entries({ ...rest, ...kept, ...own }).filter(([, value]) => value !== null);
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}
