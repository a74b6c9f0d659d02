/** What the larger categories are made of, thing by thing. */
import { CATEGORIES, type Category, COMMANDS } from "./categories.ts";
import type { CountedPart } from "./count.ts";
import { estimateTokens } from "./estimate.ts";
import { filesIn, skillsIn } from "./listed.ts";
import type { DeferredTool } from "./parts.ts";
import { spread } from "./spread.ts";

/** One thing in a category. */
export interface Item {
  readonly name: string;
  readonly tokens: number;
  /** Were the tokens dealt out by estimates? */
  readonly isEstimate: boolean;
  /** What there is to say of it. */
  readonly remark?: string | undefined;
}

/** The things of one category, the largest first. */
export interface Section {
  readonly category: Category;
  /** Where a person changes them. */
  readonly command?: string | undefined;
  readonly items: readonly Item[];
}

/** The categories that are shown thing by thing. The system prompt is one thing. */
const SHOWN = CATEGORIES.filter((category) => category !== "System prompt");

/** The sections of a report; without the empty ones. */
export function sectionsOf(parts: readonly CountedPart[], deferred: readonly DeferredTool[]): Section[] {
  return SHOWN.flatMap((category) => {
    const own = parts.filter((part) => part.category === category);
    const items = MADE_OF[category]?.(own, deferred) ?? own.map(itemOf);
    const sorted = [...items].sort((one, other) => other.tokens - one.tokens);
    return items.length === 0 ? [] : [{ category, command: COMMANDS[category], items: sorted }];
  });
}

type Making = (parts: readonly CountedPart[], deferred: readonly DeferredTool[]) => Item[];

/** How the parts of a category become things; where nothing is said, each is one. */
const MADE_OF: Readonly<Partial<Record<Category, Making>>> = {
  "MCP tools": serverItems,
  "Memory files": (parts) => parts.flatMap((part) => inside(part, filesIn(part.text ?? ""))),
  Skills: (parts) => parts.flatMap((part) => inside(part, skillsIn(part.text ?? ""))),
  Messages: (parts) => parts.map(itemOf),
};

function itemOf({ name, tokens, known }: CountedPart): Item {
  return { name, tokens, isEstimate: known !== "counted" };
}

/** A reminder that tells of several things, dealt out among them. */
function inside(
  part: CountedPart,
  things: readonly { readonly name: string; readonly text: string }[],
): Item[] {
  if (things.length === 0) return [itemOf(part)];
  const shares = spread(
    part.tokens,
    things.map(({ text }) => estimateTokens(text)),
  );
  const isEstimate = part.known !== "counted" || things.length > 1;
  return things.map(({ name }, index) => ({ name, tokens: shares[index] ?? 0, isEstimate }));
}

/** Tools by their server, with those that are loaded only when they are looked for. */
function serverItems(parts: readonly CountedPart[], deferred: readonly DeferredTool[]): Item[] {
  const waiting = deferred.filter(({ category }) => category === "MCP tools");
  const told = parts.filter(({ of }) => of === undefined).map(itemOf);
  const servers = new Set([...parts, ...waiting].flatMap(({ of }) => of ?? []));
  const items = [...servers].map((server): Item => {
    const own = parts.filter(({ of }) => of === server);
    const late = waiting.filter(({ of }) => of === server);
    const found = late.filter(({ isFound }) => isFound).length;
    const remarks = [
      own.length > 0 ? `${own.length} loaded` : "",
      late.length > 0 ? `${late.length} loaded on demand` : "",
      found > 0 ? `${found} of them found` : "",
    ];
    return {
      name: server,
      tokens: own.reduce((sum, { tokens }) => sum + tokens, 0),
      isEstimate: own.some(({ known }) => known !== "counted"),
      remark: remarks.filter((remark) => remark !== "").join(", "),
    };
  });
  return [...items, ...told];
}
