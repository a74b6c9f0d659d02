/** Images as the model reads them: how large they are, and what they cost (MR-60). */
import { imageSize } from "image-size";

/** The sides of an image in pixels. */
export interface Dimensions {
  width: number;
  height: number;
}

/** What an image is scaled down to: the longest side in pixels, and its price in tokens. */
interface Resolution {
  side: number;
  tokens: number;
}

const SHARP: Resolution = { side: 2_576, tokens: 4_784 };
const ORDINARY: Resolution = { side: 1_568, tokens: 1_568 };

/** The side of the square of pixels that is one token. */
const SQUARE = 28;

// Most kinds say their size at once; a jpeg may have pictures and tables of colours in front. Multiples of 4 characters.
const BEGINNINGS = [512, 131_072, 1_398_104];

/**
 * The sides of an image that is sent as base64; undefined where they cannot be read, or not out of its first megabyte:
 * to look further for what may not be there takes too long.
 */
export function dimensionsOf(base64: string): Dimensions | undefined {
  for (const length of BEGINNINGS) {
    const found = sizeOf(base64.slice(0, length));
    if (found || length >= base64.length) return found;
  }
  return undefined;
}

function sizeOf(base64: string): Dimensions | undefined {
  try {
    const { width, height } = imageSize(Buffer.from(base64, "base64"));
    return { width, height };
  } catch {
    return undefined;
  }
}

/**
 * What an image costs, in tokens: one for each square of 28 by 28 pixels after it was scaled down. One that cannot be
 * measured, such as one behind a URL, costs as much as any can.
 *
 * @param sharp Does the model read large images at the higher resolution?
 */
export function imageTokens(source: unknown, sharp: boolean): number {
  const most = sharp ? SHARP : ORDINARY;
  const { data } = source as { data?: unknown };
  const found = typeof data === "string" ? dimensionsOf(data) : undefined;
  if (!found) return most.tokens;
  const scale = Math.min(1, most.side / Math.max(found.width, found.height));
  const squares = (side: number): number => Math.max(1, Math.ceil((side * scale) / SQUARE));
  return Math.min(most.tokens, squares(found.width) * squares(found.height));
}

/** What the images in one piece of canonical JSON come to: the bytes of their base64, and what they cost. */
export interface ImageCost {
  bytes: number;
  tokens: number;
}

/** The images that stand in a block, in a result or in a document, for a model that reads large ones sharply or not. */
export function imagesIn(json: string, sharp: boolean): ImageCost {
  const cost = { bytes: 0, tokens: 0 };
  // In a text the quotes would be escaped, so that this is only found where a source says how it is sent.
  if (json.includes('"base64"') || json.includes('"image"')) add(cost, parsed(json), sharp);
  return cost;
}

// An answer that was cut off in the middle of a call's input is no JSON; it holds no images.
function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function add(cost: ImageCost, value: unknown, sharp: boolean): void {
  if (typeof value !== "object" || value === null) return;
  const { type, source, content } = value as { type?: unknown; source?: unknown; content?: unknown };
  if (type === "image") {
    const { data } = (source ?? {}) as { data?: unknown };
    if (typeof data === "string") cost.bytes += data.length;
    cost.tokens += imageTokens(source ?? {}, sharp);
    return;
  }
  for (const part of Array.isArray(content) ? content : []) add(cost, part, sharp);
  if (type === "document") add(cost, source, sharp);
}
