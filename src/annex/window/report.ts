/** The report on a window: what fills it, what is left, what could be done (C-3.16, C-6.8, D-38). */
import type { MessagesRequest } from "../../wire.ts";
import { CATEGORIES, type Category } from "./categories.ts";
import { type Counted, type Counter, countParts } from "./count.ts";
import { isStillToBegin, SOME_WORDS } from "./first-words.ts";
import { type Division, divide } from "./limits.ts";
import { deferredOf, partsOf } from "./parts.ts";
import { type Section, sectionsOf } from "./sections.ts";
import { type Suggestion, suggestionsFor } from "./suggestions.ts";

/** What one category takes. */
export interface Share {
  readonly category: Category;
  readonly tokens: number;
  /** Is it dealt out by an estimate? Its parts may be where it is not. */
  readonly isEstimate: boolean;
}

/** What fills a window. The shares add up to the total. */
export interface ContextReport extends Division {
  readonly model: string;
  readonly total: number;
  readonly isEstimate: boolean;
  /** Why the total is an estimate, or what else is to be known of these numbers: a sentence each. */
  readonly remarks: readonly string[];
  /** Without those that are empty. */
  readonly shares: readonly Share[];
  /** Tools that are loaded on demand: how many, and about how many tokens they would be. */
  readonly deferred: { readonly tools: number; readonly tokens: number };
  readonly sections: readonly Section[];
  readonly suggestions: readonly Suggestion[];
}

/**
 * The request that would be sent next. The next prompt is not known yet: a few words stand for it where the
 * conversation waits for one.
 */
export function withNextPrompt(request: MessagesRequest): MessagesRequest {
  const { messages } = request;
  return messages.at(-1)?.role === "user" ? request : { ...request, messages: [...messages, SOME_WORDS] };
}

const YET_TO_COME =
  "Nothing was said yet: which skills and MCP tools there are is told with the first prompt, and not among these numbers.";

/**
 * Reports on the request that would be sent next, from it alone, as it is counted. `isBuffered`: is room kept free, for a
 * compaction that comes by itself? Law: context-sums, one-category
 */
export async function contextOf(
  next: MessagesRequest,
  { count, told }: Counter,
  isBuffered = true,
): Promise<ContextReport> {
  const request = withNextPrompt(next);
  const counted = await countParts(request, partsOf(request), count);
  const remarks = [
    ...(counted.isEstimate ? [] : [told]),
    ...(isStillToBegin(next.messages) ? [YET_TO_COME] : []),
  ];
  return reportOf(request, counted, remarks, isBuffered);
}

/** Reports on a request whose parts were counted or estimated. */
export function reportOf(
  request: MessagesRequest,
  counted: Counted,
  remarks: readonly string[] = [],
  isBuffered = true,
): ContextReport {
  const { parts, total, isEstimate, why } = counted;
  const deferred = deferredOf(request);
  const division = divide(request.model, total, isBuffered);
  const sections = sectionsOf(parts, deferred);
  const known = { model: request.model, total, isEstimate, ...division };
  return {
    ...known,
    remarks: [...(why === undefined ? [] : [`Nobody counted, so these are estimates. ${why}`]), ...remarks],
    shares: sharesOf(counted),
    deferred: { tools: deferred.length, tokens: deferred.reduce((sum, { estimate }) => sum + estimate, 0) },
    sections,
    suggestions: suggestionsFor({ parts, deferred, sections, division, total }),
  };
}

function sharesOf({ parts }: Counted): Share[] {
  return CATEGORIES.flatMap((category) => {
    const own = parts.filter((part) => part.category === category);
    const tokens = own.reduce((sum, part) => sum + part.tokens, 0);
    return own.length === 0
      ? []
      : [{ category, tokens, isEstimate: own.some(({ known }) => known === "estimate") }];
  });
}
