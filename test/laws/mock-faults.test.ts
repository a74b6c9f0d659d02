/** Faults on demand: they break what arrives, and leave the script as it is. */
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  createMockApi,
  type FaultKind,
  type FaultPlan,
  type Mishap,
  type MockApi,
  type Reply,
  type ScriptedModel,
} from "../../mock-api/index.ts";
import { send } from "../mock-api/exchange.ts";
import { sentEvents } from "../mock-api/grammar.ts";
import { law, shownAs } from "../support/law.ts";

const MOST_TRIES = 30;

/** What one try brings: the text of the answer, `ended` when the script is over, or nothing that is whole. */
async function tryOnce(api: MockApi, stream: boolean, signal: AbortSignal): Promise<string | undefined> {
  const request = {
    model: "claude-opus-5",
    max_tokens: 100,
    stream,
    messages: [{ role: "user", content: "next" }],
  };
  try {
    const body = await (await send(api, request, { signal })).text();
    if (body.includes("script ended")) return "ended";
    if (!stream) return (JSON.parse(body) as { content?: { text: string }[] }).content?.[0]?.text;
    const events = sentEvents(body);
    if (events.at(-1)?.name !== "message_stop") return undefined;
    return events.map(({ data }) => (data["delta"] as { text?: string } | undefined)?.text ?? "").join("");
  } catch {
    return undefined;
  }
}

/** The good answers of a client that tries again until it has one, up to the end of the script. */
async function goodAnswers(
  model: ScriptedModel,
  faults: FaultPlan,
  streamed: readonly boolean[],
): Promise<string[]> {
  let abort = new AbortController();
  const api = createMockApi({
    model,
    faults,
    sleep: async () => {},
    // Nothing will be sent: only a client that hangs up comes to an end.
    onCall: ({ status }) => void (status === 0 && queueMicrotask(() => abort.abort())),
  });
  const answers: string[] = [];
  for (let tries = 0; tries < MOST_TRIES && answers.at(-1) !== "ended"; tries += 1) {
    abort = new AbortController();
    const answer = await tryOnce(api, streamed[tries % streamed.length] ?? true, abort.signal);
    if (answer !== undefined) answers.push(answer);
  }
  return answers;
}

const says = (text: string): Reply => ({ content: [{ type: "text", text }] });

test("for example: an answer that breaks off is sent again, and the next one is not lost", async () => {
  const faults: FaultPlan = { 2: { fault: "truncate", after_events: 4 }, 3: { status: 529 } };
  expect(await goodAnswers([says("a0"), says("a1")], faults, [true])).toEqual(["a0", "a1", "ended"]);
});

const anyFault: fc.Arbitrary<Mishap> = fc.oneof(
  fc.constantFrom<Mishap>(
    { status: 429, headers: { "retry-after": "1" } },
    { status: 500 },
    { status: 529, delay_ms: 1_000 },
    { fault: "reset" },
    { fault: "hang" },
    { delay_ms: 10 },
  ),
  fc.record({ fault: fc.constantFrom("truncate", "reset"), after_events: fc.nat(8) }),
  fc.record({ fault: fc.constantFrom("truncate", "reset"), after_bytes: fc.nat(800) }),
  fc.record({ error: fc.constant("broken off"), after_events: fc.nat(8) }),
);

const anyPlan: fc.Arbitrary<FaultPlan> = fc.oneof(
  fc.array(fc.option(anyFault), { maxLength: 8 }),
  fc.dictionary(fc.constantFrom("1", "2", "3", "5", "8"), anyFault, { noNullPrototype: true }),
  fc.record({
    seed: fc.nat(),
    rate: fc.constantFrom(0, 0.3, 0.6),
    kinds: fc.constantFrom<FaultKind[]>(["reset"], ["overloaded", "hang", "truncated", "mid_stream_error"]),
  }),
);

/** The same script as a list, and told by a generator. */
const anyScript = shownAs(
  fc.record({ count: fc.integer({ min: 0, max: 4 }), form: fc.constantFrom("list", "generator", "async") }),
  ({ count, form }) => `a ${form} of ${count} replies`,
);

function modelOf(form: string, replies: readonly Reply[]): ScriptedModel {
  if (form === "list") return replies;
  if (form === "async")
    return async function* () {
      yield* replies;
    };
  return function* () {
    yield* replies;
  };
}

law(
  "faults-keep-the-script",
  "whatever faults come between, a client that tries again gets the answers of the script, each once and in order",
  [anyScript, anyPlan, fc.array(fc.boolean(), { minLength: 1, maxLength: 3 })],
  async ({ count, form }, plan, streamed) => {
    const texts = Array.from({ length: count }, (_, index) => `a${index}`);
    const answers = await goodAnswers(modelOf(form, texts.map(says)), plan, streamed);
    expect(answers).toEqual([...texts, "ended"]);
  },
  { runs: 150 },
);
