/** The names of the fields that tell what a call used, and where they stand. */

/** The fields of a line that count, and behind them those of its message. */
export const LINE = [
  "type",
  "uuid",
  "parentUuid",
  "timestamp",
  "requestId",
  "sessionId",
  "forkedFrom",
  "message",
  "usage",
] as const;
export const MESSAGE = ["model", "id", "usage"] as const;
export const NAMES: readonly string[] = [...LINE, ...MESSAGE];
export const WHOLE_MESSAGE = NAMES.indexOf("message");
export const MODEL = NAMES.indexOf("model");
export const ID = NAMES.indexOf("id");
export const USAGE = NAMES.lastIndexOf("usage");
/** Stands for all fields that do not count. */
export const NO_FIELD = -1;

/** The fields of one object, by the length of their names. */
export type Level = readonly (readonly number[])[];

export const OF_LINE = levelOf(LINE, 0);
export const OF_MESSAGE = levelOf(MESSAGE, LINE.length);

function levelOf(names: readonly string[], first: number): Level {
  const fields = (length: number) => names.filter((name) => name.length === length);
  return Array.from({ length: 16 }, (_, length) => fields(length).map((name) => first + names.indexOf(name)));
}

/** The field whose name stands there. */
export function fieldAt(bytes: Uint8Array, from: number, to: number, level: Level): number {
  const fields = level[to - from];
  if (fields === undefined) return NO_FIELD;
  for (const field of fields) if (isAt(bytes, from, NAMES[field] ?? "")) return field;
  return NO_FIELD;
}

export function isAt(bytes: Uint8Array, from: number, text: string): boolean {
  let index = text.length - 1;
  while (index >= 0 && bytes[from + index] === text.charCodeAt(index)) index -= 1;
  return index < 0;
}
