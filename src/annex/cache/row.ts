/** A request as the API reads it, one row of blocks: tools, then system, then messages (C-1.9, MR-78). */
import { type Block, type CacheTtl, isRecord, type MessagesRequest, type Role } from "../../wire.ts";

/** The three parts of the row; a change costs its own and those behind it. */
export const TIERS = ["tools", "system", "messages"] as const;

/** One of them. */
export type Tier = (typeof TIERS)[number];

/** One block of the row, and where it stands. */
export interface RowBlock {
  readonly tier: Tier;
  /** Index of the tool, of the system block, or of the message. */
  readonly at: number;
  /** Index within the message; 0 elsewhere. */
  readonly block: number;
  readonly role?: Role;
  readonly content: Readonly<Record<string, unknown>>;
}

/** The row. Deferred tools are not part of it (D-17). */
export function rowOf({ tools, system, messages }: MessagesRequest): RowBlock[] {
  const defined = tools.filter((tool) => !tool.defer_loading);
  return [
    ...defined.map((content, at): RowBlock => ({ tier: "tools", at, block: 0, content: { ...content } })),
    ...system.map((content, at): RowBlock => ({ tier: "system", at, block: 0, content })),
    ...messages.flatMap(({ role, content }, at) =>
      content.map((each, block): RowBlock => ({ tier: "messages", at, block, role, content: each })),
    ),
  ];
}

/** Are two blocks the same to a cache? Markers are not part of what it compares (MR-78). */
export function isSame(one: RowBlock, other: RowBlock): boolean {
  if (one.tier !== other.tier || one.role !== other.role || one.at !== other.at) return false;
  return one.content === other.content || bytesOf(one.content) === bytesOf(other.content);
}

function bytesOf({ cache_control: _marker, ...bare }: Readonly<Record<string, unknown>>): string {
  return JSON.stringify(bare);
}

/** Where the markers stand in a row, by index. */
export function markersIn(row: readonly RowBlock[]): number[] {
  return row.flatMap(({ content }, index) => (isRecord(content["cache_control"]) ? [index] : []));
}

/** The life that the last marker asks for; five minutes where it does not say (C-1.13). */
export function lifeAsked(row: readonly RowBlock[]): CacheTtl {
  const marker = row[markersIn(row).at(-1) ?? -1]?.content["cache_control"];
  return isRecord(marker) && marker["ttl"] === "1h" ? "1h" : "5m";
}

/** A marker finds what was kept up to a block that is fewer steps than this before it (MR-79). */
const REACH = 20;

/** Does a marker of the row stand at a block, or behind it so near that it finds what was kept up to there? */
export function isInReach(row: readonly RowBlock[], from: number): boolean {
  let steps = 0;
  for (let at = from; at < row.length; at += 1) {
    // Calls that stand side by side are one step, and so are results (MR-79).
    const kind = kindOf(row[at]);
    const isRun = (kind === "tool_use" || kind === "tool_result") && kindOf(row[at - 1]) === kind;
    if (at > from && !isRun) steps += 1;
    if (steps >= REACH) return false;
    if (isRecord(row[at]?.content["cache_control"])) return true;
  }
  return false;
}

function kindOf(block: RowBlock | undefined): unknown {
  return block?.tier === "messages" ? (block.content as Block).type : undefined;
}
