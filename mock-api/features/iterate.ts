/**
 * How often the model is asked for one answer: once, unless a summary is wanted first, or a model declines and the
 * next one is tried (MR-63). Each question takes one reply of a scripted list (D-26).
 */
import { Call } from "../rules/call.ts";
import { summaryMessage } from "./compaction-block.ts";
import { compactEditOf } from "./edit-shapes.ts";
import { attemptOf, type Fallback, fallbacksOf, handedOver, isDeclined, recommending } from "./fallback.ts";
import type { Prepared } from "./prepare.ts";
import { type Ask, hasFailed, type Round, roundOf } from "./rounds.ts";
import {
  askForSummary,
  behindSummary,
  isDue,
  onDemandReply,
  pausedReply,
  summaryAsked,
  summaryIn,
} from "./summary.ts";

/** The reply to a request, put together from all rounds that it took. */
export interface Iterated {
  /** In order; the last one is the one that the answer's own figures are about. */
  rounds: readonly [Round, ...Round[]];
  reply: Round["reply"];
  /** The request as the model that answered was asked, and what was made of it. */
  call: Call;
  prepared: Prepared;
}

/** Asks the model as often as the request needs. The first question is put before this returns. */
export async function iterate(call: Call, prepared: Prepared, ask: Ask): Promise<Iterated> {
  const { sent, shown } = prepared;
  const wanted = summaryAsked(sent);
  if (wanted) {
    const round = await askForSummary(shown, wanted.instructions, ask);
    const reply = hasFailed(round) ? round.reply : onDemandReply(sent, round);
    return { rounds: [round], reply, call, prepared };
  }
  return isDue(call) ? compactAndAnswer(call, prepared, ask) : answer(call, prepared, ask);
}

/** MR-102: the summary, then the answer to the summary alone, unless the request wants to pause between them. */
async function compactAndAnswer(call: Call, prepared: Prepared, ask: Ask): Promise<Iterated> {
  const edit = compactEditOf(call.request);
  const first = await askForSummary(prepared.shown, edit?.instructions, ask);
  if (hasFailed(first)) return { rounds: [first], reply: first.reply, call, prepared };
  if (edit?.pause_after_compaction) return { rounds: [first], reply: pausedReply(first), call, prepared };
  const summary = summaryIn(first);
  const answered = await answer(call, summary === null ? prepared : compacted(prepared, summary), ask);
  const rounds = [first, ...answered.rounds] as const;
  if (hasFailed(answered)) return { ...answered, rounds };
  return { ...answered, rounds, reply: behindSummary(first, summary, answered) };
}

/**
 * The answer itself; when the model declines, that of the first fallback that does not (MR-77). A fallback that cannot
 * be asked is only recommended, and the refusal stands.
 */
async function answer(call: Call, prepared: Prepared, ask: Ask): Promise<Iterated> {
  let last: Attempt = { call, prepared, round: await roundOf(prepared.shown, ask) };
  const rounds: [Round, ...Round[]] = [last.round];
  let recommended: string | undefined;
  for (const fallback of isDeclined(last.round) ? fallbacksOf(call.request) : []) {
    const next = await attempt(call, prepared, fallback, ask);
    if (hasFailed(next.round)) {
      recommended = fallback.model;
      break;
    }
    last = next;
    rounds.push(next.round);
    if (!isDeclined(next.round)) break;
  }
  const reply = rounds.length === 1 ? last.round.reply : handedOver(rounds);
  return {
    ...{ rounds, call: last.call, prepared: last.prepared },
    reply: recommended === undefined ? reply : recommending(reply, recommended),
  };
}

/** One model's try. */
interface Attempt {
  call: Call;
  prepared: Prepared;
  round: Round;
}

/** A fallback's try. It reads what the first model read, but of the thinking only what it can. */
async function attempt(call: Call, first: Prepared, fallback: Fallback, ask: Ask): Promise<Attempt> {
  const own = new Call(attemptOf(call.request, fallback), call.head, call.settings);
  const { prepared } = own;
  const isWhole = first.shown === call.prepared.shown;
  const shown = isWhole ? prepared.shown : { ...prepared.shown, messages: first.shown.messages };
  return { call: own, prepared: { ...prepared, shown }, round: await roundOf(shown, ask) };
}

function compacted(prepared: Prepared, summary: string): Prepared {
  return { ...prepared, shown: { ...prepared.shown, messages: [summaryMessage(summary)] } };
}
