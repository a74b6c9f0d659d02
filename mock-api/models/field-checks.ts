/** What a value that comes from outside may be: each check is called after what it takes. */
import { isObject } from "../wire.ts";

/** What is wrong with a value, to be read after the field's name; undefined when nothing is. */
export type Check = (value: unknown) => string | undefined;

/** Checks by the name of their field. */
export type Checks = Readonly<Record<string, Check>>;

export const aString: Check = (value) => (typeof value === "string" ? undefined : "must be a string");
export const aBoolean: Check = (value) => (typeof value === "boolean" ? undefined : "must be true or false");
export const anObject: Check = (value) => (isObject(value) ? undefined : "must be an object");
export const aList: Check = (value) => (Array.isArray(value) ? undefined : "must be a list");
export const aWholeNumber: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 0 ? undefined : "must be a whole number of 0 or more";
export const aCount: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 1 ? undefined : "must be a whole number of 1 or more";
/** A timer that is set for longer than this goes off at once. */
const LONGEST_MS = 2 ** 31 - 1;
export const aTime: Check = (value) =>
  aWholeNumber(value) ??
  (Number(value) > LONGEST_MS ? `must be at most ${LONGEST_MS} milliseconds` : undefined);
export const aStatus: Check = (value) =>
  Number.isInteger(value) && Number(value) >= 200 && Number(value) <= 599
    ? undefined
    : "must be an HTTP status from 200 to 599";
export const anError: Check = (value) =>
  typeof value === "string" || (isObject(value) && typeof value["message"] === "string")
    ? undefined
    : "must be a string or an object with a message";
export const someHeaders: Check = (value) => {
  if (!isObject(value) || !Object.values(value).every((each) => typeof each === "string"))
    return "must be an object whose values are strings";
  const bad = Object.entries(value).find(([name, each]) => !isHeader(name, String(each)));
  return bad && `has a header "${bad[0]}" that HTTP cannot carry`;
};
export const aModel: Check = (value) =>
  isObject(value) && typeof value["model"] === "string" ? undefined : "must be an object with a model";
export const aRefusal: Check = (value) =>
  isObject(value) && value["type"] === "refusal" ? undefined : 'must be an object of type "refusal"';
export const extraEvents: Check = (value) =>
  Array.isArray(value) && value.every(isExtraEvent)
    ? undefined
    : "must be a list of objects, each with a whole number `at` and an `event` that has a type";

export const oneOf =
  (...allowed: string[]): Check =>
  (value) =>
    allowed.includes(String(value)) ? undefined : `must be one of ${allowed.map(shown).join(", ")}`;
export const orNull =
  (check: Check): Check =>
  (value) =>
    value === null ? undefined : check(value);
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined ? undefined : check(value);
export const listOf =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) ? value.map(check).find((fault) => fault !== undefined) : aList(value);
export const oneOrMore =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) ? (value.length === 0 ? "must not be empty" : listOf(check)(value)) : check(value);

function isHeader(name: string, value: string): boolean {
  try {
    new Headers([[name, value]]);
    return true;
  } catch {
    return false;
  }
}

function isExtraEvent(value: unknown): boolean {
  if (!isObject(value) || aWholeNumber(value["at"]) !== undefined) return false;
  return isObject(value["event"]) && typeof value["event"]["type"] === "string";
}

function shown(value: string): string {
  return /\s/.test(value) ? JSON.stringify(value) : value;
}
