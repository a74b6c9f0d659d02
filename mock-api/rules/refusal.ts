/** The rules alone, for a body that no request carries. */
import { type ApiVersion, assumedHead, type Endpoint, NEWEST } from "../http/head.ts";
import type { MessagesRequest } from "../wire.ts";
import { Call } from "./call.ts";
import { firstRefusal, type Refusal, type RuleOptions, ruleSettings } from "./table.ts";

/** What a body is examined by, where there is no request to tell. */
export interface RefusalOptions extends RuleOptions {
  /** Left out: `messages`. */
  endpoint?: Endpoint;
  /** Left out: the newest. */
  version?: ApiVersion;
  /** The betas that are asked for; left out: all (MR-8). */
  betas?: readonly string[];
}

/**
 * Checks a parsed request body alone, without a model, a cache and headers. Null when the API would take it.
 *
 * @throws Error when `rules` names a rule that does not exist.
 *
 * Law: legal-accepted, one-break-one-refusal.
 */
export function refusal(request: unknown, options: RefusalOptions = {}): Refusal | null {
  const { endpoint = "messages", version = NEWEST, betas } = options;
  const head = assumedHead({ endpoint, version, ...(betas && { hasBeta: (name) => betas.includes(name) }) });
  return firstRefusal(new Call(request as MessagesRequest, head, ruleSettings(options)));
}
