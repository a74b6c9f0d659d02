/**
 * The real model port over the SDK: the only place that uses its values. Retries before the first
 * byte are the SDK's (MR-107); an answer counts only when it is complete (D-5).
 */
import Anthropic, { APIConnectionError, APIError, APIUserAbortError } from "@anthropic-ai/sdk";
import type { MessageStream } from "@anthropic-ai/sdk/lib/MessageStream";
import { ApiError, type Delta, type Model } from "../ports.ts";
import type { Block, MessagesRequest, ModelResponse } from "../wire.ts";
import type { Connection } from "./client.ts";
import { apiWords, rootWords } from "./error-words.ts";
import { betasFor, checkSize } from "./outgoing.ts";
import { isWholeInput } from "./whole-input.ts";

const PUBLIC_URL = "https://api.anthropic.com";

/** What `modelOver` loads. */
export function sdkModel(connection: Connection): Model {
  const client = clientOf(connection);
  return {
    send: async (request, { onDelta, signal }) => {
      checkSize(request);
      const headers = betasFor(request);
      const stream = client.messages.stream(
        request as unknown as Anthropic.Messages.MessageStreamParams,
        signal ? { signal, headers } : { headers },
      );
      const heard = new Heard(stream, onDelta, signal);
      try {
        return heard.whole(await stream.finalMessage());
      } catch (error) {
        throw toApiError(error, heard);
      }
    },
  };
}

/** What `counterOver` loads. */
export function sdkCounter(connection: Connection): (request: MessagesRequest) => Promise<number> {
  const client = clientOf(connection);
  return async (request) => {
    checkSize(request);
    const body = countedFields(request) as unknown as Anthropic.Messages.MessageCountTokensParams;
    try {
      return (await client.messages.countTokens(body, { headers: betasFor(request) })).input_tokens;
    } catch (error) {
      throw toApiError(error);
    }
  };
}

/** Counting takes no field that is about the answer (MR-99). */
function countedFields({ max_tokens: _, metadata: __, ...counted }: MessagesRequest) {
  return counted;
}

function clientOf({ apiKey, baseURL = PUBLIC_URL, fetch, maxRetries }: Connection): Anthropic {
  return new Anthropic({
    apiKey,
    // Else ANTHROPIC_LOG would make the SDK write whole requests between the answers.
    logLevel: "off",
    baseURL,
    ...(fetch ? { fetch } : {}),
    ...(maxRetries === undefined ? {} : { maxRetries }),
  });
}

type Answer = Anthropic.Messages.Message;

/** What has come of an answer so far. */
class Heard {
  readonly #stream: MessageStream;
  /** The JSON of each tool call as it came, by block. */
  readonly #inputs = new Map<number, string>();
  readonly #finished = new Set<number>();

  constructor(stream: MessageStream, onDelta?: (delta: Delta) => void, signal?: AbortSignal) {
    this.#stream = stream;
    // After an interrupt the SDK still goes through what has arrived: that nobody has seen, so it does not count.
    stream.on("text", (text) => signal?.aborted || onDelta?.({ kind: "text", text }));
    stream.on("thinking", (text) => signal?.aborted || onDelta?.({ kind: "thinking", text }));
    stream.on("streamEvent", (event) => {
      if (event.type === "content_block_stop" && !signal?.aborted) this.#finished.add(event.index);
      if (event.type !== "content_block_delta" || event.delta.type !== "input_json_delta") return;
      this.#inputs.set(event.index, (this.#inputs.get(event.index) ?? "") + event.delta.partial_json);
    });
  }

  /** Has the API begun to answer? From then on the SDK does not try again (MR-107). */
  get hasBegun(): boolean {
    return this.#stream.response != null;
  }

  /** The complete answer, its thinking unaltered (C-2.13). A call that was cut off in its input is no call (D-5). Law: thinking-verbatim */
  whole(message: Answer): ModelResponse {
    const last = message.content.length - 1;
    return this.#response(message, ({ type }, index) => {
      const cutBefore = message.stop_reason === "max_tokens" && index === last;
      return type !== "tool_use" || isWholeInput(this.#inputs.get(index), cutBefore);
    });
  }

  /** Of an answer that was interrupted: the blocks that were finished, and the usage known by then (D-5). */
  part(): ModelResponse | undefined {
    const message = this.#stream.currentMessage;
    return message && this.#response(message, (_, index) => this.#finished.has(index));
  }

  #response(message: Answer, isKept: (block: Answer["content"][number], index: number) => boolean) {
    return {
      id: message.id,
      requestId: this.#stream.request_id ?? null,
      model: message.model,
      content: message.content.filter(isKept) as unknown as readonly Block[],
      stop_reason: message.stop_reason,
      stop_sequence: message.stop_sequence,
      usage: message.usage as unknown as ModelResponse["usage"],
    };
  }
}

function toApiError(error: unknown, heard?: Heard): ApiError {
  const inMidStream = heard?.hasBegun ?? false;
  if (error instanceof APIUserAbortError) {
    const details = { type: "aborted", inMidStream, partial: heard?.part() };
    return new ApiError("The request was interrupted.", details, error);
  }
  if (error instanceof APIConnectionError) {
    const message = `The API could not be reached: ${rootWords(error)}`;
    return new ApiError(message, { type: "connection_error", inMidStream }, error);
  }
  if (error instanceof APIError) {
    const type = error.type ?? "api_error";
    return new ApiError(
      `The API answered ${error.status ?? "with an error in mid-stream"}, ${type}: ${apiWords(error.error, error.message)}`,
      { status: error.status, type, requestId: error.requestID ?? null, inMidStream },
      error,
    );
  }
  const message = `The answer could not be read: ${rootWords(error)}`;
  return new ApiError(message, { type: "stream_error", inMidStream }, error);
}
