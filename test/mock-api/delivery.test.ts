/** How a stream is delivered: chunks, pauses, and what the standard of server-sent events leaves open. */
import { expect, test } from "vitest";
import { createMockApi, type Delivery, type MockOptions } from "../../mock-api/index.ts";
import { send } from "./exchange.ts";
import { faultsOfStream, sentEvents } from "./grammar.ts";

const REQUEST = {
  model: "claude-opus-5",
  max_tokens: 100,
  stream: true,
  messages: [{ role: "user", content: "hello" }],
};

function delivering(delivery: Delivery, more: Partial<MockOptions> = {}): Promise<Response> {
  const api = createMockApi({ model: [{ content: [{ type: "text", text: "漢字 🎉" }], delivery }], ...more });
  return send(api, REQUEST);
}

async function chunksOf(response: Response): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of response.body ?? []) chunks.push(chunk);
  return chunks;
}

test("an event is a chunk, unless sizes are given: one for all, or several in turn", async () => {
  const events = await chunksOf(await delivering({}));
  const whole = Buffer.concat(events);
  expect(events.length).toBe(sentEvents(whole.toString()).length);
  const sevens = await chunksOf(await delivering({ chunk_bytes: 7 }));
  expect(new Set(sevens.slice(0, -1).map(({ length }) => length))).toEqual(new Set([7]));
  const inTurn = await chunksOf(await delivering({ chunk_bytes: [1, 5, 300] }));
  expect(inTurn.slice(0, 4).map(({ length }) => length)).toEqual([1, 5, 300, 1]);
  for (const chunks of [sevens, inTurn]) expect(Buffer.concat(chunks)).toEqual(whole);
});

test("pauses before the chunks are waited for by the clock that is given, one after the other", async () => {
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => void slept.push(ms);
  await chunksOf(await delivering({ chunk_bytes: 400, chunk_delay_ms: [0, 30, 20] }, { sleep }));
  expect(slept.slice(0, 4)).toEqual([30, 20, 30, 20].slice(0, slept.length));
  expect(slept.length).toBeGreaterThan(1);
});

test("a chunk is not made before the reader asks for it", async () => {
  const slept: number[] = [];
  const sleep = async (ms: number): Promise<void> => void slept.push(ms);
  const response = await delivering({ chunk_delay_ms: 1 }, { sleep });
  const reader = response.body?.getReader();
  await reader?.read();
  // One chunk has been read, and one more may be waiting for the next reading.
  expect(slept.length).toBeLessThanOrEqual(2);
  await reader?.cancel();
});

test("who throws the body away ends the pause", async () => {
  let woken = false;
  const sleep = (): Promise<void> => new Promise(() => {});
  const response = await delivering({ chunk_delay_ms: 60_000 }, { sleep });
  const reading = response.body?.getReader();
  const first = reading?.read().then(() => {
    woken = true;
  });
  await reading?.cancel();
  await first;
  expect(woken).toBe(true);
});

test.each<Delivery>([
  { line_end: "\r\n" },
  { line_end: "\r", comments: true },
  { comments: true, pings: [] },
  { message_deltas: 4 },
])("whatever the standard allows is the same stream, %j", async (delivery) => {
  const body = await (await delivering(delivery)).text();
  expect(faultsOfStream(body)).toEqual([]);
  const texts = sentEvents(body).map(
    ({ data }) => (data["delta"] as { text?: string } | undefined)?.text ?? "",
  );
  expect(texts.join("")).toBe("漢字 🎉");
});

test("MR-66: of several message_deltas each has the totals so far, and the last those of the end", async () => {
  const body = await (await delivering({ message_deltas: 3 })).text();
  const totals = sentEvents(body).flatMap(({ name, data }) =>
    name === "message_delta" ? [(data["usage"] as { output_tokens: number }).output_tokens] : [],
  );
  expect(totals).toEqual(totals.toSorted((one, other) => one - other));
  expect(new Set(totals).size).toBe(3);
});

test("a mock can deliver all its answers in one way, and a reply in its own", async () => {
  const content = [{ type: "text" as const, text: "Hi" }];
  const model = [{ content }, { content, delivery: { comments: false } }];
  const api = createMockApi({ model, delivery: { comments: true, line_end: "\r\n" } });
  const [one = "", other = ""] = [
    await (await send(api, REQUEST)).text(),
    await (await send(api, REQUEST)).text(),
  ];
  expect([one.startsWith(": "), other.startsWith("event: message_start\r\n")]).toEqual([true, true]);
});

test("a delta holds as many characters as are asked for, however long the text is", async () => {
  const text = "漢字 🎉".repeat(200);
  const api = createMockApi({ model: [{ content: [{ type: "text", text }] }], delivery: { delta_chars: 3 } });
  const body = await (await send(api, { ...REQUEST, max_tokens: 4_000 })).text();
  const pieces = [...body.matchAll(/"text_delta","text":"([^"]*)"/g)].map(([, piece = ""]) => piece);
  expect(pieces.join("")).toBe(text);
  expect(new Set(pieces.slice(0, -1).map((piece) => Array.from(piece).length))).toEqual(new Set([3]));
});
