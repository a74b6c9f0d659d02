/** How often the API is asked (C-2.1, C-2.4, MR-70): counted against the rule, not against the loop. */
import fc from "fast-check";
import { expect } from "vitest";
import { createMockApi, FAULTS, type Mishap, type Reply } from "#mock-api";
import { anyModel } from "#mock-api/generative";
import { type HookVerdict, type ModelResponse, modelOver, readLog } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { World } from "../support/world.ts";

type Fault = Mishap | null;

const BROKEN: readonly Fault[] = [FAULTS.mid_stream_error, FAULTS.truncated];

const anyFault = fc.constantFrom<Fault>(null, null, null, FAULTS.overloaded, ...BROKEN);

/** How often a hook holds the end of a turn. */
const anyHolds = shownAs(
  fc.record({ times: fc.nat(2) }),
  ({ times }) => `(a Stop hook objects ${times} times)`,
);

/** A model whose answers are cut off so many times in a row. */
const cutOff = fc.nat(8).map((times): Reply[] => {
  const content = [{ type: "text" as const, text: "s" }];
  return [
    ...Array.from({ length: times }, () => ({ content, stop_reason: "max_tokens" as const })),
    { content },
  ];
});

/** One turn, and what came of it. `faults` are those of the calls, in order. */
async function ask(
  model: Parameters<typeof createMockApi>[0]["model"],
  faults: readonly Fault[],
  holds = 0,
  isBlocked = false,
) {
  const world = new World();
  const asked: string[] = [];
  const api = createMockApi({ model, faults });
  const fetch: typeof globalThis.fetch = (url, init) => {
    asked.push(String(init?.body));
    return api.fetch(url, init);
  };
  let held = 0;
  const hooks = async ({ event }: { event: string }): Promise<HookVerdict> => {
    if (event === "UserPromptSubmit" && isBlocked) return { attachments: [], blocked: "No." };
    if (event !== "Stop" || held === holds) return { attachments: [] };
    held += 1;
    return { attachments: [], blocked: "Not yet." };
  };
  const responses: ModelResponse[] = [];
  const told: string[] = [];
  const session = world.start(modelOver({ apiKey: "x", fetch, maxRetries: 0 })).begin({
    hooks,
    maxSteps: 1000,
    emit: (event) => {
      if (event.type === "response") responses.push(event.response);
      told.push(event.type);
    },
  });
  const result = await session.prompt("m0");
  return { asked, responses, told, result, held, log: readLog(world.bytes(session.path)).lines };
}

law(
  "calls-counted",
  "a turn asks the API once, and once more for each answer that goes on, each answer that broke off at its first try, and each end that a hook held",
  [
    fc.oneof({ weight: 3, arbitrary: anyModel({ answers: 6 }) }, { weight: 1, arbitrary: cutOff }),
    fc.array(anyFault, { maxLength: 8 }),
    anyHolds,
  ],
  async (model, faults, { times }) => {
    const { asked, responses, held } = await ask(model, faults, times);
    const goingOn = responses.filter((_, at) => goesOn(responses, at)).length;
    expect(asked).toHaveLength(1 + goingOn + repeats(faults.slice(0, asked.length)) + held);
  },
  { runs: 60 },
);

law(
  "turns-told",
  "of a turn it is told once that it begins and once that it ends, however it goes: answered, refused, broken off, held or blocked",
  [anyModel({ answers: 3 }), fc.array(anyFault, { maxLength: 4 }), anyHolds, fc.boolean()],
  async (model, faults, { times }, isBlocked) => {
    const { told } = await ask(model, faults, times, isBlocked);
    expect(told.filter((type) => type === "prompt" || type === "turn-end")).toEqual(["prompt", "turn-end"]);
  },
  { runs: 20 },
);

law(
  "repeated-once",
  "an answer that breaks off anywhere is asked for once more with the same bytes, and no block of it is logged twice",
  [anyModel({ answers: 3, endings: [] }), fc.nat(12), fc.boolean(), fc.boolean()],
  async (model, after_events, isEnded, againBroken) => {
    const broken: Fault = isEnded
      ? { ...FAULTS.mid_stream_error, after_events }
      : { fault: "truncate", after_events };
    const { asked, responses, result, log } = await ask(model, [broken, againBroken ? broken : null]);
    expect(asked[1]).toBe(asked[0]);
    const spoken = log.filter(({ line }) => line.type === "assistant");
    const blocks = spoken.map(({ line }) => (line["message"] as { content: unknown[] }).content[0]);
    expect(blocks).toEqual(responses.flatMap(({ content }) => content));
    if (!againBroken) return;
    expect(asked).toHaveLength(2);
    expect(result).toMatchObject({ stop: "api_error", failed: true });
  },
  { runs: 60 },
);

/** By the table of stop reasons (MR-75): calls to run, or cut off for its length, three times in a row at most. */
function goesOn(responses: readonly ModelResponse[], at: number): boolean {
  const { stop_reason, content } = responses[at] as ModelResponse;
  if (stop_reason === "tool_use") return content.some(({ type }) => type === "tool_use");
  const before = responses.slice(0, at).findLastIndex((each) => each.stop_reason !== "max_tokens");
  return stop_reason === "max_tokens" && at - before <= 3;
}

/** Broken answers that are first tries: a try after a broken one is a second one, and not tried again. */
function repeats(faults: readonly Fault[]): number {
  let count = 0;
  let isSecond = false;
  for (const fault of faults) {
    isSecond = !isSecond && BROKEN.includes(fault);
    if (isSecond) count += 1;
  }
  return count;
}
