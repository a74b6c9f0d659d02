/** JSON of which it is known on which line each part stands, so that a fault in it can be pointed at. */
import { type AnyNode, parse } from "@humanwhocodes/momoa";

/** A text read as JSON, or what is wrong with it and where. */
export type PlacedJson =
  | {
      readonly value: unknown;
      /** The line of the part that these names and positions lead to, or of the last one that is there. */
      readonly lineOf: (way: readonly string[]) => number;
    }
  | { readonly fault: string; readonly line: number | undefined };

/** Reads JSON, strictly: no comments, no trailing commas. Never throws. */
export function placedJson(source: string): PlacedJson {
  try {
    const { body } = parse(source, { mode: "json" });
    return { value: JSON.parse(source), lineOf: (way) => lineOf(body, way) };
  } catch (error) {
    return faultOf(error, source);
  }
}

function lineOf(body: AnyNode, way: readonly string[]): number {
  let node = body;
  let line = body.loc.start.line;
  for (const name of way) {
    const next = childOf(node, name);
    if (!next) break;
    node = next.value;
    line = next.line;
  }
  return line;
}

function childOf(node: AnyNode, name: string): { value: AnyNode; line: number } | undefined {
  if (node.type === "Array") {
    const value = node.elements[Number(name)]?.value;
    return value && { value, line: value.loc.start.line };
  }
  if (node.type !== "Object") return undefined;
  // Of two members with one name the later one counts, as in JSON.parse.
  const member = node.members.findLast(({ name: own }) => own.type === "String" && own.value === name);
  return member && { value: member.value, line: member.loc.start.line };
}

function faultOf(error: unknown, source: string): PlacedJson {
  if (error instanceof RangeError) return { fault: "it is nested too deeply", line: undefined };
  const { line, column } = error as { line?: number; column?: number };
  if (line === undefined || column === undefined) return { fault: "it is not JSON", line };
  const found = source.split("\n")[line - 1]?.[column - 1];
  if (found === undefined) return { fault: "it is not JSON: it ends too early", line };
  return {
    fault: `it is not JSON: ${JSON.stringify(found)} cannot stand at column ${column}. Names and texts stand in double quotes, and there are no comments and no comma after the last part`,
    line,
  };
}
