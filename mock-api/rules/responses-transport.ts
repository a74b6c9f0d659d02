/** What holds of every response: its headers, and the form of an error (MR-12 to MR-18). */
import type { RuleKeptElsewhere } from "./rule.ts";

export const transportResponses: RuleKeptElsewhere[] = [
  {
    id: "MR-6",
    part: "either",
    checks: "a key is as good in the one header as in the other, and the same key is the same organization",
    kind: "response",
    confidence: "H",
    keptIn: "http/head.ts",
  },
  {
    id: "MR-12",
    checks:
      "a response has its request-id, an organization and a workspace; an error says whether to try again",
    kind: "response",
    confidence: "H",
    keptIn: "http/response-headers.ts",
  },
  {
    id: "MR-13",
    part: "headers",
    checks:
      "a response of /v1/messages tells each limit, what is left of it, and when all of it is there again; those of fast mode and of the priority tier are left out",
    kind: "response",
    confidence: "H",
    keptIn: "http/account.ts",
  },
  {
    id: "MR-13",
    part: "limits",
    checks:
      "limits that the mock was given hold: what is too much gets a 429 with retry-after in whole seconds",
    kind: "response",
    confidence: "H",
    keptIn: "http/limits.ts",
  },
  {
    id: "MR-15",
    checks: "an error is an envelope of type, message, the details it has, and the id of the request",
    kind: "response",
    confidence: "H",
    keptIn: "http/errors.ts",
  },
  {
    id: "MR-16",
    checks: "each status goes with its type",
    kind: "response",
    confidence: "H",
    keptIn: "http/errors.ts",
  },
  {
    id: "MR-17",
    checks: "common errors have the words that clients know them by",
    kind: "response",
    confidence: "H",
    keptIn: "fault-table.ts",
  },
  {
    id: "MR-18",
    part: "codes",
    checks: "an error's details may carry one of the API's codes",
    kind: "response",
    confidence: "H",
    keptIn: "http/error-codes.ts",
  },
];
