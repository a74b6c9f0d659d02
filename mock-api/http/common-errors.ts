/** The errors that a client meets most, ready to be put into a script or a plan of faults (MR-17). */
import type { Mishap } from "../models/scripted.ts";

const spendLimit = (message: string, error_code: string): Mishap => ({
  status: 429,
  error: { message, details: { error_code } },
});

/** By name; add `headers` such as `retry-after` where a test needs them. */
export const COMMON_ERRORS = {
  rate_limited: { status: 429, error: "Rate limited" },
  account_rate_limited: {
    status: 429,
    error: "This request would exceed your account's rate limit. Please try again later.",
  },
  overloaded: { status: 529, error: "Overloaded" },
  server_error: { status: 500, error: "Internal server error" },
  /** A limit that the customer has set: it is a 400. */
  own_spend_limit: { status: 400, error: "You have reached your specified API usage limits." },
  // The texts of these two are the mock's own; clients read the code.
  enforced_spend_limit: spendLimit("The monthly spend limit is reached.", "enforced_spend_limit_reached"),
  contract_spend_limit: spendLimit(
    "The spend limit of the contract is reached.",
    "contract_spend_limit_reached",
  ),
} as const satisfies Readonly<Record<string, Mishap>>;
