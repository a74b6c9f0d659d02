/** What the parts of a request look like, said as data (MR-10). */
import { isObject } from "../../wire.ts";
import type { Walk } from "./walk.ts";

/** Looks at a value, and tells the walk of each flaw in it. */
export type Shape = (value: unknown, walk: Walk) => void;

/** Fields by name. */
export type Fields = Readonly<Record<string, Shape>>;

/** MR-10: what the API says of a field it does not know. */
export const EXTRA = "Extra inputs are not permitted";

/** A field that other rules look at, or none. */
export const anything: Shape = () => {};
/** Text of any length. */
export const aString = valid((value) => typeof value === "string", "string");
/** True or false; null is neither. */
export const aBoolean = valid((value) => typeof value === "boolean", "boolean");
/** Any number. */
const aNumber = valid((value) => typeof value === "number", "number");
/** A number from 0 to 1. */
export const aFraction: Shape = (value, walk) => {
  if (typeof value === "number" && value < 0) walk.flaw("Input should be greater than or equal to 0");
  else if (typeof value === "number" && value > 1) walk.flaw("Input should be less than or equal to 1");
  else aNumber(value, walk);
};
/** A whole number. */
export const anInteger = valid(Number.isInteger, "integer");
/** A whole number that is not negative. */
export const aCount: Shape = (value, walk) => {
  if (typeof value !== "number" || value >= 0) anInteger(value, walk);
  else walk.flaw("Input should be greater than or equal to 0");
};
/** An object of whatever fields. */
export const aDictionary = valid(isObject, "dictionary");

function valid(is: (value: unknown) => boolean, what: string): Shape {
  return (value, walk) => {
    if (!is(value)) walk.flaw(`Input should be a valid ${what}`);
  };
}

/** One of some strings. */
export function oneOf(...words: readonly string[]): Shape {
  const known = new Set<unknown>(words);
  const quoted = words.map((word) => `'${word}'`);
  const says = `Input should be ${[quoted.slice(0, -1).join(", "), ...quoted.slice(-1)].filter(Boolean).join(" or ")}`;
  return (value, walk) => {
    if (!known.has(value)) walk.flaw(says);
  };
}

/** The shape, or null where the API knows null as an answer. */
export function orNull(shape: Shape): Shape {
  return (value, walk) => {
    if (value !== null) shape(value, walk);
  };
}

/** The shape, or a string as its shorthand. */
export function orString(shape: Shape): Shape {
  return (value, walk) => {
    if (typeof value !== "string") shape(value, walk);
  };
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
    for (let index = 0; index < value.length; index += 1) walk.within(index, item, value[index]);
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
    for (const field of needed) if (value[field] === undefined) walk.flawAt(field, "Field required");
    for (const field of Object.keys(value)) {
      if (value[field] === undefined) continue;
      const shape = shapes.get(field) ?? (kind === "open" ? anything : extra(field));
      walk.within(field, shape, value[field]);
    }
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
