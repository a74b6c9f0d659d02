/** The headers of a response (MR-12). */

/** What every response carries; an error also says that to try again unchanged is of no use, unless it says otherwise. */
export function responseHeaders(
  requestId: string,
  organization: string,
  more: Record<string, string> = {},
): Record<string, string> {
  return { "request-id": requestId, "anthropic-organization-id": organization, ...more };
}
