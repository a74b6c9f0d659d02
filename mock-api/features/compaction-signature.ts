/**
 * The signature of an on-demand summary (MR-103): it seals the text, and what the text stands for, so that thinking
 * in the turns that were kept behind it can still be checked (MR-118).
 *
 * Law: summary-sealed.
 */
import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import type { Binding } from "../thinking/signatures.ts";
import type { RequestBlock } from "../wire.ts";

/** The conversation that a summary stands for, as its signature records it. */
export interface Summarized extends Pick<Binding, "system" | "tools" | "messages"> {
  /** Whether the model that wrote the summary preserves thinking: only then can it hold behind the summary. */
  preserving: boolean;
}

/** What a signature turns out to be; `signature`: not made by this mock, or damaged. */
export type ReadSummary = Summarized | "signature" | "content" | "tool changes";

// Not a secret, as in the signatures of thinking: any mock can check what another one signed.
const KEY = "glass-harness test key";
const PREFIX = "glass-summary-v1.";
const FORM = /^glass-summary-v1\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

/** Signs the text of a summary. The mock computes no `tool_changes`, so a block that comes back has none. */
export function signSummary(content: string, { system, tools, messages, preserving }: Summarized): string {
  const row: Row = [digestOf(content), system, tools, messages, preserving];
  const clear = Buffer.from(JSON.stringify(row)).toString("base64url");
  return `${PREFIX}${clear}.${seal(clear)}`;
}

/** Reads the signature of a `compaction` block, and says what is wrong with it or with what it seals. */
export function readSummary({ content, signature, tool_changes }: RequestBlock): ReadSummary {
  const [, clear = "", mac = ""] = FORM.exec(String(signature)) ?? [];
  if (!sameText(mac, seal(clear))) return "signature";
  const [digest, system, tools, messages, preserving] = JSON.parse(
    Buffer.from(clear, "base64url").toString(),
  ) as Row;
  if (digest !== digestOf(String(content))) return "content";
  if (tool_changes != null) return "tool changes";
  return { system, tools, messages, preserving };
}

/**
 * Where a walk along the conversation goes on behind a summary: at the end of what it stands for, if its signature
 * vouches for that and neither the system prompt nor the tools have changed since (MR-118). Behind any other summary
 * it begins anew, with the text of the summary.
 */
export function trailBehind(block: RequestBlock, { system, tools }: Binding): string {
  const read = isSigned(block) ? readSummary(block) : "signature";
  const vouched =
    typeof read === "object" && read.preserving && read.system === system && read.tools === tools;
  return vouched ? read.messages : digestOf(`summary ${String(block.content)}`);
}

/** Does a block carry a signature, and so an on-demand summary? */
export function isSigned({ type, signature }: RequestBlock): boolean {
  return type === "compaction" && signature != null;
}

/** Was a signature made by a mock? What was not may be a real one, out of a recording (D-25). */
export function isOurs({ signature }: RequestBlock): boolean {
  return String(signature).startsWith(PREFIX);
}

type Row = [string, string, string, string, boolean];

function digestOf(content: string): string {
  return createHash("sha256").update(content).digest("base64url");
}

function seal(clear: string): string {
  return createHmac("sha256", KEY).update(`summary ${clear}`).digest("base64url");
}

function sameText(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
