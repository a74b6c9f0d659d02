/** The marker of a cache breakpoint as a field (MR-55). */
import { isObject } from "../../wire.ts";
import { aString, kind, oneOf, orNull, type Shape } from "./schema.ts";
import type { Walk } from "./walk.ts";

const SCOPED = "prompt-caching-scope-2026-01-05";

const plain = kind({}, { ttl: oneOf("5m", "1h") });
const scoped = kind({}, { ttl: oneOf("5m", "1h"), scope: aString });

/** A marker on a content block, or null, which is none. */
export const aMarker: Shape = orNull((value, walk) => walk.under("MR-55", marker, value));

/** A marker on a tool or in the system prompt: under a beta that the real client asks for, it may have a scope (O-31). */
export const aScopedMarker: Shape = orNull((value, walk) => walk.under("MR-55", scopedMarker, value));

const marker: Shape = (value, walk) => ephemeral(value, walk, plain);
const scopedMarker: Shape = (value, walk) =>
  ephemeral(value, walk, walk.call.head.hasBeta(SCOPED) ? scoped : plain);

function ephemeral(value: unknown, walk: Walk, shape: Shape): void {
  if (!isObject(value)) walk.flaw("Input should be a valid dictionary");
  else if (value["type"] !== "ephemeral") walk.flawAt("type", "Input should be 'ephemeral'");
  else walk.within("ephemeral", shape, value);
}
