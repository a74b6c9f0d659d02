/** From what `node:http` hands over to the `Request` that the mock takes. */
import type { IncomingMessage } from "node:http";
import { PUBLIC_URL } from "./address.ts";

/**
 * The request at the API's own address: where the mock listens is nothing that an answer may depend on. The body is
 * read only as far as the mock asks for it.
 */
export function requestOf(incoming: IncomingMessage, signal: AbortSignal): Request {
  const { method = "GET" } = incoming;
  const bodiless = method === "GET" || method === "HEAD";
  try {
    return new Request(`${PUBLIC_URL}${targetOf(incoming)}`, {
      method,
      headers: headersOf(incoming),
      signal,
      ...(!bodiless && { body: bodyOf(incoming), duplex: "half" }),
    });
  } catch {
    // A path or a method that no request can have: there is nothing at such an address.
    return new Request(PUBLIC_URL, { signal });
  }
}

/** The path and the query. A client that takes the mock for a proxy names a whole address, of which nothing else counts. */
function targetOf({ url = "/" }: IncomingMessage): string {
  if (!/^https?:\/\//i.test(url)) return url;
  const { pathname, search } = new URL(url);
  return `${pathname}${search}`;
}

// The raw ones: a header that was sent twice is to be seen twice (MR-2).
function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers();
  for (let at = 0; at < rawHeaders.length; at += 2) {
    headers.append(rawHeaders[at] ?? "", rawHeaders[at + 1] ?? "");
  }
  return headers;
}

function bodyOf(incoming: IncomingMessage): ReadableStream<Uint8Array> {
  const chunks = incoming.iterator({ destroyOnReturn: false });
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        const { done, value } = await chunks.next();
        if (done) controller.close();
        else controller.enqueue(value as Uint8Array);
      },
      // The mock has read enough, as of a body that is too large. The rest has to come in before a client will look at
      // the answer; it is thrown away piece by piece.
      cancel: () => void incoming.resume(),
    },
    { highWaterMark: 0 },
  );
}
