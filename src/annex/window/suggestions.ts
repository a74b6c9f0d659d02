/**
 * What a person can do about a window that fills, in three families: tools that take much, memory that has grown, room that
 * runs out. Each says what it would free, as far as that can be told from what was counted.
 */
import type { CountedPart } from "./count.ts";
import { type Division, freedByCompaction } from "./limits.ts";
import { type DeferredTool, serverOf } from "./parts.ts";
import type { Section } from "./sections.ts";

/** One piece of advice. */
export interface Suggestion {
  readonly family: "tools" | "memory" | "capacity";
  /** What is so, and what to do: two sentences. */
  readonly text: string;
  /** About how many tokens that would free, at the most. */
  readonly frees: number;
}

/** From so many tokens on, and from such a share of the window on, something is much. */
const MUCH = { tokens: 4_000, share: 0.05 };
/** From so much of the window on, results of one tool are said to take much. */
const RESULTS_SHARE = 0.1;
/** A memory file should be shorter than this; about 200 lines. */
const LONG_FILE = 2_500;
/** From so much of the window on, room is said to run out. */
const NEARLY_FULL = 0.8;

/** What was counted, as far as advice hangs on it. */
export interface Advised {
  readonly parts: readonly CountedPart[];
  readonly deferred: readonly DeferredTool[];
  readonly sections: readonly Section[];
  readonly division: Division;
  readonly total: number;
}

/** The advice, what frees most first within each family; capacity before all. */
export function suggestionsFor(advised: Advised): Suggestion[] {
  const byGain = (all: Suggestion[]) => all.sort((one, other) => other.frees - one.frees);
  return [
    ...capacity(advised),
    ...byGain([...heavyResults(advised), ...unusedServers(advised)]),
    ...byGain(largeMemory(advised)),
  ];
}

function capacity({ total, division, parts }: Advised): Suggestion[] {
  const { window, over, free } = division;
  const frees = freedByCompaction(sumOf(parts, ({ category }) => category === "Messages"));
  const advice = (text: string): Suggestion[] => [{ family: "capacity", text, frees }];
  if (over > 0)
    return advice(
      `This is ${told(over)} tokens over the window: the API would refuse it. /compact, or go back with /rewind.`,
    );
  if (free === 0)
    return advice(
      `What is left is the room that a compaction needs. /compact now, with words on what matters.`,
    );
  if (total < NEARLY_FULL * window) return [];
  return advice(
    `${Math.round((100 * total) / window)} % of the window is used. /compact at the next good moment, or /clear for other work.`,
  );
}

/** Results of one tool that take much of the window, the largest one named. */
function heavyResults({ parts, division }: Advised): Suggestion[] {
  const results = parts.filter(
    ({ category, of, place }) => category === "Messages" && of !== undefined && place.tier === "messages",
  );
  const tools = new Set(results.flatMap(({ of }) => of ?? []));
  return [...tools].flatMap((tool): Suggestion[] => {
    const own = results.filter(({ of }) => of === tool);
    const tokens = sumOf(own);
    const [largest] = own.toSorted((one, other) => other.tokens - one.tokens);
    if (!largest || tokens < MUCH.tokens || tokens < RESULTS_SHARE * division.window) return [];
    const text = `Results of ${tool} take ${told(tokens)} tokens, the largest ${told(largest.tokens)} (${largest.name}). ${NARROWER[tool] ?? ELSE}`;
    return [{ family: "tools", text, frees: tokens }];
  });
}

/** How each tool can be used so that it brings less. */
const NARROWER: Readonly<Record<string, string>> = {
  Read: "Have parts of files read (offset, limit), or let an agent read them.",
  Bash: "Have long output filtered (| tail, | grep), or let an agent run it.",
  Grep: "Have it list files first (output_mode), or search in fewer of them.",
};
const ELSE = "Ask for less at once, or let an agent do it: only its answer comes back.";

/** Servers whose tools stand in every request and were not called in this conversation. */
function unusedServers({ parts }: Advised): Suggestion[] {
  const tools = parts.filter(({ category, place }) => category === "MCP tools" && place.tier === "tools");
  const used = new Set(
    parts.flatMap(({ of, place }) => (place.tier === "messages" && of ? [serverOf(of)] : [])),
  );
  const servers = new Set(tools.flatMap(({ of }) => of ?? []));
  return [...servers].flatMap((server): Suggestion[] => {
    if (used.has(server)) return [];
    const own = tools.filter(({ of }) => of === server);
    const text = `The ${own.length} tools of the MCP server ${server} were not called here. Switch it off with /mcp, or have them loaded on demand.`;
    return [{ family: "tools", text, frees: sumOf(own) }];
  });
}

/** Memory files that are long, and memory that is much in all. */
function largeMemory({ sections, division }: Advised): Suggestion[] {
  const files = sections.find(({ category }) => category === "Memory files")?.items ?? [];
  const long = files.filter(({ tokens }) => tokens > LONG_FILE);
  const all = files.reduce((sum, { tokens }) => sum + tokens, 0);
  if (long.length === 0 && (all < MUCH.tokens || all < MUCH.share * division.window)) return [];
  const [largest] = files;
  const which = long.length > 0 ? long : files.slice(0, 1);
  const frees = which.reduce(
    (sum, { tokens }) => sum + Math.max(0, tokens - (long.length > 0 ? LONG_FILE : 0)),
    0,
  );
  return largest
    ? [
        {
          family: "memory",
          text: `Memory files take ${told(all)} tokens of every request, ${largest.name} alone ${told(largest.tokens)}. Move what is only for some files into .claude/rules with paths:, and what is only for some tasks into a skill.`,
          frees,
        },
      ]
    : [];
}

function sumOf(parts: readonly CountedPart[], which: (part: CountedPart) => boolean = () => true): number {
  return parts.reduce((sum, part) => (which(part) ? sum + part.tokens : sum), 0);
}

/** A number as a person reads it. */
export function told(tokens: number): string {
  return tokens.toLocaleString("en-US");
}
