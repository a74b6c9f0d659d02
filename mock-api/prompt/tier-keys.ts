/** What the cached tiers of a request depend on besides their own blocks (MR-87). */
import { traitsOf } from "../catalog/traits.ts";
import type { MessagesRequest, RequestBlock } from "../wire.ts";
import { formatsOf } from "./output-formats.ts";

/** Canonical JSON for each tier. What an earlier tier depends on, the later ones do too. */
export interface TierKeys {
  tools: string;
  system: string;
  messages: string;
}

/**
 * The keys of a request. Naming a model's default is the same as leaving it out. How this mock reads what the table
 * leaves open: what thinking and effort do to the tools and the system prompt is "model-specific", so here nothing;
 * the output format belongs to the whole conversation, so it loses every tier.
 */
export function tierKeysOf(request: MessagesRequest): TierKeys {
  const { images, citations } = presenceOf(request);
  return {
    tools: JSON.stringify(["model", request.model, formatsOf(request).map(({ format }) => format)]),
    system: JSON.stringify(["system", request["speed"] ?? "standard", citations]),
    messages: JSON.stringify(["messages", choiceOf(request), thoughtOf(request), images]),
  };
}

/** `tool_choice` with its defaults filled in (MR-37). */
export function choiceOf({ tool_choice: choice, tools }: MessagesRequest): unknown[] {
  const { type, name, disable_parallel_tool_use } = choice ?? { type: tools?.length ? "auto" : "none" };
  return [type, name ?? null, disable_parallel_tool_use ?? false];
}

/** Thinking and effort with the model's defaults filled in. How thinking is shown is not part of it (MR-89). */
export function thoughtOf({ model, thinking, output_config }: MessagesRequest): unknown[] {
  const traits = traitsOf(model);
  const effort = output_config?.effort ?? traits.effort;
  return [thinking?.type ?? traits.thinking, thinking?.budget_tokens ?? null, effort];
}

/** Whether there is an image, or a source with citations, anywhere in the messages: which one does not matter. */
export function presenceOf({ messages }: MessagesRequest): { images: boolean; citations: boolean } {
  const found = { images: false, citations: false };
  const look = (block: RequestBlock): void => {
    if (block.type === "image") found.images = true;
    if ((block["citations"] as { enabled?: unknown } | undefined)?.enabled === true) found.citations = true;
    if (block.type === "tool_result" && Array.isArray(block.content)) block.content.forEach(look);
  };
  for (const { content } of messages) if (typeof content !== "string") content.forEach(look);
  return found;
}
