/** The mock as msw handlers. */
import { HttpResponse, http, type RequestHandler } from "msw";
import type { MockApi } from "../engine.ts";

/** Handlers that take every request to the API's host, for `setupServer(...)`; an unknown path is a 404 there. */
export function mswHandlers(api: MockApi, baseUrl = "https://api.anthropic.com"): RequestHandler[] {
  return [http.all(`${baseUrl.replace(/\/$/, "")}/*`, ({ request }) => respond(api, request))];
}

async function respond(api: MockApi, request: Request): Promise<Response> {
  try {
    return await api.handle(request);
  } catch (error) {
    // A handler that throws is a 500 to msw; whoever aborted has stopped listening and gets no response at all.
    if (request.signal.aborted) return HttpResponse.error();
    throw error;
  }
}
