/** Conversations on models that check what stands before their thinking, and what clients do to them. */
import fc from "fast-check";
import { blocksOf, unmarked, unmarkedBlock } from "../../mock-api/prompt/prompt.ts";
import type { MessagesRequest, RequestMessage } from "../../mock-api/wire.ts";
import { assistant, call, result, text, thought, user } from "./blocks.ts";
import { onBoundModel } from "./breaks/binding.ts";
import { anyDraft } from "./legal-conversations.ts";
import { type Place, thinkingPlaces } from "./signing.ts";

/** A conversation still to be signed, whose first `earlier` messages are turns that are over. They have thinking. */
export interface BoundDraft {
  draft: MessagesRequest;
  earlier: number;
}

const anyBoundModel = fc.constantFrom(
  "claude-opus-5-5",
  "claude-sonnet-5-5",
  "claude-haiku-5-5",
  "claude-fable-5-1",
  "claude-fable-5-2",
  "claude-mythos-5-2",
);
const CLOSING = [
  assistant(thought(0, 3, "msg_x"), thought(1, 3, "msg_x"), thought(2, 3, "msg_x"), text("x")),
  user(text("x"), text("y")),
];
const OPEN_LOOP = [assistant(thought(0, 1, "msg_y"), call("y")), user(result("y", { content: "y" }))];

/** Any legal conversation, its last turn closed, and another one behind it that is open or just asked. */
export const anyBoundDraft: fc.Arbitrary<BoundDraft> = fc
  .record({ legal: anyDraft, model: anyBoundModel, open: fc.boolean() })
  .map(({ legal, model, open }) => {
    const messages = structuredClone([...CLOSING, ...(open ? OPEN_LOOP : [])]);
    return { draft: { ...onBoundModel(legal, messages), model }, earlier: legal.messages.length + 1 };
  });

/** What leaves all thinking valid (MR-47). A share of 100 says how much or where. */
export type HarmlessChange =
  | { kind: "appended" | "set" | "marked" | "rewrapped" | "tool deferred" }
  | { kind: "oldest thinking removed"; share: number };

/** A share of 100. */
export const anyShare = fc.integer({ min: 0, max: 99 });

export const anyHarmlessChange: fc.Arbitrary<HarmlessChange> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("appended" as const, "set" as const, "marked" as const, "rewrapped" as const),
  }),
  fc.record({ kind: fc.constant("tool deferred" as const) }),
  fc.record({ kind: fc.constant("oldest thinking removed" as const), share: anyShare }),
);

/** Changes a signed conversation in a way that its thinking does not mind. */
export function changed(request: MessagesRequest, earlier: number, change: HarmlessChange): MessagesRequest {
  switch (change.kind) {
    case "appended":
      return { ...request, messages: [...request.messages, assistant(text("z")), user(text("z"))] };
    case "set":
      return {
        ...request,
        max_tokens: 77,
        output_config: { effort: "medium" },
        tool_choice: { type: "none" },
      };
    case "marked":
      return remarked(request);
    case "rewrapped":
      return { ...request, messages: request.messages.flatMap(rewrapped) };
    case "tool deferred":
      return request.tools?.length ? { ...request, tools: [...request.tools, FOUND_LATER] } : request;
    case "oldest thinking removed": {
      const old = thinkingPlaces(request.messages).filter(({ message }) => message < earlier);
      return without(request, old.slice(0, Math.ceil(((change.share + 1) / 100) * old.length)));
    }
  }
}

const FOUND_LATER = { name: "found_later", input_schema: { type: "object" }, defer_loading: true };

/** Every marker gone, and one on the last block. */
function remarked(request: MessagesRequest): MessagesRequest {
  const bare = withoutMarkers(request) as unknown as MessagesRequest;
  return { ...bare, cache_control: { type: "ephemeral" } };
}

/** The same said in other messages: a single text as a string, a user's two blocks in a message each. */
function rewrapped(message: RequestMessage): RequestMessage[] {
  const blocks = blocksOf(message.content);
  const [only] = blocks;
  if (blocks.length === 1 && only?.text !== undefined && !only.cache_control) {
    return [{ role: message.role, content: only.text }];
  }
  const apart = message.role === "user" && blocks.every(({ type, text }) => type === "text" && text?.trim());
  return apart ? blocks.map((block) => user(block)) : [message];
}

/** The request without the blocks at some places. */
export function without(request: MessagesRequest, places: readonly Place[]): MessagesRequest {
  const gone = new Set(places.map(({ message, index }) => `${message} ${index}`));
  const messages = request.messages.map(({ role, content }, message) => ({
    role,
    content:
      typeof content === "string" ? content : content.filter((_, index) => !gone.has(`${message} ${index}`)),
  }));
  return { ...request, messages };
}

/** The same request with every cache marker left out. */
function withoutMarkers(request: MessagesRequest): Record<string, unknown> {
  const { cache_control: _marker, ...rest } = request;
  return {
    ...rest,
    ...(Array.isArray(request.tools) && { tools: request.tools.map((tool) => unmarked(tool)) }),
    ...(Array.isArray(request.system) && { system: request.system.map(unmarkedBlock) }),
    messages: request.messages.map((message) => ({
      ...message,
      content: typeof message.content === "string" ? message.content : message.content.map(unmarkedBlock),
    })),
  };
}
