/** Ways to put thinking behind a conversation that it was not made after (MR-46), or before other eyes (MR-94). */
import type { MessagesRequest, RequestMessage } from "../../../mock-api/index.ts";
import { blocksOf } from "../../../mock-api/prompt/prompt.ts";
import { assistant, call, result, text, thought, user } from "../blocks.ts";
import { signed, thinkingPlaces } from "../signing.ts";
import type { Break } from "./break.ts";

/** What the API says of a block that is bound to another conversation. */
export function boundElsewhere(path: string, hint?: string, redacted = false): string {
  const what = redacted ? "`data` in `redacted_thinking`" : "`signature` in `thinking`";
  return `${path}: Invalid ${what} block. The block is bound to a different conversation. Remove the block, or set \`thinking.block_binding.prefix_mismatch_behavior\` to "drop_block". That setting requires the \`thinking-binding-controls-2026-08-01\` value in the \`anthropic-beta\` header.${hint ? ` ${hint}` : ""}`;
}

export const OTHER_SYSTEM = "The `system` prompt differs from the one this block was created with.";
export const MISSING =
  "The `thinking` block that preceded this one when it was created is missing from this request.";
export const CONTROLS = { "anthropic-beta": "thinking-binding-controls-2026-08-01" };

/** The request on a model that checks the conversation before its thinking, with a few turns more. */
export function onBoundModel(
  { temperature: _t, top_p: _p, top_k: _k, ...legal }: MessagesRequest,
  messages: readonly RequestMessage[] = [],
  thinking: object = {},
): MessagesRequest {
  return {
    ...legal,
    model: "claude-opus-5-5",
    thinking: { type: "adaptive", ...thinking },
    messages: [...legal.messages, ...messages],
  };
}

const turn = (answer: string, ...prompt: Parameters<typeof user>): RequestMessage[] => [
  assistant(thought(0, 1, answer), text("z")),
  user(...prompt),
];
const TURNS = [
  ...turn("msg_a", text("asked"), text("a reminder")),
  assistant(thought(0, 1, "msg_b"), call("x", { one: 1, two: 2 })),
  user(result("x", { content: "long ago" })),
  ...turn("msg_c", text("z")),
  ...turn("msg_d", text("z")),
];

/** Signs the turns behind a legal request, then changes something. `at` is the index of the first message added. */
function after(
  rule: string,
  how: string,
  change: (request: MessagesRequest, at: number) => MessagesRequest,
  refused: (changed: MessagesRequest, at: number) => { place: number; hint?: string },
): Break {
  return {
    rule,
    how,
    make: (legal) => {
      const at = legal.messages.length;
      const broken = change(signed(onBoundModel(legal, TURNS)), at);
      const { place, hint } = refused(broken, at);
      return { broken, text: saidOf(broken, place, hint) };
    },
  };
}

/** The refusal of the first thinking block from a message on. */
function saidOf({ messages }: MessagesRequest, from: number, hint?: string): string {
  const { message, index } = thinkingPlaces(messages).find((each) => each.message >= from) ?? {
    message: -1,
    index: -1,
  };
  const block = blocksOf(messages[message]?.content ?? "")[index];
  return boundElsewhere(`messages.${message}.content.${index}`, hint, block?.type === "redacted_thinking");
}

/** The request with another content in one message. */
function withMessage(request: MessagesRequest, at: number, ...content: RequestMessage["content"] & object) {
  const messages = request.messages.map((message, index) =>
    index === at ? { ...message, content } : message,
  );
  return { ...request, messages } as MessagesRequest;
}

const otherSystem = (request: MessagesRequest): MessagesRequest => ({ ...request, system: "another one" });

export const ofBinding: Break[] = [
  after("MR-46/enforced", "another system prompt", otherSystem, () => ({ place: 0, hint: OTHER_SYSTEM })),
  after(
    "MR-46/enforced",
    "one tool more",
    (request) => ({
      ...request,
      tools: [...(request.tools ?? []), { name: "one_more", input_schema: { type: "object" } }],
    }),
    () => ({ place: 0 }),
  ),
  after(
    "MR-46/enforced",
    "a reminder taken out of an earlier message",
    (request, at) => withMessage(request, at + 1, text("asked")),
    (_broken, at) => ({ place: at + 1 }),
  ),
  after(
    "MR-46/enforced",
    "an old result cleared",
    (request, at) => withMessage(request, at + 3, result("x", { content: "cleared" })),
    (_broken, at) => ({ place: at + 3 }),
  ),
  after(
    "MR-46/enforced",
    "the keys of an input in another order",
    (request, at) => {
      const [thinking] = blocksOf(request.messages[at + 2]?.content ?? "");
      return withMessage(request, at + 2, ...(thinking ? [thinking] : []), call("x", { two: 2, one: 1 }));
    },
    (_broken, at) => ({ place: at + 3 }),
  ),
  after(
    "MR-46/enforced",
    "a summary by the client in front of the turns that it kept",
    (request, at) => ({
      ...request,
      messages: [user(text("a summary")), ...request.messages.slice(at)],
    }),
    () => ({ place: 0 }),
  ),
  after(
    "MR-46/enforced",
    "thinking removed from the middle",
    (request, at) => withMessage(request, at + 4, text("z")),
    (_broken, at) => ({ place: at + 5, hint: MISSING }),
  ),
  {
    rule: "MR-46/error",
    how: "another system prompt, on an older account that asks for the error",
    rules: { "MR-46/enforced": false },
    make: (legal) => {
      const asking = { block_binding: { prefix_mismatch_behavior: "error" } };
      const broken = otherSystem(signed(onBoundModel(legal, TURNS, asking)));
      return { broken, text: saidOf(broken, 0, OTHER_SYSTEM), headers: CONTROLS };
    },
  },
  {
    rule: "MR-94/account",
    how: "thinking that was made for another organization",
    make: (legal) => {
      const asked = { ...onBoundModel(legal, TURNS), model: "claude-sonnet-5-5" };
      return { broken: signed(asked, { organization: "another" }) };
    },
  },
];
