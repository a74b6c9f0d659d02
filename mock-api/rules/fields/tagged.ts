/** Objects of several types that are told apart by their field `type`. */
import { isObject } from "../../wire.ts";
import { aDictionary, aString, type Fields, type Shape } from "./schema.ts";
import type { Walk } from "./walk.ts";

/** An object of one of some types. The type is a step of the path (MR-10). */
export function tagged(shapes: Fields): Shape {
  const known = new Map(Object.entries(shapes));
  return (value, walk) => {
    const found = typed(value, known, walk);
    if (found) walk.within(found.type, found.shape, value);
  };
}

/** The same where the API's paths do not name the type. */
export function untagged(shapes: Fields): Shape {
  const known = new Map(Object.entries(shapes));
  return (value, walk) => {
    typed(value, known, walk)?.shape(value, walk);
  };
}

/** The shape of the type that a value says it has; undefined where that is a flaw. */
function typed(
  value: unknown,
  known: ReadonlyMap<string, Shape>,
  walk: Walk,
): { type: string; shape: Shape } | undefined {
  aDictionary(value, walk);
  if (!isObject(value)) return undefined;
  const type = value["type"];
  if (type === undefined) walk.flawAt("type", "Field required");
  else walk.within("type", aString, type);
  if (typeof type !== "string") return undefined;
  const shape = known.get(type);
  if (!shape) walk.flaw(unknownTag(type, known.keys()));
  return shape && { type, shape };
}

/** What is said of a type that is not among those that are known. */
export function unknownTag(type: string, known: Iterable<string>): string {
  const expected = [...known].toSorted().map((name) => `'${name}'`);
  return `Input tag '${type}' found using 'type' does not match any of the expected tags: ${expected.join(", ")}`;
}
