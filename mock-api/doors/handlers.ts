/** The mock as msw handlers. */
import { HttpResponse, http, type RequestHandler } from "msw";
import type { MockApi } from "../engine.ts";
import { ConnectionReset } from "../faults.ts";
import { WholeBody } from "../http/whole-bodies.ts";
import { PUBLIC_URL } from "./address.ts";
import { FreelyCopied } from "./body-copies.ts";

/**
 * Handlers that take every request to the API's host, for `setupServer(...)`; an unknown path is a 404 there. A reset
 * is the failed `fetch` of `HttpResponse.error()`, and within a stream a body that fails.
 */
export function mswHandlers(api: MockApi, baseUrl = PUBLIC_URL): RequestHandler[] {
  return [http.all(`${baseUrl.replace(/\/$/, "")}/*`, ({ request }) => respond(api, request))];
}

async function respond(api: MockApi, request: Request): Promise<Response> {
  try {
    const response = await api.handle(request);
    if (!response.body || response.body instanceof WholeBody) return response;
    return new Response(new FreelyCopied(response.body), response);
  } catch (error) {
    // A handler that throws is a 500 to msw. A broken connection is none, and whoever aborted has stopped listening.
    if (request.signal.aborted || error instanceof ConnectionReset) return HttpResponse.error();
    throw error;
  }
}
