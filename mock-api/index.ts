/** The mock Messages API: a server's rules, cache and refusals without a server. */
export type { CacheCause } from "./cache/cache.ts";
export { type CacheEntry, fileCache, memoryCache, type PrefixCacheStore } from "./cache/stores.ts";
export { mswHandlers } from "./doors/handlers.ts";
export { intercept } from "./doors/intercept.ts";
export { createMockApi, type MockApi } from "./engine.ts";
export type { FaultPlan, InjectedFault } from "./faults.ts";
export type { ApiError } from "./http/errors.ts";
export type { ApiVersion, Endpoint, Head } from "./http/head.ts";
export type { RateLimits } from "./http/limits.ts";
export { parseScript } from "./models/script-reader.ts";
export type { Reply, ReplyBlock, ReplyError, ScriptedModel } from "./models/scripted.ts";
export type { MockCall, MockOptions } from "./options.ts";
export { countTokens } from "./prompt/tokens.ts";
export type { Confidence, ErrorDetails, RuleKind, StatedRule } from "./rules/rule.ts";
export { type Refusal, RULES, type RuleOptions, refusal } from "./rules/table.ts";
export type {
  AnswerBlock,
  AnswerMessage,
  CacheControl,
  MessagesRequest,
  RequestBlock,
  RequestMessage,
  RequestTool,
  StopReason,
  Ttl,
  Usage,
} from "./wire.ts";
