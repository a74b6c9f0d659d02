/** What the client makes of an answer that is interrupted, broken off, or cannot be asked for. */
import { expect, test } from "vitest";
import { createMockApi, type MockOptions, type Reply } from "#mock-api";
import { ApiError, type HarnessEvent, type MessagesRequest, modelOver } from "#src/index.ts";
import { asked } from "../support/conversation.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const SAYS: Reply = { content: [{ type: "text", text: "s1" }] };

/** The error that a request of these replies ends in, and how often the API was asked. */
async function failureOf(
  options: MockOptions,
  more: Parameters<ReturnType<typeof modelOver>["send"]>[1] = {},
  request: MessagesRequest = asked([]),
) {
  let calls = 0;
  const api = createMockApi(options);
  const fetch: typeof globalThis.fetch = (url, init) => {
    calls += 1;
    return api.fetch(url, init);
  };
  const model = modelOver({ apiKey: "x", fetch, maxRetries: 1 });
  const error = await model.send(request, more).catch((thrown: unknown) => thrown);
  if (!(error instanceof ApiError)) throw new Error("It did not fail.");
  return { error, calls };
}

test.each<[string, Reply, boolean, number]>([
  ["an error status", { status: 529, headers: { "retry-after-ms": "1" } }, false, 2],
  ["an error in the stream", { ...SAYS, error: "x" }, true, 1],
  ["an error as the first event", { ...SAYS, error: "x", after_events: 0 }, true, 1],
  ["a connection that is lost in the stream", { ...SAYS, fault: "reset", after_events: 3 }, true, 1],
  ["a stream that ends early", { ...SAYS, fault: "truncate", after_events: 3 }, true, 1],
])(
  "%s: whether it broke in mid-stream, and how often it was tried",
  async (_name, reply, inMidStream, tries) => {
    const { error, calls } = await failureOf({ model: [reply, reply] });
    expect(error.details.inMidStream).toBe(inMidStream);
    expect(error.details.partial).toBeUndefined();
    expect(calls).toBe(tries);
  },
);

test("an interrupted answer is handed over as far as its blocks were finished, with the usage known by then", async () => {
  const interrupt = new AbortController();
  const content: Reply["content"] = [
    { type: "thinking", thinking: "t1" },
    { type: "text", text: "s1" },
    { type: "text", text: "s2" },
  ];
  const onDelta = ({ text }: { text: string }) => text.includes("2") && interrupt.abort();
  const { error } = await failureOf({ model: [{ content }] }, { signal: interrupt.signal, onDelta });
  expect(error.details).toMatchObject({ type: "aborted", inMidStream: true });
  expect(error.details.partial).toMatchObject({
    id: expect.stringMatching(/^msg_/),
    model: "claude-opus-5",
    stop_reason: null,
    content: [
      { type: "thinking", signature: expect.stringMatching(/./) },
      { type: "text", text: "s1" },
    ],
    usage: { input_tokens: expect.any(Number), output_tokens: expect.any(Number) },
  });
});

test("of an interrupted answer the finished words are logged, and the next prompt goes on from them", async () => {
  const content: Reply["content"] = [
    { type: "thinking", thinking: "t1" },
    { type: "text", text: "s1" },
    { type: "text", text: "s2" },
  ];
  const interrupt = new AbortController();
  const emit = (event: HarnessEvent) => {
    if (event.type === "delta" && event.text.includes("s2")) interrupt.abort();
  };
  const session = new World().start(scripted([{ content }, SAYS])).begin({ emit });
  expect(await session.prompt("m0", interrupt.signal)).toMatchObject({ stop: "interrupted", failed: true });
  expect(await session.prompt("m1")).toMatchObject({ stop: "end_turn" });
  const said = session
    .conversation()
    .messages.map(({ content: blocks }) => blocks.map(({ type, text }) => text ?? type));
  expect(said).toEqual([["m0"], ["thinking", "s1"], ["[Request interrupted by user]", "m1"], ["s1"]]);
});

test.each([
  ["claude-opus-4-5", "interleaved-thinking-2025-05-14"],
  ["claude-sonnet-4-6", "interleaved-thinking-2025-05-14"],
  ["claude-haiku-4-5", null],
  ["claude-opus-5", null],
])("%s, asked to think within a budget, is sent the beta %s", async (model, beta) => {
  const sent: (string | null)[] = [];
  const api = createMockApi({ model: [SAYS] });
  const fetch: typeof globalThis.fetch = (url, init) => {
    sent.push(new Headers(init?.headers).get("anthropic-beta"));
    return api.fetch(url, init);
  };
  const settings = { model, thinking: { budget: 2_000 } };
  await new World()
    .start(modelOver({ apiKey: "x", fetch }))
    .begin({ settings })
    .prompt("m0");
  expect(sent).toEqual([beta]);
});

test("what a model thinks is counted as output (C-2.9, MR-89)", async () => {
  const thought = { type: "thinking" as const, thinking: "many words that nobody but the model needs" };
  const [silent, thoughtful] = await Promise.all(
    [[], [thought]].map(async (before) => {
      const reply = { content: [...before, { type: "text" as const, text: "s1" }] };
      const session = new World().start(scripted([reply])).begin();
      const { responses } = await session.prompt("m0");
      return responses[0]?.usage.output_tokens ?? 0;
    }),
  );
  expect(thoughtful).toBeGreaterThan(silent ?? 0);
});

test("a model that never comes to an end is asked on three times, and that is told", async () => {
  const cut: Reply = { ...SAYS, stop_reason: "max_tokens" };
  const notices: string[] = [];
  const emit = (event: HarnessEvent) => {
    if (event.type === "notice") notices.push(event.text);
  };
  const session = new World().start(scripted([cut, cut, cut, cut, SAYS])).begin({ emit });
  const { stop, responses } = await session.prompt("m0");
  expect({ stop, asked: responses.length }).toEqual({ stop: "max_tokens", asked: 4 });
  expect(notices.filter((text) => /is asked to go on/.test(text))).toHaveLength(3);
  expect(notices.at(-1)).toMatch(/as often as it may be/);
  // What nobody answers is not said: the next prompt does not begin with it.
  expect(session.conversation().messages.at(-1)?.role).toBe("assistant");
});

test("when memory has changed, a model that binds its thinking is asked without what it thought before", async () => {
  const thinks: Reply = {
    content: [
      { type: "thinking", thinking: "t1" },
      { type: "text", text: "s1" },
    ],
  };
  const world = new World();
  const settings = { model: "claude-opus-5-5" };
  const model = scripted([thinks, thinks]);
  const first = world.start(model).begin({ settings });
  await first.prompt("m0");
  world.disk.write(`${world.cwd}/CLAUDE.md`, "Be brief.\n");
  const second = world.start(model).resume(first.id, { settings });
  expect(JSON.stringify(second.nextRequest())).not.toContain('thinking":"t1');
  expect(await second.prompt("m1")).toMatchObject({ stop: "end_turn" });
});
