/** Ways to break the rules of rules/endings.ts and rules/server-tools.ts. */
import type { RequestBlock } from "../../../mock-api/index.ts";
import { assistant, call, result, text, user } from "../blocks.ts";
import { adding, type Break, changing } from "./break.ts";
import { asking, going } from "./on-model.ts";

const PREFILL =
  "This model does not support assistant message prefill. The conversation must end with a user message.";
const TRAILING = "messages: final assistant content cannot end with trailing whitespace";

export const ofEndings: Break[] = [
  ...["claude-opus-4-6", "claude-haiku-5-5"].map((model) =>
    asking(model, "MR-25", `a half-said answer to ${model}`, going(assistant(text("x"))), { text: PREFILL }),
  ),
  asking(
    "claude-haiku-4-5",
    "MR-26",
    "a half-said answer that ends in a space",
    going(assistant(text("x "))),
    {
      text: TRAILING,
    },
  ),
  asking(
    "claude-opus-4-5",
    "MR-26",
    "a half-said answer of two messages that ends in a new line",
    going(assistant(text("x ")), assistant(text("y\n"))),
    { text: TRAILING },
  ),
  changing(
    "MR-27",
    "an empty stop sequence",
    { stop_sequences: ["END", ""] },
    "stop_sequences: each stop sequence must be non-empty",
  ),
  changing(
    "MR-27",
    "a stop sequence of whitespace",
    { stop_sequences: ["\n\n"] },
    "stop_sequences: each stop sequence must contain non-whitespace",
  ),
];

/** A search that the server makes, and what it found. */
export const SEARCH: RequestBlock = {
  type: "server_tool_use",
  id: "srvtoolu_1",
  name: "web_search",
  input: { query: "q" },
};
export const found = (id = "srvtoolu_1"): RequestBlock => ({
  type: "web_search_tool_result",
  tool_use_id: id,
  content: [],
});
const webSearch = { tools: [{ type: "web_search_20260318", name: "web_search" }] };
const unresolved =
  "`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block";

const unasked = (path: string, type: string): string =>
  `${path}: unexpected \`tool_use_id\` found in \`${type}\` blocks: srvtoolu_2. Each \`${type}\` block must have a corresponding \`server_tool_use\` block before it.`;
const ADVICE: RequestBlock = {
  type: "advisor_tool_result",
  tool_use_id: "srvtoolu_2",
  content: { type: "advisor_result", text: "a" } as never,
};

const FETCHED: RequestBlock = {
  type: "web_fetch_tool_result",
  tool_use_id: String(SEARCH.id),
  content: { type: "web_fetch_tool_result_error", error_code: "unavailable" } as never,
};

export const ofServerTools: Break[] = [
  ...[ADVICE, found("srvtoolu_2")].map((given) =>
    adding("MR-29/server", `an ${given.type} that nobody asked for`, (at) => ({
      messages: [assistant(SEARCH, found(), given, text("a")), user(text("b"))],
      text: unasked(`messages.${at}.content.2`, given.type),
    })),
  ),
  adding("MR-29/server", "a result that stands before its call", (at) => ({
    messages: [
      assistant(found("srvtoolu_2"), { ...SEARCH, id: "srvtoolu_2" }, found("srvtoolu_2")),
      user(text("b")),
    ],
    text: unasked(`messages.${at}.content.0`, "web_search_tool_result"),
  })),
  asking(
    "claude-opus-5",
    "MR-40",
    "a prompt after a search without a result",
    (request) => ({ ...webSearch, ...going(assistant(text("a"), SEARCH), user(text("b")))(request) }),
    { text: unresolved },
  ),
  asking(
    "claude-opus-5",
    "MR-40",
    "a search with the result of a fetch",
    (request) => ({
      ...webSearch,
      ...going(assistant(SEARCH, FETCHED, text("a")), user(text("b")))(request),
    }),
    { text: unresolved },
  ),
  asking(
    "claude-opus-5",
    "MR-40",
    "a text beside the results while a search is open",
    (request) => ({
      ...webSearch,
      ...going(assistant(SEARCH, call("x")), user(result("x"), text("hurry")))(request),
    }),
    { text: unresolved },
  ),
  asking(
    "claude-opus-5",
    "MR-40",
    "a search without a result, and without the tool",
    (request) => ({ tools: [], ...going(assistant(SEARCH), user(text("b")))(request) }),
    { text: `${unresolved} but no \`web_search\` tool was provided` },
  ),
  asking(
    "claude-opus-5",
    "MR-40",
    "a paused search whose tool is gone",
    (request) => ({ tools: [], ...going(assistant(SEARCH))(request) }),
    { text: `${unresolved} but no \`web_search\` tool was provided` },
  ),
];
