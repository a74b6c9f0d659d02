/** The error envelope (MR-15), which type goes with which status (MR-16), and the common messages (MR-17). */

import type { ErrorDetails } from "../rules/rule.ts";

/** What went wrong, as the envelope tells it. */
export interface ApiError {
  status: number;
  type: string;
  message: string;
  /** MR-18: the machine-readable part; the envelope leaves it out where there is none. */
  details?: ErrorDetails;
  /** MR-14: said by the edge, before the API has seen the request. It knows neither the envelope nor an id. */
  edge?: true;
}

/** What is refused before there is a request to examine, and the rule that says so. */
export interface GateRefusal extends ApiError {
  rule: `MR-${string}`;
  /** Which row of it, where it has more than one. */
  part?: string;
}

const KINDS: Record<number, { type: string; message: string }> = {
  400: { type: "invalid_request_error", message: "Invalid request" },
  401: { type: "authentication_error", message: "invalid x-api-key" },
  402: { type: "billing_error", message: "Payment required" },
  403: { type: "permission_error", message: "Permission denied" },
  404: { type: "not_found_error", message: "Not Found" },
  409: { type: "conflict_error", message: "Conflict" },
  413: { type: "request_too_large", message: "Request exceeds the maximum size" },
  429: { type: "rate_limit_error", message: "Rate limited" },
  500: { type: "api_error", message: "Internal server error" },
  504: { type: "timeout_error", message: "Request timed out" },
  529: { type: "overloaded_error", message: "Overloaded" },
};
const OTHER_4XX = { type: "invalid_request_error", message: "Invalid request" };
const OTHER_5XX = { type: "api_error", message: "Internal server error" };

/** An error of a status; type and message follow from the status unless given. */
export function apiError(
  status: number,
  given: { type?: string; message?: string; details?: ErrorDetails } = {},
): ApiError {
  const kind = KINDS[status] ?? (status < 500 ? OTHER_4XX : OTHER_5XX);
  const { type = kind.type, message = kind.message, details } = given;
  return { status, type, message, ...(details && { details }) };
}

/** The body of an error response, and of `event: error` within a stream. Law: an-envelope-always. */
export function errorEnvelope(error: ApiError, requestId: string): Record<string, unknown> {
  const { type, message, details } = error;
  if (error.edge) return { error: { type, message } };
  return { type: "error", error: { type, message, ...(details && { details }) }, request_id: requestId };
}

// A limit on money does not lift within the minutes that a client waits.
const SPENT: readonly unknown[] = ["enforced_spend_limit_reached", "contract_spend_limit_reached"];

/**
 * Can the same request fare better a little later? The statuses that a client retries when it is told nothing (MR-107)
 * are said to be worth it, so that whoever reads the header alone does the same.
 */
export function isWorthRetrying({ status, details }: ApiError): boolean {
  if (SPENT.includes(details?.error_code)) return false;
  return status === 408 || status === 409 || status === 429 || status >= 500;
}
