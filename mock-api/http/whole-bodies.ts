/** Responses whose body is one text. */

/**
 * A body that is one text. Its copies need nothing of each other, so that each can be thrown away by itself: of a
 * stream and its copy neither can, and a client that throws an error's body away would wait for the other's reader.
 */
export class WholeBody extends ReadableStream<Uint8Array> {
  readonly #text: string;

  constructor(text: string) {
    super(
      {
        pull: (controller) => {
          if (text !== "") controller.enqueue(ENCODER.encode(text));
          controller.close();
        },
      },
      { highWaterMark: 0 },
    );
    this.#text = text;
  }

  override tee(): [WholeBody, WholeBody] {
    return [new WholeBody(this.#text), new WholeBody(this.#text)];
  }
}

const ENCODER = new TextEncoder();

/** A response that is one piece of JSON. */
export function jsonResponse(json: string, status: number, headers: Record<string, string>): Response {
  return new Response(new WholeBody(json), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });
}
