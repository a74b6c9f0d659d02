/** Objects of several types that are told apart by their field `type`. */
import { type Fields, isObject, type Shape } from "./schema.ts";
import type { Flaw, Walk } from "./walk.ts";

/** An object of one of some types. The type is a step of the path (MR-10). */
export function tagged(shapes: Fields): Shape {
  const known = new Map(Object.entries(shapes));
  return (value, walk) => {
    const found = typed(value, known, walk);
    return "type" in found ? walk.within(found.type, found.shape, value) : found.flaw;
  };
}

/** The same where the API's paths do not name the type. */
export function untagged(shapes: Fields): Shape {
  const known = new Map(Object.entries(shapes));
  return (value, walk) => {
    const found = typed(value, known, walk);
    return "type" in found ? found.shape(value, walk) : found.flaw;
  };
}

type Found = { type: string; shape: Shape } | { flaw: Flaw | undefined };

function typed(value: unknown, known: ReadonlyMap<string, Shape>, walk: Walk): Found {
  if (!isObject(value)) return { flaw: walk.flaw("Input should be a valid dictionary") };
  const type = value["type"];
  if (type === undefined) return { flaw: walk.flawAt("type", "Field required") };
  if (typeof type !== "string") return { flaw: walk.flawAt("type", "Input should be a valid string") };
  const shape = known.get(type);
  return shape ? { type, shape } : { flaw: walk.flaw(unknownTag(type, known.keys())) };
}

/** What is said of a type that is not among those that are known. */
export function unknownTag(type: string, known: Iterable<string>): string {
  const expected = [...known].toSorted().map((name) => `'${name}'`);
  return `Input tag '${type}' found using 'type' does not match any of the expected tags: ${expected.join(", ")}`;
}
