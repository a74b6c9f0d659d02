/** What a mock is made of, and what it tells of each call. */
import type { Delivery } from "./answer/delivery.ts";
import type { CacheCause } from "./cache/cache.ts";
import type { PrefixCacheStore } from "./cache/stores.ts";
import type { FaultPlan } from "./faults.ts";
import type { RateLimits } from "./http/limits.ts";
import type { ScriptedModel } from "./models/scripted.ts";
import type { ErrorDetails } from "./rules/rule.ts";
import type { RuleOptions } from "./rules/table.ts";
import type { Usage } from "./wire.ts";

/** What a mock is made of. */
export interface MockOptions extends RuleOptions {
  model: ScriptedModel;
  /** The API keys that are taken; left out: any (MR-7). */
  apiKeys?: readonly string[];
  /** Left out: in memory, cold at the start. */
  cache?: PrefixCacheStore;
  /** Milliseconds since the epoch; the only clock that cache and limits know. */
  now?: () => number;
  /** Left out: nothing is limited. */
  limits?: RateLimits;
  /** Left out: nothing goes wrong. */
  faults?: FaultPlan;
  /** How every streamed answer is delivered; a reply's own `delivery` goes before it. */
  delivery?: Delivery;
  /** Told of every exchange that got a response, and of one whose connection was broken on purpose. */
  onCall?: (call: MockCall) => void;
  /** How `delay_ms` and its like are waited for. */
  sleep?: (ms: number) => Promise<void>;
}

/** One exchange as `onCall` is told of it. */
export interface MockCall {
  /** The parsed body; undefined when it was not JSON. */
  request: unknown;
  /** 0 when there is no response: the connection was reset, or nothing is ever sent. */
  status: number;
  /** How the answer was kept from arriving whole, by the script or by a plan of faults; a status of 200 may be told before. */
  fault?: "reset" | "hang" | "truncate";
  /**
   * The error that was sent, but for a refusal: a scripted one, one of a plan, that of a limit, or that the script has
   * ended. With a status of 200 it came within the stream.
   */
  error?: { type: string; message: string };
  /** Only for an answer. */
  usage?: Usage;
  /** Only when the request broke a rule: the model was not asked, a scripted list gave no reply. */
  refusal?: { type: string; message: string; rule?: string; part?: string; details?: ErrorDetails };
  /** Only for an answer: what the cache did. */
  cause?: CacheCause;
}
