/** Where a cache marker may stand, how many there may be, and in which order of lives (MR-52, MR-53, MR-55). */
import { blocksOf } from "../prompt/prompt.ts";
import type { MessagesRequest, RequestBlock } from "../wire.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

interface Carrier {
  path: string;
  block: { type?: string; text?: string; cache_control?: unknown; [field: string]: unknown };
}

const MOST_MARKERS = 4;

/** Stated with the fields: what may carry a marker is a question of shape. */
export const markerRules: RefusalRule[] = [
  {
    id: "MR-55",
    checks: "a cache marker stands on a block that can carry one and has a known form",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) => firstOf(carriersOf(request), faultOfCarrier),
  },
];

/** Stated last: how the markers stand to each other. */
export const markerOrderRules: RefusalRule[] = [
  {
    id: "MR-52",
    checks: "at most four blocks carry a cache marker",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) => {
      const found = markersOf(request).length + (request.cache_control ? automatic(request) : 0);
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

function faultOfCarrier({ path, block }: Carrier): string | undefined {
  if (!("cache_control" in block)) return undefined;
  if (block.type === "thinking" || block.type === "redacted_thinking") {
    return `${path}.${block.type}.cache_control: Extra inputs are not permitted`;
  }
  const marker = block.cache_control;
  if (marker === null || marker === undefined) return undefined;
  if (block.type === "text" && block.text === "") {
    return `${path}.text: cache_control cannot be set for empty text blocks`;
  }
  if (typeof marker !== "object" || !("type" in marker) || marker.type !== "ephemeral") {
    return `${path}.cache_control.type: Input should be 'ephemeral'`;
  }
  const ttl = "ttl" in marker ? marker.ttl : undefined;
  return ttl == null || ttl === "5m" || ttl === "1h"
    ? undefined
    : `${path}.cache_control.ttl: Input should be '5m' or '1h'`;
}

function checkLives(request: MessagesRequest): string | undefined {
  const markers = markersOf(request);
  const short = markers.findIndex(({ ttl }) => ttl !== "1h");
  const late = short < 0 ? undefined : markers.slice(short).find(({ ttl }) => ttl === "1h");
  return (
    late &&
    `${late.path}.cache_control.ttl: a ttl='1h' cache_control block must not come after a ttl='5m' cache_control ` +
      "block. Note that blocks are processed in the following order: `tools`, `system`, `messages`."
  );
}

function markersOf(request: MessagesRequest): { path: string; ttl: unknown }[] {
  return carriersOf(request).flatMap(({ path, block }) => {
    const marker = block.cache_control as { ttl?: unknown } | null | undefined;
    return marker ? [{ path, ttl: marker.ttl }] : [];
  });
}

/** A marker for the whole request is one more, unless it falls on a block that has one already (MR-54). */
function automatic(request: MessagesRequest): number {
  const last = request.messages.at(-1)?.content;
  return typeof last === "object" && last.at(-1)?.cache_control ? 0 : 1;
}

/** All that may carry a marker, in the order the API reads it, the parts of tool results included. */
function carriersOf(request: MessagesRequest): Carrier[] {
  return [
    ...(request.tools ?? []).map((block, index) => ({ path: `tools.${index}`, block })),
    ...carriersIn(request.system ?? [], "system"),
    ...request.messages.flatMap(({ content }, index) => carriersIn(content, `messages.${index}.content`)),
  ];
}

function carriersIn(content: string | RequestBlock[], path: string): Carrier[] {
  if (typeof content === "string") return [];
  return blocksOf(content).flatMap((block, index) => {
    const here = `${path}.${index}`;
    const parts = block.type === "tool_result" && Array.isArray(block.content) ? block.content : [];
    return [...carriersIn(parts, `${here}.tool_result.content`), { path: here, block }];
  });
}
