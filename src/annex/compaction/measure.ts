/** How full the window is, by what the API has counted last, and whether it is time to compact. */
import { lastAnswer, tokensOn } from "../../commands/compact.ts";
import { saidBlocks } from "../../context/inject.ts";
import { isPrompt } from "../../log/entry.ts";
import { nodesOn, type Path } from "../../log/path.ts";
import type { SessionOptions } from "../../opened.ts";
import { isRecord } from "../../wire.ts";
import { estimateBlock } from "../window/estimate.ts";
import { compactsFrom } from "../window/limits.ts";

/** What is found. */
export interface Measure {
  /** Tokens of the last request and its answer, and about as many as what was said since. */
  readonly used: number;
  /** From so many on, a conversation is compacted. */
  readonly limit: number;
  /** Did the last answer end because the window had no more room? */
  readonly isFull: boolean;
  /** The first prompt that no answer has been given to; undefined in the middle of a turn. */
  readonly prompt: string | undefined;
}

/**
 * Measures a path; undefined where nothing was counted on it since its last compaction: what was counted before that says
 * nothing any more (bug report 66). Law: compacts-once
 */
export function measure(
  way: Path,
  model: string,
  injections: SessionOptions["injections"],
): Measure | undefined {
  const answer = lastAnswer(way);
  if (!answer) return undefined;
  const since = nodesOn(way).flatMap(({ entry, order }) => (order > answer.order ? [entry] : []));
  const blocks = since.flatMap((entry) => saidBlocks(entry, injections));
  const added = blocks.reduce((sum, block) => sum + estimateBlock(block), 0);
  const { message } = answer.entry;
  const stop = isRecord(message) ? message["stop_reason"] : undefined;
  return {
    used: tokensOn(way) + added,
    limit: compactsFrom(model),
    isFull: stop === "model_context_window_exceeded",
    prompt: since.find(isPrompt)?.uuid,
  };
}
