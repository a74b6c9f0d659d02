/** How a stream is put together, and that it does not matter in what pieces it arrives. */
import Anthropic from "@anthropic-ai/sdk";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type Reply } from "../../mock-api/index.ts";
import { HEADERS, send } from "../mock-api/exchange.ts";
import { faultsOfBeginning, faultsOfStream, sentEvents } from "../mock-api/grammar.ts";
import { anyRequest } from "../mock-api/legal-conversations.ts";
import { anyBetaReply, anyMaxTokens, anyReply } from "../mock-api/replies.ts";
import { law } from "../support/law.ts";

/** As much of a streamed answer as arrives before the connection breaks or ends. */
async function bodyOf(request: MessagesRequest, reply: Reply): Promise<Uint8Array> {
  const response = await send(createMockApi({ model: [reply] }), { ...request, stream: true });
  const chunks: Uint8Array[] = [];
  try {
    for await (const chunk of response.body ?? []) chunks.push(chunk);
  } catch (error) {
    if (!(error instanceof Error && error.name === "ConnectionReset")) throw error;
  }
  return Buffer.concat(chunks);
}

const textOf = async (request: MessagesRequest, reply: Reply): Promise<string> =>
  new TextDecoder().decode(await bodyOf(request, reply));

/** What the real client makes of a streamed answer. */
async function throughClient(request: MessagesRequest, reply: Reply): Promise<unknown> {
  const { fetch } = createMockApi({ model: [reply] });
  const client = new Anthropic({ apiKey: "test", fetch, maxRetries: 0, defaultHeaders: HEADERS });
  const message = await client.messages
    .stream(request as unknown as Anthropic.MessageCreateParams)
    .finalMessage();
  return JSON.parse(JSON.stringify(message));
}

test("for example: an answer that arrives byte by byte is the same answer", async () => {
  const messages = [{ role: "user" as const, content: "hello" }];
  const reply: Reply = { content: [{ type: "text", text: "漢字 🎉" }], delivery: { chunk_bytes: 1 } };
  const message = await throughClient({ model: "claude-opus-5", max_tokens: 100, messages }, reply);
  expect(message).toMatchObject({ content: [{ type: "text", text: "漢字 🎉" }] });
});

const anyChunks = fc.oneof(
  fc.constantFrom(1, 2, 3, 7, 100),
  fc.array(fc.constantFrom(1, 2, 5, 64), { minLength: 1, maxLength: 5 }),
);

law(
  "any-chunking",
  "a stream carries the same bytes and the same message whatever the chunks it arrives in",
  [anyRequest, anyReply, anyChunks],
  async (request, reply, chunk_bytes) => {
    const cut = { ...reply, delivery: { ...reply.delivery, chunk_bytes } };
    const roomy = { ...request, max_tokens: 2_000 };
    expect(await textOf(roomy, cut)).toBe(await textOf(roomy, reply));
    expect(await throughClient(roomy, cut)).toEqual(await throughClient(roomy, reply));
  },
  { runs: 60 },
);

law(
  "event-grammar",
  "every stream is a word of the grammar: starts, deltas and stops in order, totals that only grow, one end",
  [anyRequest, anyMaxTokens, anyBetaReply],
  async (request, max_tokens, reply) => {
    expect(faultsOfStream(await textOf({ ...request, max_tokens }, reply))).toEqual([]);
  },
  { runs: 150 },
);

/** What breaks a stream off, after so many events or bytes or where it would by itself. */
const anyBreak: fc.Arbitrary<Reply> = fc.oneof(
  fc.record({ error: fc.constant("Overloaded"), after_events: fc.nat(40) }, { requiredKeys: ["error"] }),
  fc.record(
    { fault: fc.constant("truncate" as const), after_events: fc.nat(40) },
    { requiredKeys: ["fault"] },
  ),
  fc.record({ fault: fc.constantFrom("truncate", "reset"), after_events: fc.nat(40) }),
  fc.record({ fault: fc.constantFrom("truncate", "reset"), after_bytes: fc.nat(6_000) }),
);

law(
  "broken-streams-are-prefixes",
  "a stream that breaks off is the beginning of the whole one, never all of it, and at most an error comes after",
  [anyRequest, anyReply, anyBreak],
  async (request, reply, breaks) => {
    const roomy = { ...request, max_tokens: 2_000 };
    const whole = await bodyOf(roomy, reply);
    const broken = await bodyOf(roomy, { ...reply, ...breaks });
    const text = new TextDecoder().decode(broken);
    const events = sentEvents(text);
    expect(faultsOfBeginning(text)).toEqual([]);
    expect(events.map(({ name }) => name)).not.toContain("message_stop");
    const told = breaks.error !== undefined;
    expect(events.at(-1)?.name === "error").toBe(told);
    if (!told) expect(Buffer.compare(broken, whole.subarray(0, broken.length))).toBe(0);
    const before = told ? events.slice(0, -1) : events;
    expect(before).toEqual(sentEvents(new TextDecoder().decode(whole)).slice(0, before.length));
  },
  { runs: 150 },
);
