/** What the model wrote of an answer, in tokens (MR-63). */
import type { ReplyBlock } from "../models/scripted.ts";
import { countTokens } from "../prompt/tokens.ts";

/**
 * The tokens that the model wrote for a block. What the API adds, ids, signatures and citations, costs nothing, nor
 * does a block that the server made. Thinking is counted in full whether or not it is shown (MR-89).
 */
export function writtenTokens(block: ReplyBlock): number {
  switch (block.type) {
    case "text":
      return countTokens({ type: "text", text: block.text });
    case "thinking":
      return countTokens({ type: "thinking", thinking: block.thinking });
    case "redacted_thinking":
      return countTokens({ type: "redacted_thinking" });
    case "tool_use":
    case "server_tool_use":
      return countTokens({ type: block.type, name: block.name, input: block.input });
    default:
      return 0;
  }
}
