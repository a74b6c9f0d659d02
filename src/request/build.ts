/**
 * Here a request is put together: tools + system + messages, whole, every time (C-1.5, C-1.6). Pure: the same
 * parts make the same bytes, in this process or the next one (D-6, D-13).
 */
import type { Block, Message, MessagesRequest } from "../wire.ts";
import { markBreakpoints } from "./breakpoints.ts";
import { modelFacts } from "./models.ts";
import { sendable } from "./sendable.ts";
import type { RequestSettings, StableParts } from "./stable.ts";

/** The parts of a request. Only `conversation` grows (C-3.16). */
export interface RequestParts extends StableParts {
  readonly sessionId: string;
  /** From the log (C-1.4). */
  readonly conversation: readonly Message[];
}

//#region build-request
/** Puts one request together and marks what is to be cached. Law: prefix-monotone */
export function buildRequest(parts: RequestParts): MessagesRequest {
  const { model, maxTokens, cacheTtl } = parts.settings;
  const messages = withMemory(parts.memory, sendable(parts.conversation));
  return markBreakpoints(
    {
      model,
      max_tokens: Math.min(maxTokens, modelFacts(model).maxOutput),
      ...thinkingOf(parts.settings),
      metadata: { user_id: JSON.stringify({ session_id: parts.sessionId }) },
      tools: parts.tools,
      system: parts.system,
      messages,
    },
    cacheTtl,
  );
}
//#endregion

function withMemory(memory: readonly Block[], conversation: readonly Message[]): readonly Message[] {
  const [first, ...rest] = conversation;
  if (memory.length === 0 || !first) return conversation;
  return [{ role: first.role, content: [...memory, ...first.content] }, ...rest];
}

/** How thinking is asked for, per model (C-2.10, MR-88): shown in summary, so that there is something to see (D-3). */
function thinkingOf(settings: RequestSettings): Pick<MessagesRequest, "thinking" | "output_config"> {
  const facts = modelFacts(settings.model);
  const effort = facts.effort ? { output_config: { effort: settings.effort } } : {};
  if (facts.thinking === "adaptive")
    return { thinking: { type: "adaptive", display: "summarized" }, ...effort };
  const budget = Math.max(1024, Math.floor(Math.min(settings.maxTokens, facts.maxOutput) / 2));
  return { thinking: { type: "enabled", budget_tokens: budget }, ...effort };
}
