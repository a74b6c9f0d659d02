/** What the parts of a request look like, said as data (MR-10). */
import type { Flaw, Walk } from "./walk.ts";

/** Looks at a value. Undefined when it has the shape, else the first flaw in it. */
export type Shape = (value: unknown, walk: Walk) => Flaw | undefined;

/** Fields by name. */
export type Fields = Readonly<Record<string, Shape>>;

/** MR-10: what the API says of a field it does not know. */
export const EXTRA = "Extra inputs are not permitted";

/** A field that other rules look at, or none. */
export const anything: Shape = () => undefined;
/** Text of any length. */
export const aString: Shape = (value, walk) =>
  typeof value === "string" ? undefined : walk.flaw("Input should be a valid string");
/** True or false; null is neither. */
export const aBoolean: Shape = (value, walk) =>
  typeof value === "boolean" ? undefined : walk.flaw("Input should be a valid boolean");
/** Any number. */
export const aNumber: Shape = (value, walk) =>
  typeof value === "number" ? undefined : walk.flaw("Input should be a valid number");
/** A whole number. */
export const anInteger: Shape = (value, walk) =>
  Number.isInteger(value) ? undefined : walk.flaw("Input should be a valid integer");
/** A whole number that is not negative. */
export const aCount: Shape = (value, walk) =>
  typeof value === "number" && value < 0
    ? walk.flaw("Input should be greater than or equal to 0")
    : anInteger(value, walk);
/** An object of whatever fields. */
export const aDictionary: Shape = (value, walk) =>
  isObject(value) ? undefined : walk.flaw("Input should be a valid dictionary");

/** One of some strings. */
export function oneOf(...words: readonly string[]): Shape {
  const known = new Set<unknown>(words);
  const quoted = words.map((word) => `'${word}'`);
  const says = `Input should be ${[quoted.slice(0, -1).join(", "), ...quoted.slice(-1)].filter(Boolean).join(" or ")}`;
  return (value, walk) => (known.has(value) ? undefined : walk.flaw(says));
}

/** The shape, or null where the API knows null as an answer. */
export function orNull(shape: Shape): Shape {
  return (value, walk) => (value === null ? undefined : shape(value, walk));
}

/** The shape, or a string as its shorthand. */
export function orString(shape: Shape): Shape {
  return (value, walk) => (typeof value === "string" ? undefined : shape(value, walk));
}

/** A list where the value is one, else the other shape. */
export function listOr(item: Shape, other: Shape): Shape {
  const list = listOf(item);
  return (value, walk) => (Array.isArray(value) ? list : other)(value, walk);
}

/** A list of any length whose items have the shape. */
export function listOf(item: Shape): Shape {
  return (value, walk) => {
    if (!Array.isArray(value)) return walk.flaw("Input should be a valid list");
    for (let index = 0; index < value.length; index += 1) {
      const flaw = walk.within(index, item, value[index]);
      if (flaw) return flaw;
    }
    return undefined;
  };
}

/**
 * An object with fields that have to be there and fields that may be; what else it has is a flaw unless it is open.
 *
 * Law: no-unknown-field.
 */
export function object(required: Fields, optional: Fields = {}, kind: "closed" | "open" = "closed"): Shape {
  const shapes = new Map(Object.entries({ ...required, ...optional }));
  const needed = Object.keys(required);
  return (value, walk) => {
    if (!isObject(value)) return walk.flaw("Input should be a valid dictionary");
    for (const field of needed) {
      const flaw = value[field] === undefined ? walk.flawAt(field, "Field required") : undefined;
      if (flaw) return flaw;
    }
    for (const field of Object.keys(value)) {
      if (value[field] === undefined) continue;
      const shape = shapes.get(field) ?? (kind === "open" ? anything : extra(field));
      const flaw = walk.within(field, shape, value[field]);
      if (flaw) return flaw;
    }
    return undefined;
  };
}

/** An object whose `type` has been looked at. */
export function kind(required: Fields, optional: Fields = {}): Shape {
  return object(required, { type: anything, ...optional });
}

/** MR-55 says which blocks can carry a marker; any other unknown field is a matter of MR-10. */
function extra(field: string): Shape {
  return (_value, walk) => walk.flaw(EXTRA, field === "cache_control" ? "MR-55" : undefined);
}

/** Is it an object with fields: no list, not null? */
export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
