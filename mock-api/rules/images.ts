/** How many images a request may have, and how large (MR-60). */
import type { Dimensions } from "../prompt/images.ts";
import type { Call } from "./call.ts";
import { imagesOf } from "./placed-images.ts";
import { type Fault, firstOf, type RefusalRule, type RuleKeptElsewhere } from "./rule.ts";

const MOST_BYTES = 10 * 2 ** 20;
const LARGE_WINDOW = 1_000_000;
const MANY = 20;
const LONGEST_SIDE = 8_000;
const LONGEST_SIDE_OF_MANY = 2_000;

/** Order: how many, then each image's bytes, then what can be read of them. */
export const imageRules: RefusalRule[] = [
  {
    id: "MR-60",
    part: "count",
    checks:
      "there are at most 100 images for a model with a window of 200,000 tokens, 600 for one of a million",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const { length } = imagesOf(call);
      const most = call.traits.window < LARGE_WINDOW ? 100 : 600;
      return length > most
        ? `messages: a request may have at most ${most} images, found ${length}`
        : undefined;
    },
  },
  {
    id: "MR-60",
    part: "bytes",
    checks: "an image is not larger than 10 MB as base64",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      firstOf(imagesOf(call), ({ place, data = "" }) =>
        data.length > MOST_BYTES
          ? `${place.path}: image exceeds 10 MB maximum: ${data.length} bytes > ${MOST_BYTES} bytes`
          : undefined,
      ),
  },
  {
    id: "MR-60",
    part: "readable",
    checks: "an image that is sent as base64 can be read",
    kind: "refusal",
    confidence: "L",
    check: (call) =>
      firstOf(imagesOf(call), ({ place, data, dimensions }) =>
        data !== undefined && !dimensions ? `${place.path}: Could not process image` : undefined,
      ),
  },
  {
    id: "MR-60",
    part: "dimensions",
    checks: "no side of an image is longer than 8000 pixels, or 2000 where there are more than 20 images",
    kind: "refusal",
    confidence: "H",
    check: checkDimensions,
  },
];

/** What is no refusal. */
export const imageFacts: RuleKeptElsewhere[] = [
  {
    id: "MR-60",
    part: "tokens",
    checks: "an image costs a token for each square of 28 pixels after it was scaled down",
    kind: "response",
    confidence: "H",
    keptIn: "prompt/images.ts",
  },
];

function checkDimensions(call: Call): Fault | undefined {
  const images = imagesOf(call);
  const many = images.length > MANY;
  const longest = many ? LONGEST_SIDE_OF_MANY : LONGEST_SIDE;
  const large = images.filter(({ dimensions }) => dimensions && longestOf(dimensions) > longest);
  const [first] = large;
  if (!first) return undefined;
  const bound = `max allowed size${many ? " for many-image requests" : ""}: ${longest} pixels`;
  return {
    message: `${first.place.path}: At least one of the image dimensions exceed ${bound}`,
    details: {
      error_code: "image_dimensions_too_large",
      max_side_length_pixels: longest,
      paths: large.map(({ place }) => place.bare),
    },
  };
}

function longestOf({ width, height }: Dimensions): number {
  return Math.max(width, height);
}
