/** What is looked at before a request leaves: its size, and the betas that it needs. */
import { ApiError } from "../ports.ts";
import type { MessagesRequest } from "../wire.ts";

/** The largest request that the API takes, in bytes (MR-14). */
const MOST_BYTES = 32 * 1024 * 1024;

/** With a budget, these think between their calls only where the beta asks for it (C-2.12, MR-90). */
const INTERLEAVED_BY_BETA = /^claude-(opus-4-5|sonnet-4-[56])/;

/**
 * Throws `ApiError` where the request is larger than the API takes: what has made it so stays in the conversation, so
 * sending it leads nowhere (bug report 61).
 */
export function checkSize(request: MessagesRequest): void {
  const bytes = Buffer.byteLength(JSON.stringify({ ...request, stream: true }));
  if (bytes <= MOST_BYTES) return;
  throw new ApiError(
    `The request is ${megabytes(bytes)} MB and was not sent: the API takes ${megabytes(MOST_BYTES)} MB at most. What has made it so large stays in the conversation. Begin a new session, or go back to before it.`,
    { type: "request_too_large" },
  );
}

/** The headers that a request needs for what it asks. */
export function betasFor({ model, thinking }: MessagesRequest): Record<string, string> {
  const isNeeded = thinking?.["type"] === "enabled" && INTERLEAVED_BY_BETA.test(model);
  return isNeeded ? { "anthropic-beta": "interleaved-thinking-2025-05-14" } : {};
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1).replace(/\.0$/, "");
}
