/** What a rule of the API is, for every family. */
import type { ErrorCode } from "../http/error-codes.ts";
import type { Call } from "./call.ts";

/** How sure the rule is: documented or seen often, seen once or derived, inferred. The last stands behind a switch. */
export type Confidence = "H" | "M" | "L";

/** What the API does with the rule: it refuses, it answers so, or only clients have to do with it (D-28). */
export type RuleKind = "refusal" | "response" | "client fact";

/** What the table tells of every rule. */
export interface StatedRule {
  /** The rule's number in the list of the API's rules. */
  id: `MR-${string}`;
  /** Tells rows of one number apart where they are switched apart; the switch is `id/part`. */
  part?: string;
  /** What holds, in one sentence. */
  checks: string;
  kind: RuleKind;
  confidence: Confidence;
  /** Left out: on, unless the confidence is L. A rule that another file keeps has a switch only where this is said. */
  on?: boolean;
  /** It cannot be turned off: the rules behind it trust the shape that it checks. */
  fixed?: true;
  /** The file that keeps it, from the mock's folder, where no check of a request does; for a client fact, who does. */
  keptIn?: string;
}

/** A rule that a file outside of this folder keeps. */
export interface RuleKeptElsewhere extends StatedRule {
  /** That file, from the mock's folder; for a client fact, the words `the client` or `the harness`. */
  keptIn: string;
}

/** One reason to refuse a request that could be read. */
export interface RefusalRule extends StatedRule {
  kind: "refusal";
  /** HTTP status of the refusal; left out: 400. */
  status?: number;
  /** The refusal, a text where only the message matters; or nothing when the request keeps the rule. */
  check(call: Call): Fault | string | undefined;
}

export type Rule = RefusalRule | RuleKeptElsewhere;

/** What is wrong with a request. */
export interface Fault {
  message: string;
  /** In place of the rule's own status. */
  status?: number;
  /** In place of the type that goes with the status. */
  type?: string;
  /** MR-18: an `error_code` and what belongs to it. */
  details?: ErrorDetails;
}

/** MR-15, MR-18: the machine-readable part of an error. */
export interface ErrorDetails {
  /** One of the API's, or another that a client has to take as none. */
  error_code: ErrorCode | (string & {});
  [field: string]: unknown;
}

/** The name a rule is switched by. */
export function switchOf({ id, part }: StatedRule): string {
  return part === undefined ? id : `${id}/${part}`;
}

/** Why a rule cannot be turned off, to follow its name; undefined for one that can. */
export function fixedBecause({ fixed, keptIn, on }: StatedRule): string | undefined {
  if (fixed) return "cannot be turned off: the other rules trust the shape that it checks";
  return keptIn !== undefined && on === undefined
    ? `cannot be turned off: ${keptIn}, which keeps it, has no switch for it`
    : undefined;
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
