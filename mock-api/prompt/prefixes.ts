/** The prefixes of a request, each with its digest: what a cache can be asked for (C-1.9, MR-78). */
import { hash } from "node:crypto";
import type { MessagesRequest } from "../wire.ts";
import type { PromptBlock } from "./prompt.ts";
import { tierKeysOf } from "./tier-keys.ts";
import type { CountedBlock } from "./tokens.ts";

/** The request up to and including one block of its row. */
export interface Prefix extends Pick<PromptBlock, "tier" | "kind" | "ttl" | "automatic"> {
  /** Index of its last block in the row: tools, system, messages. */
  position: number;
  /** SHA-256 of that block alone. */
  block: string;
  /** SHA-256 over all its blocks, whose they are, and the settings that they depend on (MR-87). */
  digest: string;
  /** Length in tokens. */
  tokens: number;
  /** The step of a look back that its last block belongs to (MR-79). */
  step: number;
}

/** What the prefixes of a row depend on besides the request. */
export interface PrefixReading {
  /** Names the organization and its workspace: what one keeps no other can find (MR-87c). Law: cache-isolation. */
  scope: string;
  /** Whether a run of calls or of results is one step, or each of its blocks (`MR-79/older`). */
  runsAreOneStep: boolean;
}

const TIERS = ["tools", "system", "messages"] as const;

/** Every prefix of a request, shortest first. Each digest is made of the one before it and of one more block's. */
export function prefixesOf(
  request: MessagesRequest,
  row: readonly CountedBlock[],
  { scope, runsAreOneStep }: PrefixReading,
): Prefix[] {
  const keys = tierKeysOf(request);
  let entered = 0;
  let digest = hash("sha256", scope + keys.tools);
  let tokens = 0;
  let step = 0;
  let before: PromptBlock | undefined;
  return row.map((each, position) => {
    while (TIERS[entered] !== each.tier)
      digest = hash("sha256", digest + keys[TIERS[++entered] ?? each.tier]);
    const block = hash("sha256", each.json);
    digest = hash("sha256", digest + block);
    tokens += each.tokens;
    if (!(runsAreOneStep && continuesRun(before, each))) step += 1;
    before = each;
    const { tier, kind, ttl, automatic } = each;
    return {
      position,
      tier,
      kind,
      block,
      digest,
      tokens,
      step,
      ...(ttl && { ttl }),
      ...(automatic && { automatic }),
    };
  });
}

/** MR-79: calls that stand side by side count as one, and so do results. */
function continuesRun(before: PromptBlock | undefined, block: PromptBlock): boolean {
  return (block.kind === "tool_use" || block.kind === "tool_result") && before?.kind === block.kind;
}
