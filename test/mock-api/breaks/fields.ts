/** Ways to break the rules of rules/fields.ts: fields and their types. */
import type { RequestBlock } from "../../../mock-api/index.ts";
import { assistant, call, result, text, user } from "../blocks.ts";
import { COUNT_URL } from "../exchange.ts";
import { DOT, image, png } from "../pictures.ts";
import { adding, type Break, changing, saying } from "./break.ts";
import { onModel } from "./on-model.ts";

const EXTRA = "Extra inputs are not permitted";
/** So many messages that say nothing, as the assistant may, that the window has room for them. */
const OVER_THE_TOP = '{"role":"assistant","content":""},'.repeat(100_000);

/** One block of a user's with something wrong about it; where it stands comes before the text. */
function oneBlock(rule: string, how: string, block: object, wrong?: string): Break {
  return adding(rule, how, (at) => ({
    messages: [assistant(text("z")), user(text("y"), block as RequestBlock)],
    sound: [assistant(text("z")), user(text("y"))],
    ...saying(wrong && `messages.${at + 1}.content.1.${wrong}`),
  }));
}

/** A field of a request for an answer, in one to count its tokens. */
function inCount(what: string, field: string, value: unknown): Break {
  return {
    rule: "MR-99/fields",
    how: `${what} in a count`,
    make: ({ max_tokens: _length, metadata: _who, service_tier: _tier, ...counted }) => ({
      broken: { ...counted, [field]: value },
      text: `${field}: ${EXTRA}`,
      url: COUNT_URL,
      sound: { body: counted, url: COUNT_URL },
    }),
  };
}

const ofRequest: Break[] = [
  changing("MR-10", "no model", { model: undefined }, "model: Field required"),
  changing("MR-10", "no max_tokens", { max_tokens: undefined }, "max_tokens: Field required"),
  changing("MR-10", "no messages", { messages: undefined }, "messages: Field required"),
  changing("MR-10", "an empty list of messages", { messages: [] }),
  changing("MR-10", "a field of another API", { response_format: {} }, `response_format: ${EXTRA}`),
  changing("MR-10", "a field of another API that is null", { n: null }, `n: ${EXTRA}`),
  changing(
    "MR-10",
    "a field below the request",
    { metadata: { session: "x" } },
    `metadata.session: ${EXTRA}`,
  ),
  changing("MR-10", "a number in words", { max_tokens: "100" }),
  changing("MR-10", "fewer than no tokens", { max_tokens: -1 }),
  changing("MR-10", "a stop sequence for the list of them", { stop_sequences: "END" }),
  changing("MR-10", "a stream that is not asked for clearly", { stream: "yes" }),
  changing(
    "MR-10",
    "a choice without its name",
    { tool_choice: { type: "tool" } },
    "tool_choice.tool.name: Field required",
  ),
  changing("MR-10", "a choice that there is not", { tool_choice: { type: "required" } }),
  changing(
    "MR-10",
    "a budget that is missing",
    { thinking: { type: "enabled" } },
    "thinking.enabled.budget_tokens: Field required",
  ),
  changing("MR-23", "an image in the system prompt", { system: [text("s"), DOT] }),
  changing(
    "MR-23",
    "a text that is missing",
    { system: [{ type: "text" }] },
    "system.0.text: Field required",
  ),
  inCount("an answer's length", "max_tokens", 100),
  inCount("a stream", "stream", true),
  {
    rule: "MR-21/empty-wording",
    how: "no message",
    rules: { "MR-21/empty-wording": true },
    make: (legal) => ({
      broken: { ...legal, messages: [] },
      text: "messages: at least one message is required",
    }),
  },
  {
    rule: "MR-21/many",
    how: "100,001 messages",
    costly: true,
    make: (legal) => {
      const bare = onModel(legal, legal.model);
      const said = JSON.stringify(bare.messages).slice(1, -1);
      const messages = `"messages":[${said},${OVER_THE_TOP}{"role":"user","content":"m"}]`;
      return { broken: JSON.stringify({ ...bare, messages: [] }).replace('"messages":[]', messages) };
    },
  },
];

const ofMessages: Break[] = [
  adding("MR-10", "a message without its content", (at) => ({
    messages: [{ role: "user" } as ReturnType<typeof user>],
    sound: [user(text("x"))],
    text: `messages.${at}.content: Field required`,
  })),
  adding("MR-10", "a message of a role that there is not", () => ({
    messages: [{ role: "tool", content: "x" } as unknown as ReturnType<typeof user>],
  })),
  adding("MR-10", "a message with a name", (at) => ({
    messages: [{ ...user(text("x")), name: "x" } as ReturnType<typeof user>],
    sound: [user(text("x"))],
    text: `messages.${at}.name: ${EXTRA}`,
  })),
  adding("MR-10", "a call without a name", (at) => ({
    messages: [assistant({ type: "tool_use", id: "x", input: {} }), user(result("x"))],
    sound: [assistant(call("x")), user(result("x"))],
    text: `messages.${at}.content.0.tool_use.name: Field required`,
  })),
  adding("MR-10", "a call with a text that is null", (at) => ({
    messages: [assistant({ ...call("x"), text: null } as unknown as RequestBlock), user(result("x"))],
    sound: [assistant(call("x")), user(result("x"))],
    text: `messages.${at}.content.0.tool_use.text: ${EXTRA}`,
  })),
  oneBlock(
    "MR-10",
    "a result that does not say whose it is",
    { type: "tool_result" },
    "tool_result.tool_use_id: Field required",
  ),
  oneBlock("MR-10", "a block without a type", { text: "x" }, "type: Field required"),
  oneBlock("MR-10", "a block of a type that there is not", { type: "image_url", url: "x" }),
  oneBlock("MR-10", "an image without its source", { type: "image" }, "image.source: Field required"),
  oneBlock(
    "MR-10",
    "a document that is no pdf",
    { type: "document", source: { type: "base64", media_type: "text/html", data: "x" } },
    "document.source.base64.media_type: Input should be 'application/pdf'",
  ),
  oneBlock(
    "MR-60/media-type",
    "an image of a kind that cannot be read",
    image(png(1, 1), "image/bmp"),
    "image.source.base64.media_type: Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'",
  ),
];

/** One part of a result with something wrong about it. */
function onePart(how: string, part: object, wrong?: string): Break {
  return adding("MR-39", how, (at) => ({
    messages: [assistant(call("x")), user(result("x", { content: [text("y"), part] }))],
    sound: [assistant(call("x")), user(result("x", { content: [text("y")] }))],
    ...saying(wrong && `messages.${at + 1}.content.0.tool_result.content.1${wrong}`),
  }));
}

const ofResults: Break[] = [
  onePart("a text with an id in a result", text("x", { id: "x" }), `.text.id: ${EXTRA}`),
  onePart(
    "a reference without a name in a result",
    { type: "tool_reference" },
    ".tool_reference.tool_name: Field required",
  ),
  onePart(
    "a call in a result",
    call("x"),
    ": Input tag 'tool_use' found using 'type' does not match any of the expected tags: 'browser_state', 'document', 'image', 'search_result', 'text', 'tool_reference'",
  ),
];

export const ofFields: Break[] = [...ofRequest, ...ofMessages, ...ofResults];
