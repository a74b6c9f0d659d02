/** Threads of messages: the server keeps the conversation for a while (MR-104). */
import { describe, expect, test } from "vitest";
import { ThreadStore } from "../../mock-api/features/threads.ts";
import { assumedHead } from "../../mock-api/http/head.ts";
import {
  type AnswerMessage,
  createMockApi,
  type MessagesRequest,
  type MockApi,
  type Reply,
} from "../../mock-api/index.ts";
import { HELLO, request, result, text, user } from "./blocks.ts";
import { ask, send } from "./exchange.ts";

const BETA = { headers: { "anthropic-beta": "message-threads-2026-08-12" } };
const MINUTE = 60_000;

/** A model that says how many messages it was shown. */
const counting = ({ messages }: MessagesRequest): Reply => ({
  content: [{ type: "text", text: `${messages.length}` }],
});

const begin = (more: object = {}): object => request([HELLO], { thread: { type: "create" }, ...more });
const goOn = (id: unknown, more: object = {}): object =>
  request([user(text("and?"))], { thread: { type: "continue", previous_message_id: id }, ...more });

async function code(response: Response): Promise<unknown> {
  const body = (await response.json()) as { error?: { details?: { error_code: string } } };
  return [response.status, body.error?.details?.error_code];
}

test("a turn says only what is new, and the model is shown the whole conversation", async () => {
  const shown: MessagesRequest[] = [];
  const api = createMockApi({
    model: (each) => {
      shown.push(each);
      return counting(each);
    },
  });
  const tools = [{ name: "Read", input_schema: { type: "object" } }];
  const first = await ask(api, begin({ system: "Be brief.", tools }), BETA);
  const second = await ask(api, goOn(first["id"]), BETA);
  const third = await ask(api, goOn(second["id"]), BETA);
  expect(third["content"]).toMatchObject([{ text: "5" }]);
  expect(shown[2]).toMatchObject({ system: "Be brief.", tools });
});

test("what a turn adds is checked as a part of the whole conversation", async () => {
  const api = createMockApi({
    model: [{ content: [{ type: "tool_use", id: "toolu_1", name: "Read", input: {} }] }, { content: [] }],
  });
  const { id } = await ask(api, begin(), BETA);
  const unanswered = await send(api, goOn(id), BETA);
  expect(await unanswered.json()).toMatchObject({
    error: { message: expect.stringContaining("messages.1: `tool_use` ids were found without") },
  });
  const thread = { type: "continue", previous_message_id: id };
  expect((await send(api, request([user(result("toolu_1"))], { thread }), BETA)).status).toBe(200);
});

test("a turn counts all tokens of the conversation, but markers of earlier turns do not add up", async () => {
  const api = createMockApi({ model: counting });
  const marked = (id?: unknown): object => {
    const thread = id === undefined ? { type: "create" } : { type: "continue", previous_message_id: id };
    return request([user(text("and?", { cache_control: { type: "ephemeral" } }))], { thread });
  };
  let answer = await ask(api, marked(), BETA);
  for (let turn = 2; turn < 8; turn += 1) answer = await ask(api, marked(answer["id"]), BETA);
  expect(answer["content"]).toMatchObject([{ text: "13" }]);
});

function promised<Value>(): { promise: Promise<Value>; resolve: (value: Value) => void } {
  let resolve: (value: Value) => void = () => {};
  const promise = new Promise<Value>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

describe("a thread that cannot be continued", () => {
  test("is not found five minutes after its last answer", async () => {
    let now = 0;
    const api = createMockApi({ model: counting, now: () => now });
    const first = await ask(api, begin(), BETA);
    now = 4 * MINUTE;
    const second = await ask(api, goOn(first["id"]), BETA);
    now = 8 * MINUTE;
    const third = await ask(api, goOn(second["id"]), BETA);
    now = 13 * MINUTE;
    expect(await code(await send(api, goOn(third["id"]), BETA))).toEqual([404, "thread_not_found"]);
  });

  test("is not found by another organization, nor without having been created", async () => {
    const api = createMockApi({ model: counting });
    const { id } = await ask(api, begin(), BETA);
    const other = { headers: { ...BETA.headers, "x-api-key": "other" } };
    expect(await code(await send(api, goOn(id), other))).toEqual([404, "thread_not_found"]);
    const plain = await ask(api, request([user(text("no thread"))]));
    expect(await code(await send(api, goOn(plain["id"]), BETA))).toEqual([404, "thread_not_found"]);
  });

  test("was continued already", async () => {
    const api = createMockApi({ model: counting });
    const { id } = await ask(api, begin(), BETA);
    await ask(api, goOn(id), BETA);
    expect(await code(await send(api, goOn(id), BETA))).toEqual([400, "thread_already_continued"]);
  });

  test("is being continued at this moment", async () => {
    const [asked, reply] = [promised<void>(), promised<Reply>()];
    const api = createMockApi({
      model: ({ messages }) => {
        if (messages.length === 1) return { content: [] };
        asked.resolve();
        return reply.promise;
      },
    });
    const { id } = await ask(api, begin(), BETA);
    const running = send(api, goOn(id), BETA);
    await asked.promise;
    expect(await code(await send(api, goOn(id), BETA))).toEqual([400, "thread_continue_in_flight"]);
    reply.resolve({ content: [] });
    expect((await running).status).toBe(200);
  });

  test("has another setting now that must stay the same", async () => {
    const api = createMockApi({ model: counting });
    const { id } = await ask(api, begin({ output_config: { effort: "low" } }), BETA);
    const changed = await send(api, goOn(id, { output_config: { effort: "high" } }), BETA);
    expect(await code(changed)).toEqual([400, "thread_fingerprint_mismatch"]);
  });
});

test("a turn that failed can be tried again", async () => {
  const api = createMockApi({ model: [{ content: [] }, { status: 529 }, { content: [] }] });
  const { id } = await ask(api, begin(), BETA);
  expect((await send(api, goOn(id), BETA)).status).toBe(529);
  expect((await send(api, goOn(id), BETA)).status).toBe(200);
});

test("two equal conversations do not use up each other's threads, though their ids are equal", async () => {
  const api: MockApi = createMockApi({ model: counting });
  const [one, other] = [await ask(api, begin(), BETA), await ask(api, begin(), BETA)];
  expect(one["id"]).toBe(other["id"]);
  const answers = [await ask(api, goOn(one["id"]), BETA), await ask(api, goOn(other["id"]), BETA)];
  expect(answers).toMatchObject([{ content: [{ text: "3" }] }, { content: [{ text: "3" }] }]);
});

test("the answer of a fallback model is not kept", async () => {
  const no: Reply = { content: [], stop_reason: "refusal" };
  const api = createMockApi({ model: [no, { content: [] }] });
  const headers = { "anthropic-beta": "message-threads-2026-08-12,server-side-fallback-2026-07-01" };
  const { id } = await ask(api, begin({ fallbacks: "default" }), { headers });
  expect(await code(await send(api, goOn(id), BETA))).toEqual([404, "thread_not_found"]);
});

test("a thread goes on behind a summary that was asked for", async () => {
  const api = createMockApi({ model: counting });
  const headers = { "anthropic-beta": "message-threads-2026-08-12,compact-2026-09-04" };
  const { id } = await ask(api, begin(), { headers });
  const summary = await ask(api, goOn(id, { compaction: { type: "summarize" } }), { headers });
  expect(summary["content"]).toMatchObject([{ type: "compaction", content: "4" }]);
  expect((await ask(api, goOn(summary["id"]), { headers }))["content"]).toMatchObject([{ text: "2" }]);
});

test("a thousand answers are held, the latest", () => {
  const store = new ThreadStore();
  const head = assumedHead();
  for (let nth = 0; nth <= 1_000; nth += 1) {
    const answer = { id: `msg_${nth}`, content: [] } as unknown as AnswerMessage;
    store.open(begin(), head, 0).keep(answer, 0);
  }
  const lost = (id: string): unknown => store.open(goOn(id), head, 1).continued?.fault?.details.error_code;
  expect([lost("msg_0"), lost("msg_1"), lost("msg_1000")]).toEqual([
    "thread_not_found",
    undefined,
    undefined,
  ]);
});
