/** Where an answer ends: max_tokens, stop sequences, the window (MR-57, MR-63, MR-74). */
import { describe, expect, test } from "vitest";
import { cutReply } from "../../mock-api/answer/cut.ts";
import { createMockApi, type Reply, type ReplyBlock } from "../../mock-api/index.ts";
import { ask, events } from "./exchange.ts";

const REQUEST = {
  model: "claude-opus-5",
  max_tokens: 20,
  thinking: { type: "adaptive", display: "summarized" },
  messages: [{ role: "user", content: "hello" }],
};
const WORDS = "some words that go on for longer than there is room for, and then on and on";
const saying = (...content: ReplyBlock[]) => createMockApi({ model: [{ content }] });
const text = (words: string): ReplyBlock => ({ type: "text", text: words });

describe("max_tokens", () => {
  test("cuts a text, and all of the tokens are used", async () => {
    const answer = await ask(saying(text(WORDS)), REQUEST);
    const [block] = answer["content"] as { text: string }[];
    expect(answer).toMatchObject({ stop_reason: "max_tokens", usage: { output_tokens: 20 } });
    expect(block?.text).not.toBe(WORDS);
    expect(WORDS.startsWith(block?.text ?? "x")).toBe(true);
  });

  test("counts thinking, shown or not", async () => {
    const thinking: ReplyBlock = { type: "thinking", thinking: WORDS };
    for (const display of ["summarized", "omitted"]) {
      const request = { ...REQUEST, thinking: { type: "adaptive", display } };
      const answer = await ask(saying(thinking, text("Hi")), request);
      expect(answer).toMatchObject({ content: [{ type: "thinking" }], stop_reason: "max_tokens" });
    }
  });

  test("leaves a call with the arguments that are whole, and leaves out a call that has hardly begun", async () => {
    const call: ReplyBlock = { type: "tool_use", name: "write", input: { path: "a.txt", text: WORDS } };
    const answer = await ask(saying(call), { ...REQUEST, max_tokens: 30 });
    expect(answer).toMatchObject({ stop_reason: "max_tokens", content: [{ input: { path: "a.txt" } }] });
    expect(await ask(saying(call), { ...REQUEST, max_tokens: 5 })).toMatchObject({ content: [] });
  });

  test("leaves an answer that fits as it is, whatever its length", async () => {
    const answer = await ask(saying(text("Hi")), REQUEST);
    expect(answer).toMatchObject({ stop_reason: "end_turn", content: [{ text: "Hi" }] });
  });

  test("0 is an answer of nothing (MR-82)", async () => {
    const answer = await ask(saying(text("Hi")), {
      model: "claude-opus-4-8",
      max_tokens: 0,
      messages: REQUEST.messages,
    });
    expect(answer).toMatchObject({ content: [], stop_reason: "max_tokens", usage: { output_tokens: 0 } });
  });
});

describe("a stop sequence", () => {
  const stopping = (...stop_sequences: string[]) => ({ ...REQUEST, max_tokens: 100, stop_sequences });

  test("ends the answer before it, plain and streamed, and is named", async () => {
    const found = { stop_reason: "stop_sequence", stop_sequence: "\n\nHuman:" };
    const content = [text("Sure.\n\nHuman: and now"), text("more")];
    const answer = await ask(saying(...content), stopping("END", "\n\nHuman:"));
    expect(answer).toMatchObject({ ...found, content: [{ text: "Sure." }] });
    const all = await events(saying(...content), stopping("\n\nHuman:"));
    expect(all.at(-2)).toMatchObject({ delta: found });
  });

  test("is the one that is complete first, not the one that stands first in the list", async () => {
    const answer = await ask(saying(text("a long way off")), stopping("off", "long way off", "lo"));
    expect(answer).toMatchObject({ stop_sequence: "lo", content: [{ text: "a " }] });
  });

  test("leaves out a text of which nothing is left, and does not look at thinking or calls", async () => {
    const thinking: ReplyBlock = { type: "thinking", thinking: "END" };
    const call: ReplyBlock = { type: "tool_use", name: "say", input: { text: "END" } };
    const answer = await ask(saying(thinking, call, text("END")), stopping("END"));
    expect(answer).toMatchObject({
      stop_reason: "stop_sequence",
      content: [{ thinking: "END" }, { input: {} }],
    });
    expect(answer["content"]).toHaveLength(2);
  });

  test("that would come after max_tokens does not come", async () => {
    const answer = await ask(saying(text(`${WORDS} END`)), { ...stopping("END"), max_tokens: 12 });
    expect(answer).toMatchObject({ stop_reason: "max_tokens", stop_sequence: null });
  });
});

test("MR-57: an answer ends where the window is full", () => {
  const bounds = {
    request: { ...REQUEST, max_tokens: 100 },
    inputTokens: 985,
    window: 1_000,
    isEager: () => false,
  };
  const reply: Reply = { content: [text(WORDS)] };
  const { stop, written } = cutReply(reply, { ...bounds, request: { ...bounds.request, messages: [] } });
  expect([stop?.stop_reason, written]).toEqual(["model_context_window_exceeded", 15]);
});
