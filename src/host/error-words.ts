/** What an error says, in the words of whoever knows best. */
import { isRecord } from "../wire.ts";

/** The API's own sentence out of the body of its answer, else another. */
export function apiWords(body: unknown, otherwise: string): string {
  const inner = isRecord(body) && isRecord(body["error"]) ? body["error"]["message"] : undefined;
  return typeof inner === "string" ? inner : otherwise;
}

/** An error's message, with that of its cause. */
export function rootWords(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${rootWords(error.cause)})` : error.message;
}
