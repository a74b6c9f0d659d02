/** The body of a request, read as JSON the way the API reads it (MR-11). */

/** The parsed body, or the message of the refusal. */
export type Body = { value: unknown } | { fault: string };

/** Parses a body. A string with half a surrogate pair is not valid JSON to the API, though it is to the language. */
export function parseBody(body: string): Body {
  try {
    const value: unknown = JSON.parse(body);
    const half = halfPairAt(body);
    return half === undefined ? { value } : { fault: faultAt(body, half, "no low surrogate in string") };
  } catch (error) {
    const [, reason = "", at] = FAULT.exec(error instanceof Error ? error.message : "") ?? [];
    return { fault: faultAt(body, at === undefined ? body.length : Number(at), WORDING[reason] ?? reason) };
  }
}

// The engine's own words, without the piece of the body it may quote; where it tells no place, the end is named.
const FAULT = /^(.*?)(?:, (?:\.{3})?".*|(?: in JSON)?(?: at position (\d+).*)?)$/s;
const WORDING: Record<string, string> = {
  "Bad control character in string literal": "unexpected control character in string",
};

function faultAt(body: string, at: number, reason: string): string {
  const before = body.slice(0, at);
  const line = before.split("\n").length;
  const column = at - before.lastIndexOf("\n");
  return `The request body is not valid JSON: ${reason}: line ${line} column ${column} (char ${at})`;
}

// Read escape by escape: a whole pair, half a pair, or anything else, such as a backslash before a plain `ud800`.
const ESCAPE = /\\ud[89ab]\w\w\\ud[c-f]\w\w|(?<half>\\ud[89a-f]\w\w)|\\./gi;

function halfPairAt(body: string): number | undefined {
  for (const found of body.matchAll(ESCAPE)) if (found.groups?.["half"]) return found.index;
  return undefined;
}
