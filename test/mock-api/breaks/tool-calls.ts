/** Ways to break the rules of rules/tool-calls.ts, rules/tool-results.ts and rules/speakers.ts. */
import { assistant, call, result, text, thought, tool, user } from "../blocks.ts";
import { adding, type Break, longerBy } from "./break.ts";
import { found, SEARCH } from "./endings.ts";
import { asking, going } from "./on-model.ts";

const unanswered = (at: number, ids: string): string =>
  `messages.${at}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`;
const unasked = (path: string, id: string): string =>
  `${path}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`;

const misspoken = (at: number, type: string, side: string): string =>
  `messages.${at}: \`${type}\` blocks can only be in \`${side}\` messages`;

const click = { ...call("x"), name: "screenshot", toolset_name: "computer" };

export const ofSpeakers: Break[] = [
  ...[call("x"), SEARCH].map((said) =>
    adding("MR-28/role", `a ${said.type} of the user's`, (at) => ({
      messages: [assistant(text("z")), user(text("y"), said)],
      text: misspoken(at + 1, said.type, "assistant"),
    })),
  ),
  adding("MR-28/role", "a server tool's result in a user message", (at) => ({
    messages: [assistant(SEARCH, found()), user(found())],
    text: misspoken(at + 1, "web_search_tool_result", "assistant"),
  })),
  adding("MR-39/role", "the assistant answers its own call", (at) => ({
    messages: [assistant(text("z")), user(text("y")), assistant(result("x")), user(text("z"))],
    text: misspoken(at + 2, "tool_result", "user"),
  })),
  adding("MR-44/role", "the user thinks", () => ({
    messages: [assistant(text("z")), user(thought(0, 1), text("y"))],
  })),
];

const ofToolsets: Break[] = [
  adding("MR-39/toolset", "a result that does not say of which toolset", () => ({
    messages: [assistant(click), user(result("x"))],
  })),
  adding("MR-39/toolset", "a result of another toolset", () => ({
    messages: [assistant(click), user(result("x", { toolset_name: "browser" }))],
  })),
  adding("MR-39/toolset", "a result of a toolset that was not called", () => ({
    messages: [assistant(call("x")), user(result("x", { toolset_name: "computer" }))],
  })),
];

const referring = (name: string) =>
  user(result("x", { content: [{ type: "tool_reference", tool_name: name }] }));

const ofReferences: Break = {
  rule: "MR-18/reference",
  how: "a reference to a tool that is not there",
  make: ({ tool_choice: _choice, ...legal }) => {
    const tools = [tool("Read"), tool("Later", { defer_loading: true })];
    const going = (name: string) => ({ ...longerBy(legal, [assistant(call("x")), referring(name)]), tools });
    return {
      broken: going("Gone"),
      sound: { body: going("Later") },
      text: "Tool reference 'Gone' not found in available tools",
      code: "tool_reference_unresolved",
    };
  },
};

export const ofToolCalls: Break[] = [
  ofReferences,
  adding("MR-28", "one of two calls unanswered", (at) => ({
    messages: [assistant(call("x"), call("y")), user(result("x"), text("z"))],
    text: unanswered(at, "y"),
  })),
  // On a model that would go on with the message.
  asking("claude-haiku-4-5", "MR-28", "calls at the end", going(assistant(call("x"), call("y"))), {
    text: (at) => unanswered(at, "x, y"),
  }),
  adding("MR-28", "a text before the result", (at) => ({
    messages: [assistant(call("x")), user(text("z"), result("x"))],
    text: unanswered(at, "x"),
  })),
  adding("MR-28", "the result one answer late", (at) => ({
    messages: [assistant(call("x")), user(text("z")), assistant(text("z")), user(text("z"))],
    text: unanswered(at, "x"),
  })),
  adding("MR-29", "a result nobody asked for", (at) => ({
    messages: [assistant(call("x")), user(result("x"), result("y"))],
    text: unasked(`messages.${at + 1}.content.1`, "y"),
  })),
  adding("MR-29", "an old result once more", (at) => ({
    messages: [assistant(call("x")), user(result("x")), assistant(text("z")), user(result("x"))],
    text: unasked(`messages.${at + 3}.content.0`, "x"),
  })),
  adding("MR-30", "two results for one call", (at) => ({
    messages: [assistant(call("x")), user(result("x"), result("x"))],
    text: `messages.${at + 1}.content.1: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: x`,
  })),
  adding("MR-31", "an id used twice in one message", (at) => ({
    messages: [assistant(call("x"), call("x")), user(result("x"))],
    text: `messages.${at}.content.1: \`tool_use\` ids must be unique`,
  })),
  adding("MR-31", "an id used again later", (at) => ({
    messages: [assistant(call("x")), user(result("x")), assistant(call("x")), user(result("x"))],
    text: `messages.${at + 2}.content.0: \`tool_use\` ids must be unique`,
  })),
  adding("MR-32", "an id with a dot", (at) => ({
    messages: [assistant(text("z"), call("x.y")), user(result("x.y"))],
    text: `messages.${at}.content.1.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
  })),
  ...["text", ["list"], null].map((input) =>
    adding("MR-33", `an input of ${JSON.stringify(input)}`, (at) => ({
      messages: [assistant(call("x", input)), user(result("x"))],
      text: `messages.${at}.content.0.tool_use.input: Input should be a valid dictionary`,
    })),
  ),
  ...ofToolsets,
];
