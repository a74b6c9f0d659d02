/** The same log under other names and in another order: what does not matter to what is sent (D-37). */
import type { Line } from "#src/index.ts";
import { leafByRule, standingByRule } from "./by-the-rule.ts";

type Lines = readonly (Line | string)[];
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

const NAMES = ["uuid", "parentUuid", "id", "tool_use_id", "sessionId", "leafUuid", "messageId"] as const;
const TEXTS = new Set(["text", "content", "thinking", "signature", "data"]);
/** What is in here is a tool's own business, and may have an `id` or a `text` that means something else. */
const OPAQUE = new Set(["input", "toolUseResult"]);
/** What the harness itself says; it is no part of a log and keeps its words. */
const OWN_WORDS = /^The tool call was interrupted|^\[The beginning of this conversation/;

/** Every line with every name and text of the log replaced, each always by the same other one. */
export function renamed(lines: Lines): (Line | string)[] {
  const names = new Set(lines.flatMap((line) => namesIn(line as Json)));
  return lines.map((line) => (typeof line === "string" ? line : (renameIn(line as Json, names) as Line)));
}

/** What is sent, with its ids and texts replaced as `renamed` does. */
export function renamedPayload(messages: unknown): unknown {
  const ids = new Set(namesIn(messages as Json));
  return renameIn(messages as Json, ids);
}

/** Is the text one that is said, so that another may stand for it? A blank one is not. */
function other(text: string): string {
  return text.trim() === "" || OWN_WORDS.test(text) ? text : `«${text}»`;
}

function otherName(name: string): string {
  return `${[...name].reverse().join("")}-other`;
}

function namesIn(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(namesIn);
  if (typeof value !== "object" || value === null) return [];
  const named = NAMES.map((key) => (value as Record<string, Json>)[key]).filter(
    (each) => typeof each === "string",
  );
  const inside = Object.entries(value).filter(([key]) => !OPAQUE.has(key));
  return [...named, ...inside.flatMap(([, each]) => namesIn(each))];
}

function renameIn(value: Json, names: ReadonlySet<string>, key = ""): Json {
  if (typeof value === "string") {
    if (TEXTS.has(key)) return other(value);
    return names.has(value) && key !== "type" && key !== "name" ? otherName(value) : value;
  }
  if (Array.isArray(value)) return value.map((each) => renameIn(each, names, key));
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, each]) => [
    name,
    OPAQUE.has(name) ? each : renameIn(each, names, name),
  ]);
  return Object.fromEntries(fields);
}

/**
 * The lines moved about, each by a number of places, but only past what it makes no difference to: ledger lines go
 * anywhere; entries keep their order where the rules look at it (`orderMatters`); nothing passes a last-prompt line.
 */
export function moved(
  lines: Lines,
  moves: readonly { readonly at: number; readonly by: number }[],
): (Line | string)[] {
  const fixed = orderMatters(lines);
  const isFixed = (line: Line | string) => typeof line === "string" || fixed.has(line);
  return moves.reduce<(Line | string)[]>(
    (order, { at, by }) => {
      let place = at % order.length;
      const step = by < 0 ? -1 : 1;
      for (let left = Math.abs(by); left > 0; left -= 1) {
        const line = order[place];
        const neighbour = order[place + step];
        if (!line || !neighbour || isLastPrompt(line) || isLastPrompt(neighbour)) break;
        if (isFixed(line) && isFixed(neighbour)) break;
        order[place] = neighbour;
        order[place + step] = line;
        place += step;
      }
      return order;
    },
    [...lines],
  );
}

/** Entries whose order among each other the rules look at: results, siblings, and where a leaf could stand. */
function orderMatters(lines: Lines): Set<Line | string> {
  const standing = new Set(
    leafByRule(lines).childless.flatMap((uuid) => [uuid, standingByRule(lines, uuid)]),
  );
  const parents = lines.map((line) => (typeof line === "object" ? line["parentUuid"] : undefined));
  return new Set(
    lines.filter((line) => {
      if (typeof line === "string" || line["uuid"] === undefined) return false;
      const parent = line["parentUuid"];
      const siblings = parents.filter((each) => each !== undefined && each === parent).length > 1;
      return standing.has(String(line["uuid"])) || siblings || JSON.stringify(line).includes("tool_result");
    }),
  );
}

function isLastPrompt(line: Line | string): boolean {
  return typeof line === "object" && line.type === "last-prompt";
}
