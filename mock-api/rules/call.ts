/** A request as the rules look at it: its body, what its headers ask for, and what follows from both. */
import { type ModelTraits, traitsOf } from "../catalog/traits.ts";
import type { Head } from "../http/head.ts";
import { type MergedMessage, mergeNeighbours } from "../prompt/merge.ts";
import type { MessagesRequest } from "../wire.ts";
import type { Switches } from "./switches.ts";

/** What the rules of one mock have in common. */
export interface RuleSettings {
  /** What to do with thinking that this mock did not sign (D-25). */
  foreignSignatures: "refuse" | "accept";
  /** Which rules are on. */
  switches: Switches;
  /** The keys that are taken; left out: any (MR-7). */
  apiKeys?: readonly string[];
}

/** One request under examination. The body has the shape its type says only once the rules of shape have passed. */
export class Call {
  readonly request: MessagesRequest;
  readonly head: Head;
  readonly settings: RuleSettings;
  #merged: MergedMessage[] | undefined;

  constructor(request: MessagesRequest, head: Head, settings: RuleSettings) {
    this.request = request;
    this.head = head;
    this.settings = settings;
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

  /** Is a rule on that changes how another one reads the request? */
  isOn(rule: string): boolean {
    return this.settings.switches.isOn(rule);
  }
}
