/**
 * The mock's own signatures (D-25). A signature says which answer a thinking block comes from, who made it for whom,
 * and what stood before it, and seals that together with its text; so an altered, moved or missing block can be told,
 * and so can a conversation that is no longer the one it was thought in.
 */
import { createHmac, timingSafeEqual } from "node:crypto";
import type { RequestBlock } from "../wire.ts";

/** Where a thinking block stood in the answer that made it. */
export interface Origin {
  /** The message id of the answer. */
  answer: string;
  /** From 0, among the thinking and redacted blocks of the answer. */
  ordinal: number;
  total: number;
}

/** What a block was made behind (MR-46): digests of all that the model had read by then. */
export interface Binding {
  system: string;
  tools: string;
  /** Of the messages, thinking left out, and of what the answer had said before the block. */
  messages: string;
  /** The thinking block that came last before it; null when there was none. */
  after: string | null;
}

/** Everything that a signature says of its block. */
export interface Claims extends Origin, Binding {
  /** The model that made it (MR-94). */
  maker: string;
  /** The organization that it was made for (MR-94). */
  organization: string;
}

// Not a secret: it makes signatures checkable by any mock, in another process or on another day.
const KEY = "glass-harness test key";
const PREFIX = "glass-sig-v2.";
const FORM = /^glass-sig-v2\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})\.([A-Za-z0-9_-]{43})$/;

/** Is it a thinking block, of either kind? */
export function isThinking({ type }: { type: string }): boolean {
  return type === "thinking" || type === "redacted_thinking";
}

/**
 * Signs a thinking block. Both forms of the block are sealed, the one that shows its text and the one that leaves
 * it out, because the signature is the same in either (MR-89) and must hold on return whichever was shown.
 */
export function signThinking(text: string, claims: Claims): string {
  const clear = packed(claims);
  return `${PREFIX}${clear}.${seal("thinking", text, clear)}.${seal("thinking", "", clear)}`;
}

/** The `data` of a redacted block: nothing but a signature. */
export function signRedacted(claims: Claims): string {
  const clear = packed(claims);
  const mac = seal("redacted_thinking", "", clear);
  return `${PREFIX}${clear}.${mac}.${mac}`;
}

/** The signature of a block, or the `data` that is one; undefined when it has none. */
export function signatureOf(block: RequestBlock): string | undefined {
  const signature = block.type === "redacted_thinking" ? block.data : block.signature;
  return typeof signature === "string" ? signature : undefined;
}

/**
 * `foreign`: another maker's, or none. `broken`: ours, but not for this block. Else what it says of the block.
 * With `textIgnored` the text may be any: the model reads what the signature holds (MR-45).
 */
export function readSignature(block: RequestBlock, textIgnored: boolean): Claims | "foreign" | "broken" {
  const signature = signatureOf(block);
  if (!signature?.startsWith(PREFIX)) return "foreign";
  const [, clear = "", shown = "", omitted = ""] = FORM.exec(signature) ?? [];
  const text = block.type === "redacted_thinking" || textIgnored ? "" : (block.thinking ?? "");
  const mac = text === "" ? omitted : shown;
  return sameText(mac, seal(block.type, text, clear)) ? unpacked(clear) : "broken";
}

function packed(claims: Claims): string {
  const { answer, ordinal, total, maker, organization, system, tools, messages, after } = claims;
  const row = [answer, ordinal, total, maker, organization, system, tools, messages, after];
  return Buffer.from(JSON.stringify(row)).toString("base64url");
}

// Only what a seal has been found to fit is unpacked, so it has the shape that `packed` gave it.
function unpacked(clear: string): Claims {
  const row = JSON.parse(Buffer.from(clear, "base64url").toString()) as Row;
  const [answer, ordinal, total, maker, organization, system, tools, messages, after] = row;
  return { answer, ordinal, total, maker, organization, system, tools, messages, after };
}

type Row = [string, number, number, string, string, string, string, string, string | null];

function seal(kind: string, text: string, clear: string): string {
  return createHmac("sha256", KEY)
    .update(JSON.stringify([kind, clear, text]))
    .digest("base64url");
}

function sameText(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
