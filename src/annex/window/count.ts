/**
 * Tokens of each part of a request, as the API counts them. It counts only whole requests, so what a part costs is by how
 * much the count grows with it, in the order in which the model reads: tools, system, messages.
 */
import { ApiError } from "../../ports.ts";
import type { MessagesRequest } from "../../wire.ts";
import { type Beginning, beginningsOf } from "./beginnings.ts";
import { SOME_WORDS } from "./first-words.ts";
import type { Part } from "./parts.ts";
import { spread } from "./spread.ts";

/** Counts the input tokens of a request (MR-99). Throws `ApiError` when the API refuses or cannot be reached. */
export type CountTokens = (request: MessagesRequest) => Promise<number>;

/** Who counts, and what a person is to know of these numbers: one sentence. */
export interface Counter {
  readonly count: CountTokens;
  readonly told: string;
}

/** A part, and what it costs. */
export interface CountedPart extends Part {
  readonly tokens: number;
  /**
   * `counted`: by itself. `share`: dealt out by estimates, of what was counted for its category as a whole. `estimate`: of
   * what holds other categories too, or where nobody counts.
   */
  readonly known: "counted" | "share" | "estimate";
}

/** What a request costs. */
export interface Counted {
  readonly parts: readonly CountedPart[];
  /** What the API counts of the whole request; where nobody counts, the sum of the estimates. */
  readonly total: number;
  /** Is the total an estimate? */
  readonly isEstimate: boolean;
  /** Why nobody counted, in one sentence. */
  readonly why?: string | undefined;
}

/** The parts as they are estimated, where nobody counts. Law: context-sums */
export function estimated(parts: readonly Part[], why?: string): Counted {
  const counted = parts.map((part): CountedPart => ({ ...part, tokens: part.estimate, known: "estimate" }));
  const total = counted.reduce((sum, { tokens }) => sum + tokens, 0);
  return { parts: counted, total, isEstimate: true, why };
}

/**
 * Counts the parts of a request. It is counted up to each place where one category ends and another begins, so each run of
 * one category costs what lies between two counts, and the last count is that of the whole request. What the API adds for
 * having tools is charged to the first of them, what it adds for a request and a message to the first block of the messages.
 * Within a run, and where a beginning cannot be counted by itself, estimates say who has which share.
 * Law: context-sums, context-apart
 */
export async function countParts(
  request: MessagesRequest,
  parts: readonly Part[],
  count: CountTokens,
): Promise<Counted> {
  const beginnings = beginningsOf(request, parts);
  try {
    const [total, words] = await Promise.all([
      count(request),
      count({ ...request, tools: [], system: [], messages: [SOME_WORDS] }),
    ]);
    const ends = await Promise.all(beginnings.map((beginning) => countIfTaken(beginning, words, count)));
    const counts = [
      ...beginnings.map(({ upTo }, at) => ({ upTo, tokens: ends[at] })),
      { upTo: parts.length, tokens: total },
    ];
    return { parts: charged(parts, counts), total, isEstimate: false };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return estimated(parts, error.message);
  }
}

/** Undefined where it is refused: the whole is sound, but it may not end there. */
async function countIfTaken({ request, standsIn }: Beginning, words: number, count: CountTokens) {
  try {
    const tokens = await count(request);
    return standsIn ? Math.max(0, tokens - words) : tokens;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

/** Deals out what lies between two counts. */
function charged(
  parts: readonly Part[],
  counts: readonly { readonly upTo: number; readonly tokens: number | undefined }[],
): CountedPart[] {
  const least = leastBehind(counts.map(({ tokens }) => tokens));
  const result: CountedPart[] = [];
  let before = 0;
  for (const [index, { upTo }] of counts.entries()) {
    const tokens = least[index];
    if (tokens === undefined) continue;
    const run = parts.slice(result.length, upTo);
    const shares = spread(
      tokens - before,
      run.map(({ estimate }) => estimate),
    );
    const isMixed = run.some(({ category }) => category !== run[0]?.category);
    const known = isMixed ? "estimate" : run.length > 1 ? "share" : "counted";
    result.push(...run.map((part, at) => ({ ...part, tokens: shares[at] ?? 0, known }) as const));
    before = tokens;
  }
  return result;
}

/** What a later part makes the API leave out, as some models do with old thinking (MR-99), costs nothing. */
function leastBehind(counts: readonly (number | undefined)[]): (number | undefined)[] {
  let least = Number.POSITIVE_INFINITY;
  const behind = counts.toReversed().map((tokens) => {
    if (tokens === undefined) return undefined;
    least = Math.min(least, tokens);
    return least;
  });
  return behind.reverse();
}
