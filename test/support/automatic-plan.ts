/** Sessions that make room for themselves: how full the window is after each answer, and what comes of each compaction. */
import fc from "fast-check";
import { createMockApi, type MockCall, memoryCache, type Reply, type ReplyBlock } from "#mock-api";
import { compacting } from "#src/annex/compaction/compacting.ts";
import { type HarnessEvent, type MessagesRequest, modelOver, type Session } from "#src/index.ts";
import { modelFacts } from "#src/request/models.ts";
import { Bench, WORK } from "./bench.ts";
import { shownAs } from "./law.ts";
import { World } from "./world.ts";

/** After an answer: there is room, the window is nearly full, or just not yet. */
export type Fill = "low" | "high" | "edge";

/** What comes of a compaction that is tried. */
export type Outcome = "made" | "refused" | "as long";

/** A model, the turns as the fills of their answers, and what comes of the compactions, in order; then all are made. */
export interface AutomaticPlan {
  readonly model: string;
  readonly turns: readonly (readonly Fill[])[];
  readonly outcomes: readonly Outcome[];
}

const fill = fc.constantFrom<Fill>("low", "high", "high", "high", "high", "edge");

export const anyAutomaticPlan = shownAs(
  fc.record<AutomaticPlan>({
    model: fc.constantFrom("claude-opus-5", "claude-opus-5-5", "claude-haiku-4-5"),
    turns: fc.array(fc.array(fill, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 4 }),
    outcomes: fc.array(fc.constantFrom<Outcome>("made", "refused", "as long"), { maxLength: 6 }),
  }),
  ({ model, turns, outcomes }) =>
    [
      model,
      ...turns.map((fills, at) => `> m${at}: answers that leave the window ${fills.join(", ")}`),
      `compactions: ${outcomes.join(", ")}, then made`,
    ].join("\n"),
);

/** One thing that was sent. */
export interface Sent {
  readonly kind: "step" | "summary";
  readonly request: MessagesRequest;
  /** Of a step: the turn that it belongs to, and its number in it. */
  readonly turn: number;
  readonly step: number;
}

/** What a plan came to. */
export interface AutomaticRun {
  readonly sent: readonly Sent[];
  readonly told: readonly string[];
  readonly session: Session;
  readonly world: World;
  readonly calls: readonly MockCall[];
}

/** The tokens after which it is time, by the model table and the buffer of 33,000 that the README states. */
export function limitOf(model: string): number {
  return modelFacts(model).window - 33_000;
}

/** Plays a plan against the mock. */
export async function playAutomatic({ model, turns, outcomes }: AutomaticPlan): Promise<AutomaticRun> {
  const world = new World();
  const sent: Sent[] = [];
  const calls: MockCall[] = [];
  const told: string[] = [];
  const left = [...outcomes];
  let [turn, step] = [0, 0];
  const answer = (request: MessagesRequest): Reply => {
    const isSummary = JSON.stringify(request.messages.at(-1)).includes("Summarize this conversation");
    sent.push({ kind: isSummary ? "summary" : "step", request, turn, step });
    if (isSummary) return outcomeOf(left.shift() ?? "made", sent.length);
    step += 1;
    const fills = turns[turn] ?? [];
    return stepOf(`${turn}.${step}`, fills[step - 1] ?? "low", step < fills.length, limitOf(model));
  };
  const api = createMockApi({
    model: (request) => answer(request as unknown as MessagesRequest),
    cache: memoryCache(),
    onCall: (call) => calls.push(call),
  });
  const process = world.start(modelOver({ apiKey: "x", fetch: api.fetch, maxRetries: 0 }));
  const bench = new Bench();
  const emit = (event: HarnessEvent) => {
    bench.hear(event);
    if (event.type === "notice") told.push(event.text);
  };
  const host = { auto: true, restoreFiles: "none" as const, skills: () => [] };
  const options = { tools: [bench.tool], settings: { model }, emit };
  const session: Session = process.begin(compacting(process.options(options), () => session, host));
  for (const at of turns.keys()) {
    [turn, step] = [at, 0];
    await session.prompt(`m${at}`);
  }
  return { sent, told, session, world, calls };
}

function outcomeOf(outcome: Outcome, number: number): Reply {
  if (outcome === "refused") return { status: 529, error: "Overloaded" };
  const text = outcome === "made" ? `sum${number}` : "long ".repeat(4_000);
  return {
    content: [
      { type: "thinking", thinking: "sums up" },
      { type: "text", text },
    ],
  };
}

function stepOf(label: string, fill: Fill, goesOn: boolean, limit: number): Reply {
  const call: ReplyBlock = { type: "tool_use", name: WORK, input: { label, place: 0, of: 1, fails: "no" } };
  const ends: ReplyBlock = { type: "text", text: `a${label}` };
  // What is said since is estimated: it must not tip the scales.
  const used = { low: 1_000, high: limit, edge: limit - 500 }[fill];
  const usage = { input_tokens: used - 10, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  return {
    content: [{ type: "thinking", thinking: "hm" }, goesOn ? call : ends],
    usage: { ...usage, output_tokens: 10 },
  };
}
