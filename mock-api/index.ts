/** The mock Messages API: a server's rules, cache and refusals without a server. */
export type { CacheCause } from "./cache.ts";
export { createMockApi, type MockApi, type MockCall, type MockOptions } from "./engine.ts";
export type { ApiError } from "./errors.ts";
export { mswHandlers } from "./handlers.ts";
export { intercept } from "./intercept.ts";
export { type Refusal, refusal } from "./rules/index.ts";
export type { RuleOptions } from "./rules/rule.ts";
export type { Model, Reply, ReplyBlock, ReplyError } from "./script.ts";
export { parseScript } from "./script-reader.ts";
export { type CacheEntry, fileCache, memoryCache, type PrefixCacheStore } from "./stores.ts";
export { countTokens } from "./tokens.ts";
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
