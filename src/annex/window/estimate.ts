/**
 * An estimate of tokens, for where nobody counts: a saved log, a part of what was counted as a whole. No tokenizer of a
 * current model is public (MR-100), so this weighs characters by their script. Whatever is made from it is shown as such.
 */
import { type Block, isRecord, type ToolDefinition } from "../../wire.ts";

/** Twelfths of a token: whole numbers, so that a sum does not depend on how a text is cut. */
const TOKEN = 12;

/** What characters weigh, by what they are. Words of Latin letters share a token, most Japanese characters have their own. */
const WEIGHT = { space: 1, letter: 3, lineEnd: 6, digit: 5, mark: 8, otherLetter: 6, kana: 10, wide: 13 };
/** A character outside of the basic plane: an emoji, a rare ideograph. */
const ASTRAL = 24;

/** The last character of each stretch of the basic plane behind ASCII, and what those in it weigh. */
const STRETCHES: readonly (readonly [last: number, weight: number])[] = [
  [0x2fff, WEIGHT.otherLetter],
  [0x30ff, WEIGHT.kana],
  [0xffff, WEIGHT.wide],
];

/** What an image costs that is seen at a usual size (MR-60). */
const IMAGE = 1_500;
/** What stands around a block: whose it is, where it begins and ends. */
const FRAME = 4;

const ASCII = Uint8Array.from({ length: 128 }, (_, code) => asciiWeight(String.fromCharCode(code)));

/**
 * About how many tokens a text is. A longer text is never fewer than its beginning, and one that says anything is at least
 * one. Law: estimate-grows, estimate-near
 */
export function estimateTokens(text: string): number {
  let weight = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 128) weight += ASCII[code] ?? 0;
    else if (isPair(code, text.charCodeAt(at + 1))) {
      weight += ASTRAL;
      at += 1;
    } else weight += STRETCHES.find(([last]) => code <= last)?.[1] ?? 0;
  }
  return Math.ceil(weight / TOKEN);
}

/** About how many tokens a block of a message, a system block or a tool's definition is. */
export function estimateBlock(block: Block | ToolDefinition): number {
  const said = "type" in block ? saidBy(block as Block) : block;
  return FRAME + estimateValue(said);
}

/** What of a block is read: of words the words, not the JSON around them. */
function saidBy(block: Block): unknown {
  if (block.type === "text") return block["text"];
  if (block.type === "thinking") return block["thinking"] || block["signature"];
  if (block.type === "tool_result") return block["content"];
  if (block.type === "tool_use") return [block["name"], block["input"]];
  const { type: _, ...rest } = block;
  return block.type === "image" ? block : rest;
}

function estimateValue(value: unknown): number {
  if (typeof value === "string") return estimateTokens(value);
  if (isRecord(value) && value["type"] === "image") return IMAGE;
  if (Array.isArray(value) && value.some((each) => isRecord(each) && "type" in each)) {
    return value.reduce(
      (sum: number, each) => sum + estimateValue(isRecord(each) ? saidBy(each as Block) : each),
      0,
    );
  }
  if (value === undefined) return 0;
  const { cache_control: _, ...bare } = isRecord(value) ? value : { value };
  return estimateTokens(JSON.stringify(isRecord(value) ? bare : value));
}

function asciiWeight(character: string): number {
  if (/[a-z]/i.test(character)) return WEIGHT.letter;
  if (/\d/.test(character)) return WEIGHT.digit;
  if (/[\n\t]/.test(character)) return WEIGHT.lineEnd;
  return character === " " ? WEIGHT.space : WEIGHT.mark;
}

function isPair(high: number, low: number): boolean {
  return high >= 0xd800 && high <= 0xdbff && low >= 0xdc00 && low <= 0xdfff;
}
