/** How large an image is, out of its first bytes. */
import { imageSize } from "image-size";

/** The sides of an image in pixels. */
export interface Sides {
  readonly width: number;
  readonly height: number;
}

/** Characters of base64 in which most images say their size; a photo may have previews and colour tables in front. */
const BEGINNING = 4096;

/** The kinds that the API takes, as their first bytes say. Much else can be read as an image, of no great sense. */
const KINDS: ReadonlySet<string | undefined> = new Set(["jpg", "png", "gif", "webp"]);

/** The sides of an image that is kept as base64; undefined where its bytes are not those of one that the API takes. */
export function sidesOf(base64: string): Sides | undefined {
  return readFrom(base64.slice(0, BEGINNING)) ?? readFrom(base64);
}

function readFrom(base64: string): Sides | undefined {
  try {
    const { width, height, type } = imageSize(Buffer.from(base64, "base64"));
    return KINDS.has(type) ? { width, height } : undefined;
  } catch {
    return undefined;
  }
}
