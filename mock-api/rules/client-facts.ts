/** What only clients have to do with, and the scenarios that hold client and API together (MR-106 to MR-120). */
import type { RuleKeptElsewhere } from "./rule.ts";

type Keeper = "the client" | "the harness";

function fact(
  number: number,
  keptIn: Keeper,
  checks: string,
  confidence: "H" | "M" = "H",
): RuleKeptElsewhere {
  return { id: `MR-${number}`, checks, kind: "client fact", confidence, keptIn };
}

export const clientFacts: RuleKeptElsewhere[] = [
  fact(106, "the client", "the SDK can be given a key, a base URL, a fetch; it waits ten minutes"),
  fact(
    107,
    "the client",
    "the SDK retries twice what x-should-retry, or else the status, calls worth it, but no begun stream",
  ),
  fact(108, "the client", "the SDK does not send what may take over ten minutes without a stream"),
  fact(
    109,
    "the client",
    "an error of the SDK has the class of its status, with type, code, details and the request's id",
  ),
  fact(110, "the client", "a stream becomes the SDK's message, and one that breaks the grammar is an error"),
  fact(111, "the client", "the SDK's tool runner asks and answers until no tool is called any more"),
  fact(
    112,
    "the client",
    "from 1.0 on the SDK sends the version 2026-10-21, its key as bearer, and no sampling fields",
  ),
  fact(113, "the client", "the SDK runs on Node 20"),
  fact(
    114,
    "the harness",
    "three parallel calls are answered in one message; parted by an assistant's, MR-28 refuses",
  ),
  fact(
    115,
    "the harness",
    "a session stopped within a tool goes on once each call has a result, if only an error's",
  ),
  fact(
    116,
    "the harness",
    "25 parallel calls behind one marker are still read from the cache next time (MR-79)",
  ),
  fact(117, "the harness", "a cached prefix lives from the start of the request that wrote it (MR-81)"),
  fact(
    118,
    "the harness",
    "after a compaction on demand the thinking of kept turns holds if they follow unchanged",
  ),
  fact(119, "the harness", "an overload in the middle of a stream is tried again as a whole request (MR-70)"),
  fact(120, "the harness", "a call in an answer that ends as a refusal is not run (MR-75)"),
];
