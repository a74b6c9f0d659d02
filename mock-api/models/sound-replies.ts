/** A reply as it is used: of the shape that replies have, and of text that can be sent. */
import { faultOfReply } from "./script-reader.ts";
import type { Reply } from "./scripted.ts";

/**
 * Looks at what a model gave for a reply. Half a surrogate pair, which is no text and no client can be sent, becomes the
 * replacement character, wherever it stands.
 *
 * @throws Error with one sentence that names what is wrong with it.
 */
export function soundReply(given: unknown): Reply {
  const fault = faultOfReply(given);
  if (fault) throw new Error(`The reply of the model is wrong: ${fault}.`);
  return wellFormed(given) as Reply;
}

/** The value itself where nothing in it has to be replaced. */
function wellFormed(value: unknown): unknown {
  if (typeof value === "string") return value.isWellFormed() ? value : value.toWellFormed();
  if (Array.isArray(value)) return changed(value, value.map(wellFormed));
  if (typeof value !== "object" || value === null) return value;
  const before = Object.entries(value).flat();
  const after = before.map(wellFormed);
  if (changed(before, after) === before) return value;
  return Object.fromEntries(after.flatMap((key, at) => (at % 2 === 0 ? [[key, after[at + 1]]] : [])));
}

function changed(before: readonly unknown[], after: readonly unknown[]): readonly unknown[] {
  return after.every((each, at) => each === before[at]) ? before : after;
}
