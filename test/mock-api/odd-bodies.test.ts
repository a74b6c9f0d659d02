/** Bodies that no client means to send: each gets an answer in the API's form (MR-15). */
import { expect, test } from "vitest";
import { createMockApi, fileCache } from "../../mock-api/index.ts";
import { send } from "./exchange.ts";

const deep = (open: string, close: string) => `${open.repeat(100_000)}1${close.repeat(100_000)}`;
const message = (content: string) =>
  `{"model":"claude-opus-5","max_tokens":1,"messages":[{"role":"user","content":${content}}]}`;

test.each<[string, string]>([
  [
    "a tool result with nothing in the place of a part",
    message('[{"type":"tool_result","tool_use_id":"t","content":[null]}]'),
  ],
  ["a role that is a list", '{"model":"m","max_tokens":1,"messages":[{"role":["user"],"content":"hi"}]}'],
  ["a block nested deeper than any stack", message(deep("[", "]"))],
  [
    "a field nested deeper than any stack",
    message(`[{"type":"text","text":"m0","x":${deep('{"a":', "}")}}]`),
  ],
  ["a list", "[]"],
  ["null", "null"],
])("%s is refused with an envelope", async (_, body) => {
  const api = createMockApi({ model: () => ({ content: [{ type: "text", text: "s" }] }) });
  const answer = await send(api, body);
  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({ type: "error", error: { type: "invalid_request_error" } });
});

test("a cache that cannot be written leaves the answer as it is", async () => {
  const api = createMockApi({
    model: () => ({ content: [{ type: "text", text: "s" }] }),
    cache: fileCache("/dev/null/cache.json"),
  });
  const text = "m".repeat(4_000);
  const marked = JSON.stringify([{ type: "text", text, cache_control: { type: "ephemeral" } }]);
  const answer = await send(api, message(marked));
  expect(answer.status).toBe(200);
});
