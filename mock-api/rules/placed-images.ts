/** The images of a request, and where each stands (MR-60). */

import { type Dimensions, dimensionsOf } from "../prompt/images.ts";
import type { RequestBlock } from "../wire.ts";
import { isObject } from "../wire.ts";
import type { Call } from "./call.ts";

/** A place as refusals write it, and as a list of images does (MR-18). */
export interface Place {
  /** With the types: `messages.0.content.1.image.source.base64.data`. */
  path: string;
  /** Without: `messages.0.content.1`. */
  bare: string;
}

/** An image where it stands, and what of it came along. */
class PlacedImage {
  /** Where its data stands, and where its block does. */
  readonly place: Place;
  /** Its base64; left out where it is behind a URL or in a file. */
  readonly data: string | undefined;
  #dimensions: Dimensions | "unread" | undefined = "unread";

  constructor(place: Place, source: unknown) {
    this.place = place;
    const data = isObject(source) && source["type"] === "base64" ? source["data"] : undefined;
    this.data = typeof data === "string" ? data : undefined;
  }

  /** Its sides; undefined where they cannot be read. */
  get dimensions(): Dimensions | undefined {
    if (this.#dimensions === "unread") this.#dimensions = this.data ? dimensionsOf(this.data) : undefined;
    return this.#dimensions;
  }
}

const IMAGES = new WeakMap<Call, readonly PlacedImage[]>();

/** All images of a request, in the order sent, those in results and documents among them; looked for once. */
export function imagesOf(call: Call): readonly PlacedImage[] {
  const known = IMAGES.get(call);
  if (known) return known;
  const found: PlacedImage[] = [];
  for (const [at, { content }] of call.request.messages.entries()) {
    if (typeof content !== "string" && content.some(mayShow)) {
      found.push(...imagesIn(content, { path: `messages.${at}`, bare: `messages.${at}` }));
    }
  }
  IMAGES.set(call, found);
  return found;
}

/** The images among the blocks that a message, a tool result or a document is made of. */
function imagesIn(blocks: readonly RequestBlock[], { path, bare }: Place): PlacedImage[] {
  return blocks.flatMap((block, index) => {
    const at = (kind: string): Place => ({
      path: `${path}.content.${index}.${kind}`,
      bare: `${bare}.content.${index}`,
    });
    if (block.type === "image") return [new PlacedImage(at("image.source.base64.data"), block["source"])];
    const way = block.type === "document" ? "document.source.content" : block.type;
    return mayShow(block) ? imagesIn(partsOf(block), at(way)) : [];
  });
}

// Asked of every block of a conversation, most of which have nothing to show: no path is written for those.
function mayShow(block: RequestBlock): boolean {
  return block.type === "image" || partsOf(block).some(mayShow);
}

const NOTHING: RequestBlock[] = [];

function partsOf({ type, content, source }: RequestBlock): RequestBlock[] {
  if (type === "tool_result") return Array.isArray(content) ? content : NOTHING;
  const parts = type === "document" && isObject(source) ? source["content"] : undefined;
  return Array.isArray(parts) ? (parts as RequestBlock[]) : NOTHING;
}
