/** Which endpoint a request is for (MR-1). */
import type { Endpoint } from "./head.ts";

const PATHS: Record<string, Endpoint> = {
  "/v1/messages": "messages",
  "/v1/messages/count_tokens": "count_tokens",
};

/** `hello`: a client looks whether anyone is there (O-31). Undefined: there is nothing at that address. A query is ignored. */
export function routeOf(http: Request): Endpoint | "hello" | undefined {
  const { pathname } = new URL(http.url);
  if (http.method === "HEAD" && pathname === "/api/hello") return "hello";
  return http.method === "POST" && Object.hasOwn(PATHS, pathname) ? PATHS[pathname] : undefined;
}
