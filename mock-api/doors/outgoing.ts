/** From the mock's `Response` to the connection. */
import type { ServerResponse } from "node:http";
import { ConnectionReset } from "../faults.ts";
import { apiError, errorEnvelope } from "../http/errors.ts";

/** There is no response: the mock rejected. */
export interface Broken {
  error: unknown;
}

/**
 * Sends a response, no faster than the client reads it. A body that breaks off closes the connection without an end.
 * Rejects with what the mock itself failed with, after the client has been told.
 */
export async function sendResponse(
  answer: Response | Broken,
  outgoing: ServerResponse,
  gone: AbortSignal,
): Promise<void> {
  if ("error" in answer) return breakOff(answer.error, outgoing, gone);
  outgoing.writeHead(answer.status, [...answer.headers].flat());
  // That a stream has begun must be seen, however long its first event takes.
  if (answer.headers.get("content-type")?.startsWith("text/event-stream")) outgoing.flushHeaders();
  const reader = answer.body?.getReader();
  try {
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read()) {
      if (gone.aborted) return;
      if (!outgoing.write(piece.value)) await drained(outgoing);
    }
    outgoing.end();
  } catch (error) {
    cut(outgoing, error);
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

async function breakOff(error: unknown, outgoing: ServerResponse, gone: AbortSignal): Promise<void> {
  if (gone.aborted || error instanceof ConnectionReset) return cut(outgoing, error);
  const told = apiError(500, {
    message: "The mock failed: its model, or a function given to it, threw an error.",
  });
  outgoing.writeHead(500, { "content-type": "application/json" });
  outgoing.end(JSON.stringify(errorEnvelope(told, "req_failed")));
  throw error;
}

/** Closes the connection without an end to the response; a reset is seen as one by the client. */
function cut(outgoing: ServerResponse, why: unknown): void {
  if (why instanceof ConnectionReset) outgoing.socket?.resetAndDestroy();
  else outgoing.destroy();
}

/** Until the client has read on, or is gone. */
function drained(outgoing: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      outgoing.off("drain", done).off("close", done);
      resolve();
    };
    outgoing.on("drain", done).on("close", done);
  });
}
