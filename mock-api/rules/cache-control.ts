/** Where a cache marker may stand, how many there may be, and in which order of lives (MR-52 to MR-55). */
import { blocksOf, isMarkable } from "../prompt/prompt.ts";
import type { CacheControl, MessagesRequest, RequestBlock, Ttl } from "../wire.ts";
import { flawUnder } from "./fields.ts";
import type { RefusalRule } from "./rule.ts";

const MOST_MARKERS = 4;

/** Stated with the fields: what may carry a marker is a question of shape. */
export const markerRules: RefusalRule[] = [
  {
    id: "MR-55",
    checks: "a cache marker stands on a block that can carry one and has a known form",
    kind: "refusal",
    confidence: "H",
    fixed: true,
    check: flawUnder("MR-55"),
  },
];

/** Stated last: how the markers stand to each other. */
export const markerOrderRules: RefusalRule[] = [
  {
    id: "MR-54",
    checks: "a marker for the whole request has the life of the marker it falls on",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) => {
      const [whole, marked] = [lifeOf(request.cache_control), lifeOf(markerAtTheEnd(request))];
      return whole && marked && whole !== marked
        ? `Top-level cache_control has ttl='${whole}' but the target block already has cache_control with ttl='${marked}'`
        : undefined;
    },
  },
  {
    id: "MR-52",
    checks: "at most four blocks carry a cache marker, that for the whole request among them",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) => {
      const found = markersOf(request).length;
      return found > MOST_MARKERS
        ? `A maximum of ${MOST_MARKERS} blocks with cache_control may be provided. Found ${found}.`
        : undefined;
    },
  },
  {
    id: "MR-53",
    checks: "no 1h marker stands after a 5m one",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) => checkLives(request),
  },
];

interface Marker {
  path: string;
  ttl: Ttl;
}

function checkLives(request: MessagesRequest): string | undefined {
  const markers = markersOf(request);
  const short = markers.findIndex(({ ttl }) => ttl !== "1h");
  const late = short < 0 ? undefined : markers.slice(short).find(({ ttl }) => ttl === "1h");
  return (
    late &&
    `${late.path}cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control ` +
      "block. Note that blocks are processed in the following order: `tools`, `system`, `messages`."
  );
}

/**
 * All markers in the order the API reads them. One for the whole request is one more, after all others, unless it
 * falls on a block that has one already.
 */
function markersOf(request: MessagesRequest): Marker[] {
  const markers: Marker[] = [];
  for (const [index, tool] of (request.tools ?? []).entries())
    note(markers, `tools.${index}.`, tool.cache_control);
  noteIn(markers, "system", request.system ?? []);
  for (const [index, { content }] of request.messages.entries()) {
    noteIn(markers, `messages.${index}.content`, content);
  }
  if (!markerAtTheEnd(request)) note(markers, "", request.cache_control);
  return markers;
}

// The parts of a block come before the block itself: a marker on the block stands at its end.
function noteIn(markers: Marker[], path: string, content: string | RequestBlock[]): void {
  if (typeof content === "string") return;
  for (const [index, block] of content.entries()) {
    const parts = partsOf(block);
    if (parts.length > 0) noteIn(markers, `${path}.${index}.${block.type}.content`, parts);
    if (block.cache_control) note(markers, `${path}.${index}.`, block.cache_control);
  }
}

function note(markers: Marker[], path: string, marker: CacheControl | null | undefined): void {
  const ttl = lifeOf(marker);
  if (ttl) markers.push({ path, ttl });
}

function partsOf({ content, source }: RequestBlock): RequestBlock[] {
  if (Array.isArray(content)) return content;
  const within = (source as { content?: unknown } | undefined)?.content;
  return Array.isArray(within) ? (within as RequestBlock[]) : [];
}

/** The marker of the block that one for the whole request falls on: the last that can carry any (MR-86). */
function markerAtTheEnd({ messages }: MessagesRequest): CacheControl | null | undefined {
  for (const { content } of messages.toReversed()) {
    const block = blocksOf(content).findLast(isMarkable);
    if (block)
      return block.cache_control ?? partsOf(block).findLast((part) => part.cache_control)?.cache_control;
  }
  return undefined;
}

function lifeOf(marker: CacheControl | null | undefined): Ttl | undefined {
  return marker ? (marker.ttl ?? "5m") : undefined;
}
