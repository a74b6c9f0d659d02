/** How long ago something was, as a person says it. */

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const MONTH = 30 * DAY;

/** The unit from which on each is used, in seconds. */
const UNITS = [
  [365 * DAY, "y"],
  [MONTH, "mo"],
  [DAY, "d"],
  [HOUR, "h"],
  [MINUTE, "min"],
] as const;

/** `3 min ago`. Both in milliseconds since 1970; what cannot be read, as of a broken timestamp, is `?`. */
export function ageOf(then: number, now: number): string {
  const seconds = (now - then) / 1000;
  if (Number.isNaN(seconds)) return "?";
  const [unit, name] = UNITS.find(([each]) => seconds >= each) ?? [];
  return unit === undefined ? "just now" : `${Math.floor(seconds / unit)} ${name} ago`;
}
