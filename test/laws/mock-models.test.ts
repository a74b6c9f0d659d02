/** The models to test with, and the doors they are reached by. */
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { getResponse } from "msw";
import { beforeEach, expect, test, vi } from "vitest";
import {
  createMockApi,
  type MessagesRequest,
  type MockApi,
  mswHandlers,
  plainModel,
  serveMock,
} from "../../mock-api/index.ts";
import { anyModel, modelOfSeed } from "../../mock-api/models/generative.ts";
import { instanceOf, SMALLEST } from "../../mock-api/models/instance.ts";
import { HEADERS, MESSAGES_URL } from "../mock-api/exchange.ts";
import { anyDraft, anyRequest } from "../mock-api/legal-conversations.ts";
import { anyBody, anyHeaders } from "../mock-api/odd-requests.ts";
import { countingModel } from "../mock-api/replies.ts";
import { anySchema } from "../mock-api/schemas.ts";
import { signed } from "../mock-api/signing.ts";
import { converse, TOOLS } from "../mock-api/tiny-harness.ts";
import { law } from "../support/law.ts";

// The client warns of models that are about to retire.
beforeEach(() => void vi.spyOn(console, "warn").mockImplementation(() => {}));

test("for example: one seed is one model, which says what it will say", () => {
  const model = modelOfSeed(7);
  expect(String(model)).toBe(String(modelOfSeed(7)));
  expect(String(model)).toMatch(/^a model that\n {2}1\. /);
  const request: MessagesRequest = {
    model: "claude-opus-5",
    max_tokens: 9,
    messages: [{ role: "user", content: "hi" }],
  };
  expect(model(request)).toEqual(modelOfSeed(7)(request));
});

law(
  "generative-legal",
  "whatever a generated model says, a harness that answers every call gets a 200 for its next request",
  [anyDraft, anyModel(), fc.boolean()],
  async (draft, model, streamed) => {
    const api = createMockApi({ model });
    const request = signed({ ...draft, max_tokens: 4_096, tools: TOOLS, stop_sequences: ["END"] });
    for await (const { status, body } of converse(api, request, 8, streamed)) {
      expect({ status, body: status === 200 ? "" : body }).toEqual({ status: 200, body: "" });
    }
  },
  { runs: 40 },
);

law(
  "instance-fits",
  "an instance made of a schema fits the schema, the smallest one as well as one by chance",
  [anySchema, fc.infiniteStream(fc.nat(99))],
  (schema, draws) => {
    const draw = (): number => draws.next().value ?? 0;
    const byChance = {
      optional: () => draw() > 49,
      integer: (least: number, most: number) => least + (draw() % (most - least + 1)),
      words: (least: number, most: number) => "w".repeat(Math.min(most, least + draw())),
      matching: () => "",
    };
    const fits = new Ajv2020({ strict: false }).compile(schema);
    for (const choose of [SMALLEST, byChance]) {
      const made = instanceOf(schema, choose);
      expect(fits(made), `${JSON.stringify(made)}: ${JSON.stringify(fits.errors)}`).toBe(true);
    }
  },
  { runs: 60 },
);

/** What of a response a client can rely on: the connection's own headers differ from door to door. */
async function seen(response: Response): Promise<unknown> {
  const THE_CONNECTIONS = ["connection", "date", "keep-alive", "transfer-encoding", "content-length"];
  const headers = [...response.headers].filter(([name]) => !THE_CONNECTIONS.includes(name));
  return { status: response.status, headers, body: await response.text() };
}

/** One request to two mocks made alike, through msw's handlers and over a connection. */
async function throughBothDoors(path: string, init: RequestInit): Promise<[unknown, unknown]> {
  const api = (): MockApi => createMockApi({ model: countingModel, now: () => 0, apiKeys: ["test"] });
  const over = getResponse(mswHandlers(api()), new Request(MESSAGES_URL.replace("/v1/messages", path), init));
  const server = await serveMock(api());
  try {
    const answer = await over;
    if (!answer) throw new Error("msw has no handler for it.");
    return [await seen(answer), await seen(await fetch(`${server.url}${path}`, init))];
  } finally {
    await server.close(0);
  }
}

const anyPath = fc.constantFrom(
  "/v1/messages",
  "/v1/messages?beta=true",
  "/v1/messages/count_tokens",
  "/v1/models",
);

law(
  "two-doors",
  "the handlers in the process and the server at a port send the same status, headers and bytes",
  [
    anyPath,
    fc.oneof(
      fc.record({ body: anyBody, headers: anyHeaders }),
      fc.tuple(anyRequest, fc.boolean()).map(([request, stream]) => ({
        body: JSON.stringify({ ...request, ...(stream && { stream }) }),
        headers: { ...HEADERS },
      })),
    ),
  ],
  async (path, { body, headers: { "content-length": _, ...headers } }) => {
    const [inProcess, atPort] = await throughBothDoors(path, { method: "POST", body, headers });
    expect(atPort).toEqual(inProcess);
  },
  { runs: 80 },
);

/** A tool that the plain model knows, with what its calls get. */
const anyTool = fc
  .record({
    name: fc.constantFrom("Read", "Write", "Edit", "Bash", "Glob", "Grep", "ls"),
    properties: fc.subarray([
      "file_path",
      "content",
      "old_string",
      "new_string",
      "command",
      "pattern",
      "path",
    ]),
    required: fc.boolean(),
  })
  .map(({ name, properties, required }) => ({
    name,
    input_schema: {
      type: "object",
      properties: Object.fromEntries(properties.map((each) => [each, { type: "string" }])),
      ...(required && { required: properties }),
    },
  }));
const anyAsked = fc.oneof(
  fc.constantFrom(
    "list the files",
    "search for a in b.txt",
    'write "x" to a.txt',
    "run `ls`",
    "hello",
    "",
    "a.txt を読んで",
  ),
  fc.constant("replace a by b in c.txt"),
  fc
    .integer({ min: 1, max: 12 })
    .map((files) => `read ${Array.from({ length: files }, (_, at) => `f${at}.txt`).join(", ")}`),
);
const anyResult = fc.record({
  content: fc.constantFrom("", "1\ta\n2\ta", "File has not been read yet.", "(no output)", "a:1:a"),
  is_error: fc.boolean(),
});

law(
  "plain-ends",
  "the plain model ends every turn after at most six answers with calls, whatever the tools say, and calls only what fits",
  [
    anyAsked,
    fc.uniqueArray(anyTool, { maxLength: 7, selector: ({ name }) => name }),
    fc.array(anyResult, { minLength: 1, maxLength: 5 }),
    fc.constantFrom(
      { type: "auto" },
      { type: "none" },
      { type: "tool", name: "Bash" },
      { type: "auto", disable_parallel_tool_use: true },
    ),
  ],
  (asked, tools, results, tool_choice) => {
    const messages: MessagesRequest["messages"] = [{ role: "user", content: asked }];
    for (let answers = 0; answers < 7; answers += 1) {
      const { content = [] } = plainModel({
        model: "claude-opus-5",
        max_tokens: 9,
        tools,
        tool_choice,
        messages,
      });
      const calls = content.flatMap((block, at) =>
        block.type === "tool_use" ? [{ ...block, id: `t${answers}-${at}` }] : [],
      );
      if (calls.length === 0) return content.length > 0;
      for (const { name, input } of calls) {
        const { properties = {}, required = [] } =
          tools.find((tool) => tool.name === name)?.input_schema ?? {};
        expect(Object.keys(properties)).toEqual(expect.arrayContaining(Object.keys(input as object)));
        expect(Object.keys(input as object)).toEqual(expect.arrayContaining(required));
      }
      const answered = calls.map(({ id }, at) => ({
        type: "tool_result",
        tool_use_id: id,
        ...results[(answers + at) % results.length],
      }));
      messages.push({ role: "assistant", content: calls }, { role: "user", content: answered });
    }
    return false;
  },
  { runs: 200 },
);
