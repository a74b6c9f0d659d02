import { expect, test } from "vitest";
import { createMockApi, type MessagesRequest, type MockCall, type Reply, refusal } from "#mock-api";

test("three kinds of models, and what a mock tells of its calls", async () => {
  // A list: each request that is legal takes the next reply.
  const list: Reply[] = [
    {
      content: [
        { type: "thinking", thinking: "I should look." },
        { type: "tool_use", name: "Read", input: { file_path: "a.txt" } },
      ],
    },
    { content: [{ type: "text", text: "Done." }] },
  ];
  // A function of the request: the same request always gets the same answer.
  const echo = ({ messages }: MessagesRequest): Reply => ({
    content: [{ type: "text", text: `You sent ${messages.length} messages.` }],
  });
  // A generator: it says one thing after the other and sees each request.
  const generator = function* (): Generator<Reply, void, MessagesRequest> {
    const next = yield { content: [{ type: "text", text: "First." }] };
    yield { content: [{ type: "text", text: `Then: ${next.messages.length}.` }] };
  };

  const calls: MockCall[] = [];
  const legal = { model: "claude-opus-5", max_tokens: 10, messages: [{ role: "user", content: "hi" }] };
  for (const model of [list, echo, generator]) {
    const api = createMockApi({ model, onCall: (call) => calls.push(call) });
    const sent = await api.fetch("https://api.anthropic.com/v1/messages", {
      method: "POST",
      headers: { "x-api-key": "any", "anthropic-version": "2026-10-21" },
      body: JSON.stringify(legal),
    });
    expect(sent.status).toBe(200);
  }
  expect(calls.map(({ usage }) => usage?.output_tokens)).toEqual(calls.map(() => expect.any(Number)));

  // The rules alone, without a model: null is legal.
  expect(refusal(legal)).toBeNull();
  expect(refusal({ ...legal, max_tokens: undefined })).toMatchObject({
    rule: "MR-10",
    message: "max_tokens: Field required",
  });
});
