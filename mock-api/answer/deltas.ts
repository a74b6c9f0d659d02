/** How one block of an answer is streamed: what its start holds, and what comes piece by piece (MR-67 to MR-69). */
import type { AnswerBlock } from "../wire.ts";
import type { StreamEvent } from "./delivery.ts";

/** What decides how a block is cut into pieces. */
export interface DeltaStyle {
  /** Characters in a piece of text; left out: few, and more in a long text. */
  chars?: number;
  /** A call's input comes as it is written, and not key by key (MR-72). */
  eager: boolean;
  /** In place of the input's JSON. */
  partial?: string;
  /** Nothing in place of `{}` (MR-67). */
  silentWhenEmpty: boolean;
}

/** A block as its start shows it. A block that the server made is whole there (MR-68). */
export function startOf(block: AnswerBlock): AnswerBlock {
  switch (block.type) {
    case "text":
      return { ...block, text: "", ...(block.citations && { citations: [] }) };
    case "thinking":
      return { ...block, thinking: "", signature: "" };
    case "tool_use":
    case "server_tool_use":
      return { ...block, input: {} };
    case "compaction":
      return isWhole(block) ? block : { ...block, content: null };
    default:
      return block;
  }
}

/** The deltas that make the block out of its start. */
export function* deltasOf(block: AnswerBlock, style: DeltaStyle): Generator<StreamEvent> {
  switch (block.type) {
    case "text":
      for (const text of pieces(block.text, style)) yield { type: "text_delta", text };
      for (const citation of block.citations ?? []) yield { type: "citations_delta", citation };
      return;
    case "thinking":
      // MR-69: of thinking that is left out only the signature comes.
      for (const thinking of pieces(block.thinking, style)) yield { type: "thinking_delta", thinking };
      yield { type: "signature_delta", signature: block.signature };
      return;
    case "tool_use":
    case "server_tool_use":
      yield { type: "input_json_delta", partial_json: "" };
      for (const partial_json of inputPieces(block.input, style)) {
        yield { type: "input_json_delta", partial_json };
      }
      return;
    case "compaction":
      if (!isWhole(block)) yield compactionDelta(block);
  }
}

/** A summary on demand is signed and comes whole; one that a threshold made comes in a delta (MR-68, MR-102, MR-103). */
function isWhole({ signature }: Extract<AnswerBlock, { type: "compaction" }>): boolean {
  return typeof signature === "string";
}

function compactionDelta(block: Extract<AnswerBlock, { type: "compaction" }>): StreamEvent {
  const { content, encrypted_content } = block;
  return {
    type: "compaction_delta",
    content,
    ...(encrypted_content !== undefined && { encrypted_content }),
  };
}

function inputPieces(input: unknown, style: DeltaStyle): Iterable<string> {
  const { eager, partial, silentWhenEmpty } = style;
  const json = partial ?? JSON.stringify(input);
  if (silentWhenEmpty && json === "{}") return [];
  return eager || partial !== undefined ? pieces(json, style) : wholeKeys(input);
}

/** The JSON of an input, a key with its value in each piece: the API has seen the value whole before it sends it. */
function* wholeKeys(input: unknown): Generator<string> {
  const entries = Object.entries(Object(input));
  if (entries.length === 0) yield "{}";
  for (const [index, [key, value]] of entries.entries()) {
    const [open, close] = [index === 0 ? "{" : ",", index === entries.length - 1 ? "}" : ""];
    yield `${open}${JSON.stringify(key)}:${JSON.stringify(value)}${close}`;
  }
}

const PIECE = 12;
const MOST_PIECES = 40;

/** Cuts text into small pieces between code points; a long text into larger ones, so that its events stay few. */
function* pieces(text: string, { chars }: DeltaStyle): Generator<string> {
  const points = Array.from(text);
  const size = chars ?? Math.max(PIECE, Math.ceil(points.length / MOST_PIECES));
  for (let at = 0; at < points.length; at += size) yield points.slice(at, at + size).join("");
}
