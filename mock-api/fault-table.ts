/** What goes wrong most, ready to be put into a script or a plan of faults (MR-17). */
import type { Mishap } from "./models/scripted.ts";

/** At once, so that no test waits; a client that reads seconds alone waits for one. */
const SOON = { "retry-after-ms": "1" };

const spendLimit = (message: string, error_code: string): Mishap => ({
  status: 429,
  error: { message, details: { error_code } },
});

/** By name. To change one, spread it: `{ ...FAULTS.rate_limited, headers: { "retry-after": "7" } }`. */
export const FAULTS = {
  rate_limited: { status: 429, error: "Rate limited", headers: { "retry-after": "1", ...SOON } },
  account_rate_limited: {
    status: 429,
    error: "This request would exceed your account's rate limit. Please try again later.",
    headers: { "retry-after": "1", ...SOON },
  },
  /** The session of someone who logged in, and not by a key, is over (MR-7). */
  expired_session: { status: 401, error: "Invalid authentication credentials" },
  server_error: { status: 500, error: "Internal server error", headers: SOON },
  overloaded: { status: 529, error: "Overloaded", headers: SOON },
  /** A limit that the customer has set: it is a 400. */
  own_spend_limit: { status: 400, error: "You have reached your specified API usage limits." },
  // The texts of these two are the mock's own; clients read the code.
  enforced_spend_limit: spendLimit("The monthly spend limit is reached.", "enforced_spend_limit_reached"),
  contract_spend_limit: spendLimit(
    "The spend limit of the contract is reached.",
    "contract_spend_limit_reached",
  ),
  reset: { fault: "reset" },
  hang: { fault: "hang" },
  truncated: { fault: "truncate" },
  mid_stream_error: { error: { type: "overloaded_error", message: "Overloaded" }, after_events: 3 },
} as const satisfies Readonly<Record<string, Mishap>>;

/** One of them by its name. */
export type FaultKind = keyof typeof FAULTS;

/** Those that a client meets where nobody says which: a hang needs a timeout of it, and what is spent stays so. */
export const USUAL_KINDS: readonly FaultKind[] = [
  "rate_limited",
  "server_error",
  "overloaded",
  "reset",
  "truncated",
  "mid_stream_error",
];
