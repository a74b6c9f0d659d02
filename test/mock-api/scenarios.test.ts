/** What happens to a harness in a day, each scenario with the rules that decide it. */
import { expect, test } from "vitest";
import { createMockApi, type MockApi, type MockCall, type RequestMessage } from "../../mock-api/index.ts";
import { assistant, call, HELLO, LONG, request, result, SHORT, text, user } from "./blocks.ts";
import { ask, events, send } from "./exchange.ts";

const saying = (words: string) => ({ content: [{ type: "text" as const, text: words }] });

function mock(told: MockCall[] = [], more: object = {}): MockApi {
  return createMockApi({ model: () => saying("a0"), onCall: (each) => told.push(each), ...more });
}

const statusOf = async (messages: RequestMessage[]): Promise<number> =>
  (await send(mock(), request(messages))).status;

test("MR-114: three parallel calls are answered in one message, not in two with an assistant between", async () => {
  const asked = assistant(call("t1"), call("t2"), call("t3"));
  expect(await statusOf([HELLO, asked, user(result("t1"), result("t2"), result("t3"))])).toBe(200);
  const told: MockCall[] = [];
  const parted = [HELLO, asked, user(result("t1")), assistant(text("m1")), user(result("t2"), result("t3"))];
  await send(mock(told), request(parted));
  expect(told[0]?.refusal).toMatchObject({ rule: "MR-28" });
});

test("MR-115: after an abort the calls need results, and an error is one", async () => {
  const aborted = [HELLO, assistant(call("t1"), call("t2"))];
  const told: MockCall[] = [];
  await send(mock(told), request([...aborted, user(text("Go on."))]));
  expect(told[0]?.refusal).toMatchObject({ rule: "MR-28" });
  const interrupted = ["t1", "t2"].map((id) => result(id, { content: "interrupted", is_error: true }));
  expect(await statusOf([...aborted, user(...interrupted, text("Go on."))])).toBe(200);
});

/** Tokens read by a request that has a batch of 25 calls behind the marker of the one before. */
async function readAfterBatch(rules: Record<string, boolean>): Promise<number> {
  const told: MockCall[] = [];
  const api = mock(told, { rules });
  const prompt = (marker: object) => user(text("m".repeat(8_000), marker));
  const ids = Array.from({ length: 25 }, (_, at) => `t${at}`);
  const results = ids.map((id, at) => result(id, at === 24 ? SHORT : {}));
  await send(api, request([prompt(SHORT)]));
  await send(api, request([prompt({}), assistant(...ids.map((id) => call(id))), user(...results)]));
  return told[1]?.usage?.cache_read_input_tokens ?? 0;
}

test("MR-116: the marker behind 25 parallel calls reaches back over them, since a run counts as one position", async () => {
  expect(await readAfterBatch({})).toBeGreaterThan(1_000);
  expect(await readAfterBatch({ "MR-79/older": true })).toBe(0);
});

test("MR-117: an entry's life counts from the start of the request that wrote it, not from its end", async () => {
  const HOUR = 3_600_000;
  let now = 0;
  const told: MockCall[] = [];
  const sleep = async (ms: number): Promise<void> => {
    now += ms;
  };
  const model = () => ({ ...saying("a0"), delay_ms: 60_000 });
  const api = createMockApi({ model, now: () => now, sleep, onCall: (each) => told.push(each) });
  const marked = request([user(text("m".repeat(8_000), LONG))]);
  await send(api, marked);
  now = HOUR - 1;
  await send(api, marked);
  now = HOUR - 1 + HOUR;
  await send(api, marked);
  expect(told.map(({ usage }) => (usage?.cache_read_input_tokens ?? 0) > 0)).toEqual([false, true, false]);
});

test("MR-119: an overload in mid-stream ends it, and the whole request asked again gets the whole answer", async () => {
  let nth = 0;
  const overloaded = { status: 200, error: { type: "overloaded_error", message: "Overloaded" } };
  const api = mock([], { faults: () => (nth++ === 0 ? overloaded : undefined) });
  const body = request([HELLO]) as Record<string, unknown>;
  const broken = await events(api, body);
  expect(broken.at(-1)).toMatchObject({ type: "error", error: { type: "overloaded_error" } });
  expect(broken.map(({ type }) => type)).not.toContain("message_stop");
  const whole = await events(api, body);
  expect(whole.at(-1)).toEqual({ type: "message_stop" });
});

test("MR-120: an answer that ends as a refusal may hold a call that was begun; its stop_reason is not tool_use", async () => {
  const content = [{ type: "tool_use" as const, name: "Read", input: { path: "a" } }];
  const api = mock([], { model: () => ({ content, stop_reason: "refusal" as const }) });
  const answer = await ask(api, request([HELLO]));
  expect(answer).toMatchObject({ stop_reason: "refusal", content: [{ type: "tool_use" }] });
});
