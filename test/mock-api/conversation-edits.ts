/** Edits of a conversation that thinking behind them does not survive (MR-47), each at a place of its own. */
import fc from "fast-check";
import { blocksOf } from "../../mock-api/prompt/prompt.ts";
import { isThinking } from "../../mock-api/thinking/signatures.ts";
import type { MessagesRequest, RequestBlock, RequestMessage } from "../../mock-api/wire.ts";
import { assistant, text, user } from "./blocks.ts";
import { anyShare, without } from "./bound-conversations.ts";
import { type Place, thinkingPlaces } from "./signing.ts";

/** What makes the thinking behind it invalid (MR-47). */
export type Edit =
  | { kind: "system" | "tool added" | "turn put in front" }
  | { kind: "block" | "text added" | "middle thinking removed"; share: number };

export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constantFrom("system" as const, "tool added" as const, "turn put in front" as const),
  }),
  fc.record({
    kind: fc.constantFrom("block" as const, "text added" as const, "middle thinking removed" as const),
    share: anyShare,
  }),
);

/** A conversation after an edit, and where the first thinking block stands that no longer holds. */
export interface Edited {
  request: MessagesRequest;
  firstInvalid: Place;
}

/** Edits a signed conversation somewhere before its last thinking block. */
export function edited(request: MessagesRequest, earlier: number, edit: Edit): Edited {
  const { messages } = request;
  const places = thinkingPlaces(messages);
  switch (edit.kind) {
    case "system":
      return behind({ ...request, system: "another one" }, START);
    case "tool added":
      return behind(
        { ...request, tools: [{ name: "new", input_schema: { type: "object" } }, ...(request.tools ?? [])] },
        START,
      );
    case "turn put in front":
      return behind({ ...request, messages: [user(text("x")), assistant(text("y")), ...messages] }, START);
    case "block": {
      const said = saidBefore(messages, places.at(-1) ?? START);
      return editedBlock(request, picked(said, edit.share));
    }
    case "text added": {
      // Not between two messages of results, for there a text stands in the way of the second.
      const asked = saidBefore(messages, places.at(-1) ?? START).filter(
        ({ message }) => messages[message]?.role === "user" && messages[message + 1]?.role === "assistant",
      );
      return textAdded(request, picked(asked, edit.share).message);
    }
    case "middle thinking removed": {
      // Neither the first nor the last of all, and not of the open loop: there nothing may be left out.
      const middle = places.slice(1, -1).filter(({ message }) => message < earlier);
      const gone = picked(middle, edit.share);
      return behind(without(request, [gone]), { message: gone.message, index: gone.index - 1 });
    }
  }
}

const START: Place = { message: -1, index: -1 };

/** Where the first thinking block behind a place stands. */
function behind(request: MessagesRequest, place: Place): Edited {
  const firstInvalid = thinkingPlaces(request.messages).find((each) => isBefore(place, each));
  if (!firstInvalid) throw new Error("There is no thinking behind the edit.");
  return { request, firstInvalid };
}

function isBefore(one: Place, other: Place): boolean {
  return one.message < other.message || (one.message === other.message && one.index < other.index);
}

/** The places of all that is no thinking, up to a place. */
function saidBefore(messages: readonly RequestMessage[], end: Place): Place[] {
  return messages.flatMap(({ content }, message) =>
    blocksOf(content)
      .map((block, index) => ({ block, message, index }))
      .filter(({ block, ...place }) => !isThinking(block) && isBefore(place, end)),
  );
}

function picked<Item>(items: readonly Item[], share: number): Item {
  return items[Math.floor((share / 100) * items.length)] as Item;
}

function editedBlock(request: MessagesRequest, place: Place): Edited {
  const messages = request.messages.map(({ role, content }, message) => ({
    role,
    content: blocksOf(content).map((block, index) =>
      message === place.message && index === place.index ? editedWords(block) : block,
    ),
  }));
  return behind({ ...request, messages }, place);
}

function editedWords(block: RequestBlock): RequestBlock {
  if (block.type === "text") return { ...block, text: `${block.text}!` };
  if (block.type === "tool_use") return { ...block, input: { ...(block.input as object), edited: true } };
  return block.type === "tool_result" ? { ...block, content: "edited" } : text("edited");
}

function textAdded(request: MessagesRequest, at: number): Edited {
  const messages = request.messages.map(({ role, content }, message) => ({
    role,
    content: message === at ? [...blocksOf(content), text("added")] : content,
  }));
  return behind({ ...request, messages }, { message: at, index: Number.MAX_SAFE_INTEGER });
}
