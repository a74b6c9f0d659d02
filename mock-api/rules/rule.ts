/** What a rule of the API is, for every family. */
import type { MessagesRequest } from "../wire.ts";

/** Switches between readings of the documentation. */
export interface RuleOptions {
  /** What to do with thinking that this mock did not sign (D-25). */
  foreignSignatures: "refuse" | "accept";
}

/** One reason to refuse a request. */
export interface Rule {
  /** The rule's number in the list of the API's rules. */
  id: string;
  /** HTTP status of the refusal; left out: 400. */
  status?: number;
  /** The refusal's message, or nothing when the request keeps the rule. */
  check(request: MessagesRequest, options: RuleOptions): string | undefined;
}

/** The first result that is not undefined; what comes after it is not looked at. */
export function firstOf<Item, Found>(
  items: Iterable<Item>,
  look: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = look(item);
    if (found !== undefined) return found;
  }
  return undefined;
}
