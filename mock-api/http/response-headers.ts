/** The headers of a response (MR-12). */
import { type ApiError, isWorthRetrying } from "./errors.ts";
import type { Head } from "./head.ts";

/** What every response carries; `more` comes last and wins. */
export function responseHeaders(
  requestId: string,
  { organization, workspace }: Head,
  more: Record<string, string> = {},
): Record<string, string> {
  return {
    "request-id": requestId,
    "anthropic-organization-id": organization,
    "anthropic-workspace-id": workspace,
    ...more,
  };
}

/** What an error carries besides. A client obeys it before it looks at the status (MR-107). */
export function errorHeaders(error: ApiError): Record<string, string> {
  return { "x-should-retry": String(isWorthRetrying(error)) };
}
