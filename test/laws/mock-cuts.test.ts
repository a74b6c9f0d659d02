/** Where an answer ends before the model is done. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { countTokens, createMockApi, type ReplyBlock } from "../../mock-api/index.ts";
import type { AnswerBlock, AnswerMessage } from "../../mock-api/wire.ts";
import { ask } from "../mock-api/exchange.ts";
import { anyRequest } from "../mock-api/legal-conversations.ts";
import { anyMaxTokens, anyReply } from "../mock-api/replies.ts";
import { law } from "../support/law.ts";

test("for example: a text that is too long for max_tokens ends where its tokens are used up", async () => {
  const api = createMockApi({ model: [{ content: [{ type: "text", text: "word ".repeat(100) }] }] });
  const messages = [{ role: "user", content: "hello" }];
  const answer = await ask(api, { model: "claude-opus-5", max_tokens: 20, messages });
  expect(answer).toMatchObject({ stop_reason: "max_tokens", usage: { output_tokens: 20 } });
  expect(
    countTokens((answer["content"] as { text: string }[]).map(({ text }) => ({ type: "text", text }))),
  ).toBe(20);
});

/** A request that is shown the thinking of its answer. */
const anyShownRequest = anyRequest.filter(({ thinking }) => thinking?.display === "summarized");

/** What the model itself wrote of a block: no ids, signatures or citations. */
function written(block: AnswerBlock | ReplyBlock): object[] {
  if (block.type === "text") return [{ type: "text", text: block.text }];
  if (block.type === "thinking") return [{ type: "thinking", thinking: block.thinking }];
  if (block.type === "redacted_thinking") return [{ type: "redacted_thinking" }];
  if (block.type !== "tool_use" && block.type !== "server_tool_use") return [];
  return [{ type: block.type, name: block.name, input: block.input }];
}

/** The text of a block or of its input: what a shorter one has to begin with. */
function wordsOf(block: AnswerBlock | ReplyBlock): string {
  if (block.type === "text") return block.text;
  if (block.type === "thinking") return block.thinking;
  if (block.type !== "tool_use" && block.type !== "server_tool_use") return "";
  return JSON.stringify(block.input).slice(0, -1);
}

law(
  "cut-at-max-tokens",
  "an answer is the beginning of what the model says, cut only where the next word would be one token too many",
  [anyShownRequest, anyMaxTokens, anyReply],
  async (request, max_tokens, reply) => {
    const api = createMockApi({ model: [reply] });
    const { content, usage, stop_reason } = (await ask(api, {
      ...request,
      max_tokens,
    })) as unknown as AnswerMessage;
    const scripted = reply.content ?? [];
    const tokens = (blocks: readonly (AnswerBlock | ReplyBlock)[]) => countTokens(blocks.flatMap(written));
    expect(tokens(content)).toBeLessThanOrEqual(max_tokens);
    expect(usage.output_tokens).toBeLessThanOrEqual(max_tokens);
    const whole = scripted.slice(0, Math.max(0, content.length - 1));
    expect(content.slice(0, -1).flatMap(written)).toEqual(whole.flatMap(written));
    const [last, source] = [content.at(-1), scripted[content.length - 1]];
    if (last && source) expect(wordsOf(source).startsWith(wordsOf(last).replace(/^\{$/, ""))).toBe(true);
    if (last) expect(wordsOf(last).isWellFormed()).toBe(true);
    if (tokens(scripted) <= max_tokens) {
      expect(content.flatMap(written)).toEqual(scripted.flatMap(written));
      return;
    }
    expect([stop_reason, usage.output_tokens]).toEqual(["max_tokens", max_tokens]);
    if (last?.type !== "text" || source?.type !== "text" || last.text === source.text) return;
    const [next = ""] = source.text.slice(last.text.length);
    const longer = { ...last, text: last.text + next };
    expect(tokens([...content.slice(0, -1), longer])).toBeGreaterThan(max_tokens);
  },
  { runs: 200 },
);

law(
  "stop-sequence",
  "no text of an answer holds a stop sequence, and what stands before the first one is all there",
  [
    anyShownRequest,
    anyReply,
    fc.uniqueArray(fc.constantFrom("é", "plain", "n é", "漢", "🎉", "absent"), { minLength: 1 }),
  ],
  async (request, reply, stop_sequences) => {
    const api = createMockApi({ model: [reply] });
    const asked = { ...request, max_tokens: 8_000, stop_sequences };
    const { content, ...answer } = (await ask(api, asked)) as unknown as AnswerMessage;
    const textsOf = (blocks: readonly (AnswerBlock | ReplyBlock)[]) =>
      blocks.flatMap((block) => (block.type === "text" ? [block.text] : []));
    const said = textsOf(content).join("|");
    expect(stop_sequences.filter((sequence) => said.includes(sequence))).toEqual([]);
    const scripted = textsOf(reply.content ?? []).join("|");
    const stops = stop_sequences.some((sequence) => scripted.includes(sequence));
    const end = stops ? scripted.indexOf(String(answer.stop_sequence)) : scripted.length;
    // A block that has nothing left before the sequence is not there at all.
    expect(said.replace(/\|$/, "")).toBe(scripted.slice(0, end).replace(/\|$/, ""));
    if (stops) expect(answer.stop_reason).toBe("stop_sequence");
  },
  { runs: 200 },
);
