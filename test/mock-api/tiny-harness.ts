/** The least that a harness has to do, to drive the mock through a conversation (MR-75). */
import Anthropic from "@anthropic-ai/sdk";
import type { MessagesRequest, MockApi, RequestBlock } from "../../mock-api/index.ts";

/** Tools with schemas that say something, and one that the server runs. */
export const TOOLS = [
  {
    name: "Read",
    description: "Reads a file.",
    input_schema: {
      type: "object",
      properties: {
        file_path: { type: "string", minLength: 1 },
        limit: { type: "integer", minimum: 1, maximum: 9 },
      },
      required: ["file_path"],
      additionalProperties: false,
    },
  },
  {
    name: "Plan",
    description: "Notes what is to be done.",
    input_schema: {
      type: "object",
      properties: {
        todos: {
          type: "array",
          items: {
            type: "object",
            properties: { text: { type: "string" }, state: { enum: ["open", "done"] } },
            required: ["text", "state"],
          },
        },
      },
      required: ["todos"],
    },
  },
  { type: "web_search_20260318", name: "web_search" },
] as unknown as NonNullable<MessagesRequest["tools"]>;

/** What one request of a conversation got. */
export interface Got {
  status: number;
  body: unknown;
}

/** Sends a request, does what its answer asks for, and sends the next one, so many times. */
export async function* converse(
  api: MockApi,
  first: MessagesRequest,
  requests: number,
  streamed: boolean,
): AsyncGenerator<Got> {
  const client = new Anthropic({ apiKey: "test", fetch: api.fetch, maxRetries: 0, logLevel: "off" });
  const messages = [...first.messages];
  for (let at = 0; at < requests; at += 1) {
    const request = { ...first, messages } as unknown as Anthropic.MessageCreateParamsNonStreaming;
    try {
      const answer = streamed
        ? await client.messages.stream(request).finalMessage()
        : await client.messages.create(request);
      messages.push(...following(answer));
      yield { status: 200, body: answer };
    } catch (error) {
      if (!(error instanceof Anthropic.APIError) || error.status === undefined) throw error;
      yield { status: error.status, body: error.message };
      return;
    }
  }
}

/** The messages that follow an answer. */
function following({ content, stop_reason }: Anthropic.Message): MessagesRequest["messages"] {
  const blocks = content as unknown as RequestBlock[];
  const goOn: MessagesRequest["messages"][number] = { role: "user", content: "go on" };
  // What was refused, and what thought without saying anything, is not sent back.
  const hollow = blocks.every(({ type }) => type.endsWith("thinking"));
  if (stop_reason === "refusal" || hollow) return [goOn];
  const said: MessagesRequest["messages"][number] = { role: "assistant", content: blocks };
  if (stop_reason === "pause_turn") return [said];
  const results = blocks
    .filter(({ type }) => type === "tool_use")
    .map(
      ({ id }): RequestBlock => ({
        type: "tool_result",
        tool_use_id: id ?? "",
        content: "done",
        ...(stop_reason !== "tool_use" && { is_error: true }),
      }),
    );
  return [said, results.length > 0 ? { role: "user", content: results } : goOn];
}
