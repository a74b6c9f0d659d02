/**
 * The real model port: the way out to LAYER 1, and the only place that uses the SDK's values. Retries before the first
 * byte are the SDK's (MR-107); an answer counts only when it is complete (D-5).
 */
import Anthropic, { APIConnectionError, APIError, APIUserAbortError } from "@anthropic-ai/sdk";
import { ApiError, type Model } from "../ports.ts";
import { type Block, isRecord, type ModelResponse } from "../wire.ts";

/** How to reach the API. No key, token or address is taken from the environment here (D-30). */
export interface Connection {
  readonly apiKey: string;
  readonly baseURL?: string | undefined;
  /** Replaces the network, in tests. */
  readonly fetch?: typeof globalThis.fetch | undefined;
  readonly maxRetries?: number | undefined;
}

const PUBLIC_URL = "https://api.anthropic.com";

/** The API behind a connection, as the harness's `Model` port; every request is streamed. */
export function modelOver(connection: Connection): Model {
  const client = new Anthropic({
    apiKey: connection.apiKey,
    // Else ANTHROPIC_LOG would make the SDK write whole requests between the answers.
    logLevel: "off",
    baseURL: connection.baseURL ?? PUBLIC_URL,
    ...(connection.fetch ? { fetch: connection.fetch } : {}),
    ...(connection.maxRetries === undefined ? {} : { maxRetries: connection.maxRetries }),
  });
  return {
    send: async (request, { onDelta, signal }) => {
      try {
        const stream = client.messages.stream(
          request as unknown as Anthropic.Messages.MessageStreamParams,
          signal ? { signal } : {},
        );
        stream.on("text", (text) => onDelta?.({ kind: "text", text }));
        stream.on("thinking", (text) => onDelta?.({ kind: "thinking", text }));
        const inputs = new Map<number, string>();
        stream.on("streamEvent", (event) => {
          if (event.type !== "content_block_delta" || event.delta.type !== "input_json_delta") return;
          inputs.set(event.index, (inputs.get(event.index) ?? "") + event.delta.partial_json);
        });
        const message = await stream.finalMessage();
        return toResponse(message, inputs, stream.request_id ?? null);
      } catch (error) {
        throw toApiError(error);
      }
    },
  };
}

/**
 * `inputs` is the JSON of each tool call as it came, by block. A call that was cut off in its input is no call (D-5).
 * Law: thinking-verbatim
 */
function toResponse(
  message: Anthropic.Messages.Message,
  inputs: ReadonlyMap<number, string>,
  requestId: string | null,
): ModelResponse {
  return {
    id: message.id,
    requestId,
    model: message.model,
    content: message.content.filter((block, index) => {
      const cutBefore = message.stop_reason === "max_tokens" && index === message.content.length - 1;
      return block.type !== "tool_use" || isWhole(inputs.get(index), cutBefore);
    }) as unknown as readonly Block[],
    stop_reason: message.stop_reason,
    stop_sequence: message.stop_sequence,
    usage: message.usage as unknown as ModelResponse["usage"],
  };
}

/** No input at all is a call without arguments, unless the answer was cut off right there. */
function isWhole(input: string | undefined, wasCut: boolean): boolean {
  if (!input) return !wasCut;
  try {
    JSON.parse(input);
    return true;
  } catch {
    return false;
  }
}

function toApiError(error: unknown): ApiError {
  if (error instanceof APIUserAbortError)
    return new ApiError("The request was interrupted.", { type: "aborted" }, error);
  if (error instanceof APIConnectionError) {
    return new ApiError(
      `The API could not be reached: ${rootMessage(error)}`,
      { type: "connection_error" },
      error,
    );
  }
  if (error instanceof APIError) {
    const type = error.type ?? "api_error";
    return new ApiError(
      `The API answered ${error.status ?? "with an error in mid-stream"}, ${type}: ${apiMessage(error)}`,
      { status: error.status, type, requestId: error.requestID ?? null },
      error,
    );
  }
  return new ApiError(`The answer could not be read: ${rootMessage(error)}`, { type: "stream_error" }, error);
}

function apiMessage(error: InstanceType<typeof APIError>): string {
  const body: unknown = error.error;
  const inner = isRecord(body) && isRecord(body["error"]) ? body["error"]["message"] : undefined;
  return typeof inner === "string" ? inner : error.message;
}

function rootMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message} (${rootMessage(error.cause)})` : error.message;
}
