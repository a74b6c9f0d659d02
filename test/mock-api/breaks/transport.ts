/** Ways to break the rules of address, body and headers: rules/headers.ts and rules/betas.ts. */
import type { RequestMessage } from "../../../mock-api/index.ts";
import { assistant, text, user } from "../blocks.ts";
import { COUNT_URL } from "../exchange.ts";
import { adding, type Break, type Broken, saying } from "./break.ts";
import { asking, going } from "./on-model.ts";

/** A break that leaves the body alone. */
function sending(rule: string, how: string, refused: Omit<Broken, "broken">): Break {
  return { rule, how, make: (legal) => ({ broken: legal, ...refused }) };
}

/** A break of the bytes of the body. */
function garbling(how: string, garble: (body: string) => string, reason?: string): Break {
  return {
    rule: "MR-11",
    how,
    make: (legal) => {
      const broken = garble(JSON.stringify(legal));
      const words = "The request body is not valid JSON: ";
      return { broken, ...saying(reason === undefined ? [words] : `${words}${reason}`) };
    },
  };
}

const NOWHERE = { status: 404, type: "not_found_error", text: "Not Found" };
const UNKNOWN = { status: 401, type: "authentication_error" };

/** A break of what says who asks; no thinking is in it, which could be bound to whom it was made for. */
const asStranger = (how: string, headers: Record<string, string>): Break =>
  asking("claude-opus-5", "MR-6", how, () => ({}), { headers, ...UNKNOWN });

const unexpected = (named: string): string =>
  `Unexpected value(s) ${named} for the \`anthropic-beta\` header. ` +
  "Please consult our documentation at docs.anthropic.com or try again without the header.";

export const ofTransport: Break[] = [
  sending("MR-1", "another path", { url: "https://api.anthropic.com/v1/complete", ...NOWHERE }),
  sending("MR-1", "a path that goes on", { url: `${COUNT_URL}/x?beta=true`, ...NOWHERE }),
  sending("MR-14", "a body that is said to have over 32 MB", {
    headers: { "content-length": String(32 * 1024 * 1024 + 1) },
    status: 413,
    type: "request_too_large",
    text: "Request exceeds the maximum size",
  }),
  sending("MR-18/encoding", "an encoding that nobody reads", {
    headers: { "content-encoding": "rot13" },
    code: "request_body_encoding_unsupported",
  }),
  sending("MR-18/encoding", "a body that is not encoded as it says", {
    headers: { "content-encoding": "gzip" },
    code: "request_body_encoding_invalid",
  }),
  garbling("half of it", (body) => body.slice(0, body.length / 2)),
  garbling("nothing", () => "", "unexpected end of data: line 1 column 1 (char 0)"),
  garbling(
    "half a surrogate pair",
    (body) => `{"metadata":{"user_id":"\\ud83d"},${body.slice(1)}`,
    "no low surrogate in string: line 1 column 25 (char 24)",
  ),
  garbling(
    "a line break within a string",
    (body) => `{"metadata":{"user_id":"\n"},${body.slice(1)}`,
    "unexpected control character in string: line 1 column 25 (char 24)",
  ),
  asStranger("no key", { "x-api-key": "" }),
  asStranger("a key borne by something else", { "x-api-key": "", authorization: "Basic test" }),
  {
    ...sending("MR-7", "another key", { ...UNKNOWN, text: "invalid x-api-key" }),
    apiKeys: ["known"],
  },
  {
    ...sending("MR-7", "another key as bearer", {
      headers: { "x-api-key": "", authorization: "Bearer test" },
      ...UNKNOWN,
      text: "Invalid bearer token",
    }),
    apiKeys: ["known"],
  },
  sending("MR-2", "no version", {
    headers: { "anthropic-version": "" },
    text: "anthropic-version: header is required",
  }),
  sending("MR-2", "a version twice", {
    headers: { "anthropic-version": "2023-06-01, 2023-06-01" },
    text: 'anthropic-version: "2023-06-01, 2023-06-01" is not a valid version',
  }),
  sending("MR-8", "a beta that there is not", {
    headers: { "anthropic-beta": "compact-2026-01-12,x-2026-01-01" },
    text: unexpected("`x-2026-01-01`"),
  }),
];

/** A field whose beta was not asked for; another beta does not help. */
function locked(path: string, change: Record<string, unknown>): Break {
  return lockedWhere(
    `${path} without its beta`,
    () => path,
    () => change,
  );
}

function lockedWhere(how: string, path: (at: number) => string, change: Parameters<typeof asking>[3]): Break {
  return asking("claude-opus-5", "MR-9/fields", how, change, {
    headers: { "anthropic-beta": "interleaved-thinking-2025-05-14" },
    text: (at) => `${path(at)}: Extra inputs are not permitted`,
  });
}

const told = (more: object): RequestMessage => ({ role: "system", content: "x", ...more });

export const ofBetas: Break[] = [
  locked("context_management", { context_management: { edits: [] } }),
  locked("context_management", { context_management: null }),
  locked("thread", { thread: { type: "create" } }),
  locked("fallbacks", { fallbacks: "default" }),
  locked("mcp_servers", { mcp_servers: [] }),
  locked("output_config.task_budget", { output_config: { task_budget: { type: "tokens", total: 20_000 } } }),
  locked("thinking.adaptive.block_binding", { thinking: { type: "adaptive", block_binding: {} } }),
  lockedWhere(
    "a passing system message without its beta",
    (at) => `messages.${at}.clear_at`,
    going(told({ clear_at: "next_user_message" })),
  ),
  lockedWhere(
    "an effort between messages without its beta",
    (at) => `messages.${at}.output_config`,
    going(told({ output_config: { effort: "low" } })),
  ),
  {
    rule: "MR-9/compaction",
    how: "a request to compact without its beta",
    make: (legal) => ({
      broken: { ...legal, compaction: { type: "summarize" } },
      contains: ["requires anthropic-beta: compact-2026-09-04"],
    }),
  },
  // A summary that failed: another one would also lack what makes it a summary (MR-102, MR-103).
  adding("MR-9/types", "a compaction block without its beta", (at) => ({
    messages: [assistant({ type: "compaction", content: null } as never, text("z")), user(text("z"))],
    contains: [
      `messages.${at}.content.0: `,
      "'compaction'",
      "does not match any of the expected tags",
      "'text'",
    ],
  })),
  asking(
    "claude-opus-5",
    "MR-9/types",
    "a tool that is taken away without the beta",
    going(told({ content: [{ type: "tool_removal", tool: { type: "tool_reference", name: "tool0" } }] })),
  ),
  {
    rule: "MR-9/types",
    how: "an edit of one beta with another's header",
    make: (legal) => ({
      broken: { ...legal, context_management: { edits: [{ type: "compact_20260112" }] } },
      headers: { "anthropic-beta": "context-management-2025-06-27" },
    }),
  },
  asking("claude-opus-5", "MR-9/values", "thinking displayed as updates without the beta", () => ({
    thinking: { type: "adaptive", display: "updates" },
  })),
];
