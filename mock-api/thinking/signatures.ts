/**
 * The mock's own signatures (D-25). A signature says which answer a thinking block comes from, which of how many
 * it is there, and seals that together with its text; so an altered, moved or missing block can be told.
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

// Not a secret: it makes signatures checkable by any mock, in another process or on another day.
const KEY = "glass-harness test key";
const PREFIX = "glass-sig-v1.";
const FORM = /^glass-sig-v1\.([A-Za-z0-9_-]+)\.(\d{1,9})\.(\d{1,9})\.([0-9a-f]{64})\.([0-9a-f]{64})$/;

/**
 * Signs a thinking block. Both forms of the block are sealed, the one that shows its text and the one that leaves
 * it out, because the signature is the same in either (MR-89) and must hold on return whichever was shown.
 */
export function signThinking(text: string, origin: Origin): string {
  return `${PREFIX}${clear(origin)}.${seal("thinking", text, origin)}.${seal("thinking", "", origin)}`;
}

/** The `data` of a redacted block: nothing but a signature. */
export function signRedacted(origin: Origin): string {
  const mac = seal("redacted_thinking", "", origin);
  return `${PREFIX}${clear(origin)}.${mac}.${mac}`;
}

/** `foreign`: another maker's, or none. `broken`: ours, but not for this block. Else where the block comes from. */
export function readSignature(block: RequestBlock): Origin | "foreign" | "broken" {
  const signature = block.type === "redacted_thinking" ? block.data : block.signature;
  if (typeof signature !== "string" || !signature.startsWith(PREFIX)) return "foreign";
  const [, answer = "", ordinal, total, shown = "", omitted = ""] = FORM.exec(signature) ?? [];
  const origin = { answer, ordinal: Number(ordinal), total: Number(total) };
  const text = block.type === "redacted_thinking" ? "" : (block.thinking ?? "");
  const mac = text === "" ? omitted : shown;
  return sameText(mac, seal(block.type, text, origin)) ? origin : "broken";
}

function clear({ answer, ordinal, total }: Origin): string {
  return `${answer}.${ordinal}.${total}`;
}

function seal(kind: string, text: string, origin: Origin): string {
  return createHmac("sha256", KEY)
    .update(JSON.stringify([kind, clear(origin), text]))
    .digest("hex");
}

function sameText(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
