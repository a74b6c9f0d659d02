/** Generators of what a scripted model says. */
import fc from "fast-check";
import type { MessagesRequest, Reply, ReplyBlock } from "../../mock-api/index.ts";

// Here the text does matter: it is cut into pieces, and a cut must not fall inside of a character.
const anyWords = fc
  .array(fc.constantFrom("plain ", "é", "漢字", "🎉", "👩‍👩‍👧", "\n", '"', "\\", "\u2028"), { maxLength: 30 })
  .map((parts) => parts.join(""));

const anyInput = fc.dictionary(
  fc.constantFrom("a", "b", "päth"),
  fc.oneof(anyWords, fc.integer(), fc.array(anyWords)),
);

const anyBlock: fc.Arbitrary<ReplyBlock> = fc.oneof(
  fc.record({ type: fc.constant("text" as const), text: anyWords }),
  fc.record({ type: fc.constant("thinking" as const), thinking: anyWords }),
  fc.record({ type: fc.constant("redacted_thinking" as const) }),
  fc.record({ type: fc.constant("tool_use" as const), name: fc.constant("tool0"), input: anyInput }),
);

/** One reply with content of every kind. */
export const anyReply: fc.Arbitrary<Reply> = fc.record({ content: fc.array(anyBlock, { maxLength: 6 }) });

/** A model that is a function of its request: what it says depends on how much it was told. */
export function countingModel(request: MessagesRequest): Reply {
  const heard = JSON.stringify(request.messages).length;
  return {
    content: [
      { type: "thinking", thinking: `heard ${heard}` },
      { type: "text", text: `${request.messages.length} messages` },
      { type: "tool_use", name: "tool0", input: { heard } },
    ],
  };
}
