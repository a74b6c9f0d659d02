/** What a cached prefix depends on besides its blocks (MR-87). */
import { type Block, isRecord, type MessagesRequest } from "../../wire.ts";
import type { Tier } from "./row.ts";

/** A field of a request, and its value as a cache sees it. */
type Setting = readonly [name: string, value: (request: Open) => unknown];

/** A request with the fields that this harness never sends, but others do. */
type Open = MessagesRequest & Readonly<Record<string, unknown>>;

/** What each part depends on; what an earlier part does, the later ones do too. How thinking is shown is no part of it. */
export const SETTINGS: Readonly<Record<Tier, readonly Setting[]>> = {
  tools: [["output_config.format", ({ output_config }) => output_config?.["format"]]],
  system: [
    ["speed", (request) => request["speed"] ?? "standard"],
    ["citations", (request) => someBlock(request, isCited)],
  ],
  messages: [
    ["tool_choice", (request) => request["tool_choice"]],
    ["thinking", ({ thinking }) => [thinking?.["type"], thinking?.["budget_tokens"]]],
    ["output_config.effort", ({ output_config }) => output_config?.["effort"]],
    ["images", (request) => someBlock(request, ({ type }) => type === "image")],
  ],
};

/** The first setting of a part in which two requests differ, by name. */
export function changedSetting(
  tier: Tier,
  before: MessagesRequest,
  now: MessagesRequest,
): string | undefined {
  const [one, other] = [before, now] as unknown as [Open, Open];
  const differs = ([, value]: Setting) => JSON.stringify(value(one)) !== JSON.stringify(value(other));
  return SETTINGS[tier].find(differs)?.[0];
}

function isCited({ citations }: Block): boolean {
  return isRecord(citations) && citations["enabled"] === true;
}

/** Is there such a block in the messages, or in a result of them? Which one, and how many, does not matter. */
function someBlock({ messages }: MessagesRequest, is: (block: Block) => boolean): boolean {
  const inBlock = (block: Block): boolean => {
    const parts = block.type === "tool_result" ? block["content"] : undefined;
    return is(block) || (Array.isArray(parts) && parts.some(inBlock));
  };
  return messages.some(({ content }) => content.some(inBlock));
}
