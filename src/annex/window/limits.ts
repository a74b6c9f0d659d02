/** How much a window takes, and from where on a conversation is compacted. */
import { modelFacts } from "../../request/models.ts";

/**
 * What is kept free for a compaction: room for the summary, and a margin for what a turn adds before it is noticed.
 * Together 33,000 tokens, 16.5 % of a window of 200,000 and 3.3 % of one of a million.
 */
export const COMPACTION = { summary: 20_000, margin: 13_000 } as const;

/** From so many tokens on a conversation is compacted by itself: where all but the buffer is used (C-5.2d). */
export function compactsFrom(model: string): number {
  return modelFacts(model).window - COMPACTION.summary - COMPACTION.margin;
}

/** About how much of a conversation its summary is, as a share. */
export const SUMMARY_SHARE = 0.12;

/** How a window is divided. What is used, what is free and the buffer are the window; where more is used, neither is left. */
export interface Division {
  readonly window: number;
  readonly free: number;
  /** What is left of the autocompact buffer; 0 where nothing is compacted by itself. */
  readonly buffer: number;
  /** By how much what is used is over the window; else 0. */
  readonly over: number;
}

/**
 * Divides the window of a model in which `used` tokens are taken. `isBuffered`: is room kept free, for a compaction that comes
 * by itself? Law: window-divided
 */
export function divide(model: string, used: number, isBuffered = true): Division {
  const { window } = modelFacts(model);
  const left = Math.max(0, window - used);
  const buffer = isBuffered ? Math.min(left, COMPACTION.summary + COMPACTION.margin) : 0;
  return { window, buffer, free: left - buffer, over: Math.max(0, used - window) };
}

/** About how many tokens a compaction would free of a conversation. */
export function freedByCompaction(messages: number): number {
  return messages - Math.min(COMPACTION.summary, Math.ceil(messages * SUMMARY_SHARE));
}
