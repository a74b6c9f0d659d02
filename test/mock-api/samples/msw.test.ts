import Anthropic from "@anthropic-ai/sdk";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createMockApi, FAULTS, mswHandlers } from "#mock-api";

const api = createMockApi({
  model: [{ content: [{ type: "text", text: "Hello." }] }],
  faults: [FAULTS.overloaded],
});
const server = setupServer(...mswHandlers(api));
beforeAll(() => server.listen({ onUnhandledRequest: "error" }));
afterAll(() => server.close());

test("the first call is overloaded; the client tries again, and the answer of the script arrives", async () => {
  const client = new Anthropic({ apiKey: "any" });
  const { content } = await client.messages.create({
    model: "claude-opus-5",
    max_tokens: 100,
    messages: [{ role: "user", content: "hi" }],
  });
  expect(content).toMatchObject([{ type: "text", text: "Hello." }]);
});
