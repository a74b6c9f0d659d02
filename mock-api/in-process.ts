/** The mock without its doors: for a program that asks it in its own process and starts no server, so that less is loaded. */
export { memoryCache } from "./cache/stores.ts";
export { createMockApi } from "./engine.ts";
export { countTokens } from "./prompt/tokens.ts";
