/** Was the input of a tool call sent whole (D-5)? */

/** No input at all is a call without arguments, unless the answer was cut off right there. */
export function isWholeInput(json: string | undefined, wasCut: boolean): boolean {
  if (!json) return !wasCut;
  try {
    JSON.parse(json);
    return true;
  } catch {
    return false;
  }
}
