/** The mock Messages API: a server's rules, cache and refusals without a server. */
export type { Delivery, ExtraEvent, LineEnd, StreamEvent } from "./answer/delivery.ts";
export type { CacheCause } from "./cache/cache.ts";
export type { CachedPrefix, Digests, Fingerprint } from "./cache/fingerprints.ts";
export type { CacheMiss } from "./cache/miss.ts";
export {
  type CacheAddition,
  type CacheContents,
  type CacheEntry,
  fileCache,
  memoryCache,
  type PrefixCacheStore,
} from "./cache/stores.ts";
export { type BilledUsage, type Cost, cost } from "./catalog/prices.ts";
export { mswHandlers } from "./doors/handlers.ts";
export { intercept } from "./doors/intercept.ts";
export { type MockServer, type ServeOptions, serveMock } from "./doors/server.ts";
export { createMockApi, type MockApi } from "./engine.ts";
export {
  ConnectionReset,
  FAULTS,
  type FaultKind,
  type FaultPlan,
  type InjectedFault,
  type ListedFaults,
  type NumberedFaults,
  type SeededFaults,
} from "./faults.ts";
export { type Beta, KNOWN_BETAS } from "./http/betas.ts";
export { COMMON_ERRORS } from "./http/common-errors.ts";
export { ERROR_CODES, type ErrorCode } from "./http/error-codes.ts";
export type { ApiError } from "./http/errors.ts";
export type { ApiVersion, Endpoint, Head } from "./http/head.ts";
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
  Told,
} from "./models/scripted.ts";
export type { MockCall, MockOptions } from "./options.ts";
export { countTokens } from "./prompt/tokens.ts";
export type { Confidence, ErrorDetails, RuleKind, StatedRule } from "./rules/rule.ts";
export { type Refusal, RULES, type RuleOptions, refusal } from "./rules/table.ts";
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
