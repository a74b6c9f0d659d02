/** What is kept of a request so that a later one can be told how it differs (MR-87d): digests, counts, times. */
import { hash } from "node:crypto";
import { betasOf } from "../http/head.ts";
import type { Prefix } from "../prompt/prefixes.ts";
import { choiceOf, presenceOf, thoughtOf } from "../prompt/tier-keys.ts";
import type { Call } from "../rules/call.ts";
import type { MessagesRequest } from "../wire.ts";

/** A request by its digests. */
export interface Digests {
  /** Of the model and the speed. */
  model: string;
  tools: string;
  system: string;
  /** Of the settings that the cache depends on: output format, tool choice, thinking, effort. */
  settings: string;
  /** Of what the cache depends on that is not a setting: are there images, are there citations. */
  presence: string;
  /** Of what else shapes a prompt: context edits, betas. */
  other: string;
  /** Of each block of the messages. */
  blocks: string[];
}

/** What is kept of an answered request. */
export interface Fingerprint extends Digests {
  /** The id of the answer. */
  id: string;
  /** Whose request it was (MR-87c). */
  scope: string;
  /** When it began, in milliseconds. */
  at: number;
  /** Whether it had a `diagnostics` object: the API knows no others again. */
  diagnosable: boolean;
  /** How many blocks its messages had; of those beyond the horizon only one digest is kept. */
  count: number;
  beyond: string;
  /** The prefix up to its last breakpoint; null when none was long enough. */
  cached: CachedPrefix | null;
}

/** A prefix that a request left in the cache. */
export interface CachedPrefix {
  digest: string;
  /** Its length. */
  tokens: number;
  /** Where its last block stands. */
  tier: "tools" | "system" | "messages";
  /** Index of its last block among those of the messages; negative before them. */
  block: number;
}

/** The digests but those of the messages. */
export type Part = Exclude<keyof Digests, "blocks">;

/** Where a request first differs from an earlier one. `beyond`: somewhere past the horizon. */
export type Difference = { part: Part | "beyond" } | { part: "messages"; block: number };

/** Of this many blocks of the messages a digest each is kept: the comparison horizon. */
const HORIZON = 500;
/** Hex digits of a digest that is only compared, never looked up. */
const SHORT = 16;

/** The digests of a request whose prefixes are known. */
export function digestsOf(request: MessagesRequest, call: Call, row: readonly Prefix[]): Digests {
  const blocksWhere = (chosen: (prefix: Prefix) => boolean): string[] =>
    row.filter(chosen).map(({ block }) => block.slice(0, SHORT));
  const betas = call.head.headers ? betasOf(call.head.headers).toSorted() : [];
  return {
    model: digest(request.model, request["speed"] ?? "standard"),
    tools: digest(blocksWhere(({ kind }) => kind === "tool")),
    system: digest(blocksWhere(({ tier, kind }) => tier === "system" && kind !== "tool")),
    settings: digest(request.output_config?.["format"], choiceOf(request), thoughtOf(request)),
    presence: digest(presenceOf(request)),
    other: digest(request["context_management"], betas),
    blocks: blocksWhere(({ tier }) => tier === "messages"),
  };
}

/** What is kept of them. */
export function keptDigests(
  digests: Digests,
): Omit<Fingerprint, "id" | "scope" | "at" | "diagnosable" | "cached"> {
  const { blocks } = digests;
  return {
    ...digests,
    blocks: blocks.slice(0, HORIZON),
    count: blocks.length,
    beyond: digest(blocks.slice(HORIZON)),
  };
}

/**
 * Where a request differs from an earlier one: in one of these parts, else in its messages; undefined when it only
 * adds messages. A request that has fewer differs from its own end on.
 */
export function firstDifference(
  before: Fingerprint,
  now: Digests,
  parts: readonly Part[],
): Difference | undefined {
  const part = parts.find((each) => before[each] !== now[each]);
  if (part) return { part };
  const block = commonBlocks(before, now);
  if (block < before.blocks.length) return { part: "messages", block };
  const beyond = digest(now.blocks.slice(HORIZON, before.count));
  return beyond === before.beyond ? undefined : { part: "beyond" };
}

/** How many blocks two requests have in common at the beginning of their messages, up to the horizon. */
export function commonBlocks(before: Fingerprint, now: Digests): number {
  const block = before.blocks.findIndex((each, index) => each !== now.blocks[index]);
  return block < 0 ? before.blocks.length : block;
}

function digest(...values: unknown[]): string {
  return hash("sha256", JSON.stringify(values)).slice(0, SHORT);
}
