/**
 * Images that the API would refuse (MR-60). One such image in a log would be in every request from then on, so that every
 * turn would fail (bug report 60).
 */
import { modelFacts } from "../../request/models.ts";
import { type Block, isRecord, type Message, text } from "../../wire.ts";
import { sidesOf } from "./measure.ts";

/** The most characters of base64 of one image. */
const MOST_CHARACTERS = 10 * 2 ** 20;
const LONGEST_SIDE = 8000;
/** With more images than this in a request no side of any of them may be longer than `LONGEST_OF_MANY`. */
const MANY = 20;
const LONGEST_OF_MANY = 2000;
/** The most images of a request, by the model's window. */
const MOST_IMAGES = { small: 100, large: 600 };

const KINDS: ReadonlySet<unknown> = new Set(["image/jpeg", "image/png", "image/gif", "image/webp"]);

/**
 * The messages with a note in the place of each image that the API would refuse. Whether an image is sent depends on it
 * and on the images before it, never on a later one, so what was sent of a conversation stays as it is (D-13): it is the
 * image that would make a request too much that is left out, not the ones before it. Behind one with a side of over 2000
 * pixels, then, only 20 are sent in all. Nothing of the log is changed. Law: images-fit
 */
export function fittingImages(messages: readonly Message[], model: string): readonly Message[] {
  const seen = new SeenImages(modelFacts(model).window < 1_000_000 ? MOST_IMAGES.small : MOST_IMAGES.large);
  return messages.map((message) => ({ ...message, content: fitted(message.content, seen) }));
}

function fitted(blocks: readonly Block[], seen: SeenImages): readonly Block[] {
  return blocks.map((block) => {
    if (block.type === "image") {
      const why = seen.whyNot(block);
      return why === undefined ? block : text(`[There is an image here that is not sent: ${why}.]`);
    }
    // Results and documents can be made of blocks.
    const { content, source } = block;
    if (block.type === "tool_result" && Array.isArray(content))
      return { ...block, content: fitted(content, seen) };
    if (block.type === "document" && isRecord(source) && Array.isArray(source["content"]))
      return { ...block, source: { ...source, content: fitted(source["content"], seen) } };
    return block;
  });
}

/** The images of a conversation that are sent, so far. */
class SeenImages {
  readonly #most: number;
  #count = 0;
  #longest = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Why the API would refuse the next image; undefined where it takes it, and then it counts. */
  whyNot(image: Block): string | undefined {
    if (this.#count === this.#most) return `there are ${this.#most} before it, and no more are taken`;
    const read = read64(image["source"]);
    if (typeof read === "string") return read;
    const longest = Math.max(this.#longest, read);
    if (this.#count >= MANY && longest > LONGEST_OF_MANY)
      return `with more than ${MANY} images none may have a side of over ${LONGEST_OF_MANY} pixels, and one has ${longest}`;
    this.#count += 1;
    this.#longest = longest;
    return undefined;
  }
}

/** The longest side of an image, 0 where only the API can see it; or why it would be refused by itself. */
function read64(source: unknown): number | string {
  if (!isRecord(source) || source["type"] !== "base64") return 0;
  const { data, media_type } = source;
  if (!KINDS.has(media_type))
    return `it is of the kind ${String(media_type).slice(0, 40)}, which is not taken`;
  if (typeof data !== "string") return "it has no data";
  if (data.length > MOST_CHARACTERS) return `it is ${megabytes(data.length)} MB, and at most 10 MB are taken`;
  const sides = sidesOf(data);
  if (!sides) return "it cannot be read";
  const longest = Math.max(sides.width, sides.height);
  return longest > LONGEST_SIDE
    ? `it has a side of ${longest} pixels, and at most ${LONGEST_SIDE} are taken`
    : longest;
}

function megabytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(1);
}
