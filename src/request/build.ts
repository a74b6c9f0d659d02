/**
 * Here a request is put together: tools + system + messages, whole, every time (C-1.5, C-1.6). Pure: the same
 * parts make the same bytes, in this process or the next one (D-6, D-13).
 */
import { inject, type Shown } from "../context/inject.ts";
import type { MessagesRequest } from "../wire.ts";
import { markBreakpoints } from "./breakpoints.ts";
import { modelFacts } from "./models.ts";
import { sendable } from "./sendable.ts";
import type { StableParts } from "./stable.ts";
import { thinkingFor } from "./thinking.ts";

/** The parts of a request. Only `conversation` grows (C-3.16). */
export interface RequestParts extends StableParts, Shown {
  readonly sessionId: string;
}

//#region build-request
/** Puts one request together and marks what is to be cached. Law: prefix-monotone */
export function buildRequest(parts: RequestParts): MessagesRequest {
  const { model, maxTokens, cacheTtl } = parts.settings;
  const { system, messages, behind } = inject({ ...parts, conversation: sendable(parts.conversation) });
  return markBreakpoints(
    {
      model,
      max_tokens: Math.min(maxTokens, modelFacts(model).maxOutput),
      ...thinkingFor(parts.settings, messages),
      metadata: { user_id: JSON.stringify({ session_id: parts.sessionId }) },
      tools: parts.tools,
      system,
      messages,
    },
    cacheTtl,
    behind,
  );
}
//#endregion
