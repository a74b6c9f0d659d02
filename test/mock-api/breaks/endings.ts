/** Ways to break the rules of rules/endings.ts and rules/server-tools.ts. */
import type { RequestBlock } from "../../../mock-api/index.ts";
import { assistant, call, result, text, user } from "../blocks.ts";
import { type Break, changing } from "./break.ts";
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

const search: RequestBlock = {
  type: "server_tool_use",
  id: "srvtoolu_1",
  name: "web_search",
  input: { query: "q" },
};
const webSearch = { tools: [{ type: "web_search_20260318", name: "web_search" }] };
const unresolved =
  "`web_search` tool use with id `srvtoolu_1` was found without a corresponding `web_search_tool_result` block";

export const ofServerTools: Break[] = [
  asking(
    "claude-opus-5",
    "MR-40",
    "a prompt after a search without a result",
    (request) => ({ ...webSearch, ...going(assistant(text("a"), search), user(text("b")))(request) }),
    { text: unresolved },
  ),
  asking(
    "claude-opus-5",
    "MR-40",
    "a text beside the results while a search is open",
    (request) => ({
      ...webSearch,
      ...going(assistant(search, call("x")), user(result("x"), text("hurry")))(request),
    }),
    { text: unresolved },
  ),
  asking(
    "claude-opus-5",
    "MR-40",
    "a search without a result, and without the tool",
    (request) => ({ tools: [], ...going(assistant(search), user(text("b")))(request) }),
    { text: `${unresolved} but no \`web_search\` tool was provided` },
  ),
  asking(
    "claude-opus-5",
    "MR-40",
    "a paused search whose tool is gone",
    (request) => ({ tools: [], ...going(assistant(search))(request) }),
    { text: `${unresolved} but no \`web_search\` tool was provided` },
  ),
];
