/** A request as the rules look at it: its body, what its headers ask for, and what follows from both. */
import { type ModelTraits, traitsOf } from "../catalog/traits.ts";
import { type Prepared, prepare } from "../features/prepare.ts";
import type { Turn } from "../features/threads.ts";
import type { Head } from "../http/head.ts";
import { type MergedMessage, mergeNeighbours } from "../prompt/merge.ts";
import { type CountedBlock, countedRow, tokensIn } from "../prompt/tokens.ts";
import type { MessagesRequest } from "../wire.ts";
import type { RefusalRule } from "./rule.ts";
import type { Switches } from "./switches.ts";

/** What the rules of one mock have in common. */
export interface RuleSettings {
  /** What to do with thinking that this mock did not sign (D-25). */
  foreignSignatures: "refuse" | "accept";
  /** Which rules are on. */
  switches: Switches;
  /** The refusals that are on, in the order of asking. */
  refusals: readonly RefusalRule[];
  /** The keys that are taken; left out: any (MR-7). */
  apiKeys?: readonly string[];
}

/** One request under examination. The body has the shape its type says only once the rules of shape have passed. */
export class Call {
  readonly request: MessagesRequest;
  readonly head: Head;
  readonly settings: RuleSettings;
  /** For a request that continues a thread: what it said itself, and why it cannot be continued (MR-104). */
  readonly continued: Turn["continued"];
  #merged: MergedMessage[] | undefined;
  #prepared: Prepared | undefined;
  #row: readonly CountedBlock[] | undefined;

  constructor(request: MessagesRequest, head: Head, settings: RuleSettings, continued?: Turn["continued"]) {
    this.request = request;
    this.head = head;
    this.settings = settings;
    this.continued = continued;
  }

  /** The traits of the model that is asked. */
  get traits(): ModelTraits {
    return traitsOf(this.request.model);
  }

  /** The conversation as the API reads it; made once. */
  get merged(): readonly MergedMessage[] {
    this.#merged ??= mergeNeighbours(this.request);
    return this.#merged;
  }

  /** The request as the model is shown it; made once, and only of one that breaks no rule but that of its length. */
  get prepared(): Prepared {
    this.#prepared ??= prepare(this);
    return this.#prepared;
  }

  /** What the model is shown, as a row; made and counted once. */
  get row(): readonly CountedBlock[] {
    this.#row ??= countedRow(this.prepared.shown);
    return this.#row;
  }

  /** The tokens of what the model is shown. */
  get tokens(): number {
    return tokensIn(this.row);
  }

  /** Is a rule on that changes how another one reads the request? */
  isOn(rule: string): boolean {
    return this.settings.switches.isOn(rule);
  }
}
