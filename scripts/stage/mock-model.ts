/**
 * The model port straight onto the mock, without the SDK between: the same requests and answers, not streamed, and a play
 * begins half a second earlier.
 */
import { ApiError, type Block, type MessagesRequest, type Model, type ModelResponse } from "#src/index.ts";

const ADDRESS = "https://api.anthropic.com/v1/messages";
const HEADERS = {
  "content-type": "application/json",
  "x-api-key": "offline",
  "anthropic-version": "2023-06-01",
};

/** Sends what the harness sends to whatever answers as the network would. Throws `ApiError` as the harness's own client does. */
export function mockModel(fetch: typeof globalThis.fetch): Model {
  return {
    send: async (request, { signal }) => {
      const response = await fetch(ADDRESS, posted(request, signal));
      const body = (await response.json()) as ModelResponse & { readonly error?: Refused };
      const requestId = response.headers.get("request-id");
      if (response.ok) return { ...body, content: body.content.map(asStreamed), requestId };
      const { type, message } = body.error ?? { type: "api_error", message: "no reason was given" };
      const details = { status: response.status, type, requestId };
      throw new ApiError(`The API answered ${response.status}, ${type}: ${message}`, details);
    },
  };
}

/** A text that was streamed says that it quotes nothing; so the bytes that go back are those of a harness with the SDK. */
function asStreamed(block: Block): Block {
  return block.type === "text" ? { ...block, citations: block["citations"] ?? null } : block;
}

interface Refused {
  readonly type: string;
  readonly message: string;
}

function posted(request: MessagesRequest, signal: AbortSignal | undefined): RequestInit {
  return { method: "POST", headers: HEADERS, body: JSON.stringify(request), ...(signal && { signal }) };
}
