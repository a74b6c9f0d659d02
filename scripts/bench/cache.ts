/**
 * What a session of 40 steps costs: with our markers, and with harnesses that do one thing otherwise, each against a mock of
 * its own. Nothing is timed: the figures are the same on every machine, and the README states them.
 */
import { cost, createMockApi, memoryCache, type Usage } from "#mock-api";
import { type Disk, type LogFile, type Model, modelOver, NO_HOOKS, type Ports, Session } from "#src/index.ts";
import { HARNESSES, type Harness } from "./cache-harnesses.ts";
import { cellsOf, HEAD, type Outcome, statedInReadme } from "./cache-readme.ts";
import { referenceTools, referenceTurns, STEPS } from "./cache-session.ts";

const MODEL = "claude-opus-5";
const MINUTE = 60_000;
/** How long a step takes, in minutes. */
const STEP = 0.6;

/** Plays the session with one harness, by its name. */
export async function outcomeWith(name: string): Promise<Outcome> {
  return outcomeOf(name, await usagesWith(HARNESSES[name] ?? ((request) => request)));
}

/** Plays the session with every harness, ours first. */
export async function allOutcomes(): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const name of Object.keys(HARNESSES)) outcomes.push(await outcomeWith(name));
  return outcomes;
}

/** The table, and whether the README states it. */
export async function* cacheBenchmark(): AsyncGenerator<string> {
  const outcomes = await allOutcomes();
  const rows = [HEAD, ...outcomes.map((outcome) => cellsOf(outcome, outcomes[0]))];
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row
      .map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0)))
      .join("  "),
  );
  const title = `What ${STEPS} steps cost (${MODEL}, cache for an hour, bar: 99 % of what can be read)`;
  yield [title, ...lines].join("\n  ");
  yield statedInReadme(outcomes);
}

function outcomeOf(name: string, usages: readonly Usage[]): Outcome {
  const sum = (of: (usage: Usage) => number) => usages.reduce((total, usage) => total + of(usage), 0);
  const input = (usage: Usage) =>
    usage.cache_read_input_tokens + usage.cache_creation_input_tokens + usage.input_tokens;
  const all = sum(input);
  const read = sum((usage) => usage.cache_read_input_tokens);
  const last = usages.at(-1);
  return {
    name,
    dollars: sum((usage) => cost(usage, MODEL).total),
    read,
    written: sum((usage) => usage.cache_creation_input_tokens),
    fresh: sum((usage) => usage.input_tokens),
    share: read / all,
    ofAllowed: read / (all - (last ? input(last) : 0)),
  };
}

async function usagesWith(harness: Harness): Promise<Usage[]> {
  const turns = referenceTurns();
  const usages: Usage[] = [];
  let now = Date.UTC(2026, 6, 28, 9);
  const api = createMockApi({
    model: turns.flatMap(({ answers }) => answers),
    cache: memoryCache(),
    now: () => now,
    onCall: ({ usage, refusal }) => {
      if (!usage) throw new Error(`The API refused a request: ${refusal?.message}`);
      usages.push(usage);
      now += STEP * MINUTE;
    },
  });
  const asked = modelOver({ apiKey: "bench", fetch: api.fetch, maxRetries: 0 });
  const model: Model = { send: (request, options) => asked.send(harness(request, usages.length), options) };
  const session = Session.begin({
    ports: portsFor(model, () => now),
    ...{ root: "/root", cwd: "/project", platform: "linux", hooks: NO_HOOKS, tools: referenceTools() },
    settings: { model: MODEL },
  });
  for (const { pause, prompt } of turns) {
    now += pause * MINUTE;
    const { stop } = await session.prompt(prompt);
    if (stop !== "end_turn") throw new Error(`A turn of the reference session ended with ${stop}.`);
  }
  if (usages.length !== STEPS) throw new Error(`The reference session has ${usages.length} steps.`);
  return usages;
}

function portsFor(model: Model, now: () => number): Ports {
  let ids = 0;
  const uuid = () => {
    ids += 1;
    return `00000000-0000-4000-8000-${String(ids).padStart(12, "0")}`;
  };
  return {
    clock: { now: () => new Date(now()) },
    ids: { uuid },
    disk: DISK,
    shell: { run: async () => ({ output: "", exitCode: 0, timedOut: false }) },
    model,
    ask: { permit: async () => ({ allowed: true }) },
    openLog: memoryLog,
  };
}

/** A disk that holds one memory file of usual length. */
const MEMORY = "/project/CLAUDE.md";
const DISK: Disk = {
  realPath: (path) => (path === MEMORY ? path : undefined),
  kind: (path) => (path === MEMORY ? "file" : undefined),
  read: (path) =>
    path === MEMORY ? new TextEncoder().encode("Run the tests after a change.\n".repeat(90)) : undefined,
  write: () => {},
  list: () => [],
  stat: () => undefined,
  replace: () => {},
  remove: () => {},
};

function memoryLog(): LogFile {
  let text = "";
  const bytes = () => new TextEncoder().encode(text);
  return {
    append: (line) => {
      text += line;
    },
    read: (offset = 0, length) => bytes().slice(offset, length === undefined ? undefined : offset + length),
    size: () => bytes().length,
  };
}
