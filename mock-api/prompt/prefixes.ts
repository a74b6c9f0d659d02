/** The prefixes of a request, each with its digest: what a cache can be asked for (C-1.9, MR-78). */
import { createHash } from "node:crypto";
import { traitsOf } from "../catalog/traits.ts";
import type { MessagesRequest, Ttl } from "../wire.ts";
import { type PromptBlock, promptOf } from "./prompt.ts";
import { tokensOf } from "./tokens.ts";

/** The request up to and including one block. */
export interface Prefix {
  /** Index of its last block in the row: tools, system, messages. */
  position: number;
  /** SHA-256 over the blocks, the model, and the settings that the messages depend on (MR-87). */
  digest: string;
  /** Length in tokens. */
  tokens: number;
  /** The step of a look back that its last block belongs to; a run of calls or of results shares one (MR-79). */
  step: number;
  /** Present when a breakpoint stands on its last block. */
  ttl?: Ttl;
}

/** Every prefix of a request, shortest first: one hash runs along the row and is copied at each block. */
export function prefixesOf(request: MessagesRequest): Prefix[] {
  const hash = createHash("sha256").update(JSON.stringify(["model", request.model]));
  let tokens = 0;
  let step = 0;
  let before: PromptBlock | undefined;
  return promptOf(request).map((block, position) => {
    if (block.tier === "messages" && before?.tier !== "messages") hash.update(messageSettings(request));
    hash.update(`\n${block.tier} ${block.json}`);
    tokens += tokensOf(block.json);
    if (!continuesRun(before, block)) step += 1;
    before = block;
    return {
      position,
      digest: hash.copy().digest("hex"),
      tokens,
      step,
      ...(block.ttl && { ttl: block.ttl }),
    };
  });
}

function continuesRun(before: PromptBlock | undefined, block: PromptBlock): boolean {
  return (block.kind === "tool_use" || block.kind === "tool_result") && before?.kind === block.kind;
}

/**
 * The settings of MR-87 that lose the messages but not the tools and the system prompt. Naming a model's default is
 * the same as leaving it out. What thinking and effort do to the earlier tiers is "model-specific": here, nothing.
 */
function messageSettings(request: MessagesRequest): string {
  const traits = traitsOf(request.model);
  const choice = request.tool_choice ?? { type: request.tools?.length ? "auto" : "none" };
  return JSON.stringify([
    "settings",
    [choice.type, choice.name ?? null, choice.disable_parallel_tool_use ?? false],
    [request.thinking?.type ?? traits.thinking, request.thinking?.budget_tokens ?? null],
    request.output_config?.effort ?? traits.effort,
  ]);
}
