/** Generators of what a scripted model says and how it arrives, and models that tests share. */
import fc from "fast-check";
import type { MessagesRequest, Reply, ReplyBlock } from "../../mock-api/index.ts";
import { shownAs } from "../support/law.ts";

// Here the text does matter: it is cut into pieces, and a cut must not fall inside of a character.
const anyWords = fc
  .array(fc.constantFrom("plain ", "é", "漢字", "🎉", "👩‍👩‍👧", "\n", '"', "\\", "\u2028"), { maxLength: 30 })
  .map((parts) => parts.join(""));

const anyInput = fc.dictionary(
  fc.constantFrom("a", "b", "päth"),
  fc.oneof(anyWords, fc.integer(), fc.array(anyWords)),
);

const anyCitations = fc.constantFrom<{ citations?: unknown[] }>(
  {},
  { citations: [] },
  { citations: [{ type: "char_location", cited_text: "c0" }] },
);
const anyText = fc
  .tuple(anyWords, anyCitations)
  .map(([text, citations]): ReplyBlock => ({ type: "text", text, ...citations }));
const aSearch: ReplyBlock[] = [
  { type: "server_tool_use", name: "web_search", input: { query: "q0" } },
  { type: "web_search_tool_result", content: [{ type: "web_search_result", url: "https://u0.example" }] },
];
const anyPart: fc.Arbitrary<ReplyBlock[]> = fc.oneof(
  anyText.map((block) => [block]),
  anyWords.map((thinking): ReplyBlock[] => [{ type: "thinking", thinking }]),
  anyInput.map((input): ReplyBlock[] => [{ type: "tool_use", name: "tool0", input }]),
  fc.constantFrom<ReplyBlock[]>([{ type: "redacted_thinking" }], aSearch),
);

/** Blocks that only the beta methods of a client put together. */
const anyBetaPart: fc.Arbitrary<ReplyBlock[]> = fc.constantFrom<ReplyBlock[]>(
  [{ type: "compaction", content: "summary 0", signature: "sig0" }],
  [{ type: "compaction", content: "summary 1", encrypted_content: "e1" }],
  [{ type: "compaction", content: null }],
);

/** Reasons to stop that the script gives, each with what goes with it. */
const anyStop = fc.constantFrom<Pick<Reply, "stop_reason" | "stop_sequence" | "stop_details">>(
  {},
  { stop_reason: "pause_turn" },
  { stop_reason: "max_tokens" },
  { stop_reason: "stop_sequence", stop_sequence: "END" },
  { stop_reason: "refusal" },
  { stop_reason: "refusal", stop_details: { type: "refusal", category: "cyber", explanation: "e0" } },
  { stop_reason: "model_context_window_exceeded" },
);

const anyContainer = fc.constantFrom(undefined, { id: "container_0", expires_at: "2026-11-30T00:00:00Z" });

/** How a stream arrives, but for the size of its chunks. */
const anyDecoration: fc.Arbitrary<Reply["delivery"]> = fc.record(
  {
    pings: fc.array(fc.nat(12), { maxLength: 3 }),
    delta_chars: fc.constantFrom(1, 5, 1_000),
    message_deltas: fc.constantFrom(1, 3),
    silent_empty_input: fc.boolean(),
    line_end: fc.constantFrom("\n", "\r\n", "\r"),
    comments: fc.boolean(),
  },
  { requiredKeys: [] },
);

const anyReplyOf = (part: fc.Arbitrary<ReplyBlock[]>): fc.Arbitrary<Reply> =>
  shownAs(
    fc
      .record({
        parts: fc.array(part, { maxLength: 6 }),
        stop: anyStop,
        container: anyContainer,
        delivery: anyDecoration,
      })
      .map(
        ({ parts, stop, container, delivery = {} }): Reply => ({
          content: parts.flat(),
          ...stop,
          ...(container && { container }),
          ...(Object.keys(delivery).length > 0 && { delivery }),
        }),
      ),
    shownReply,
  );

/** One reply with content of every kind, every reason to stop, and delivered in every way. */
export const anyReply: fc.Arbitrary<Reply> = anyReplyOf(anyPart);

/** The same, with blocks of the betas among them. */
export const anyBetaReply: fc.Arbitrary<Reply> = anyReplyOf(fc.oneof(anyPart, anyBetaPart));

/** What leaves too little room for most replies, and what leaves plenty. */
export const anyMaxTokens = fc.constantFrom(1, 9, 14, 20, 30, 60, 1_024);

/** A reply as a person would tell it. */
export function shownReply({ content = [], ...rest }: Reply): string {
  const said = content.map(({ type, ...block }) => `${type} ${JSON.stringify(Object.values(block))}`);
  const more = Object.entries(rest).map(([field, value]) => `${field} ${JSON.stringify(value)}`);
  return ["a reply:", ...said, ...more].join("\n  ");
}

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
