/** The mock Messages API: a server's rules, cache and refusals without a server. */
export type { Delivery, ExtraEvent, LineEnd, StreamEvent } from "./answer/delivery.ts";
export type { CacheCause } from "./cache/cache.ts";
export type { CacheMiss } from "./cache/miss.ts";
export { fileCache, memoryCache, type PrefixCacheStore } from "./cache/stores.ts";
export { type BilledUsage, type Cost, cost } from "./catalog/prices.ts";
export { mswHandlers } from "./doors/handlers.ts";
export { intercept } from "./doors/intercept.ts";
export { type MockServer, type ServeOptions, serveMock } from "./doors/server.ts";
export type { Unreadable } from "./doors/unreadable.ts";
export { createMockApi, type MockApi } from "./engine.ts";
export { FAULTS, type FaultKind } from "./fault-table.ts";
export {
  ConnectionReset,
  type FaultPlan,
  type ListedFaults,
  type NumberedFaults,
  type SeededFaults,
} from "./faults.ts";
export { type Beta, KNOWN_BETAS } from "./http/betas.ts";
export { ERROR_CODES, type ErrorCode } from "./http/error-codes.ts";
export type { ApiError } from "./http/errors.ts";
export type { ApiVersion, Endpoint } from "./http/head.ts";
export type { RateLimits } from "./http/limits.ts";
export { plainModel } from "./models/plain.ts";
export { parseScript } from "./models/script-reader.ts";
export type {
  Mishap,
  Reply,
  ReplyBlock,
  ReplyCall,
  ReplyError,
  ReplyGenerator,
  ScriptedModel,
} from "./models/scripted.ts";
export type { MockCall, MockOptions } from "./options.ts";
export { countTokens } from "./prompt/tokens.ts";
export { type RefusalOptions, refusal } from "./rules/refusal.ts";
export type { Confidence, ErrorDetails, RuleKind, StatedRule } from "./rules/rule.ts";
export { type Refusal, RULES, type RuleOptions } from "./rules/table.ts";
export type {
  AnswerBlock,
  AnswerMessage,
  CacheControl,
  Diagnostics,
  MessagesRequest,
  RefusalDetails,
  RequestBlock,
  RequestMessage,
  RequestTool,
  ServerToolResultType,
  StopReason,
  Ttl,
  Usage,
  WholeBlock,
} from "./wire.ts";
