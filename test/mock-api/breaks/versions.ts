/** Ways to break the rules of rules/versions.ts. */
import type { RequestBlock } from "../../../mock-api/index.ts";
import { assistant, call, result, text, user } from "../blocks.ts";
import { adding } from "./break.ts";

const CITING = text("x", {
  citations: [
    {
      type: "char_location",
      cited_text: "y",
      document_index: 0,
      document_title: null,
      start_char_index: 0,
      end_char_index: 1,
    },
  ],
});
const PLAIN: RequestBlock = {
  type: "document",
  source: { type: "text", media_type: "text/plain", data: "x" },
};
const FOUND = { type: "search_result", source: "x", title: "x", content: [CITING] };

export const ofVersions = [
  adding("MR-4", "a document in an assistant message", () => ({
    messages: [assistant(text("z"), PLAIN), user(text("z"))],
  })),
  adding("MR-5", "a user's text that cites", () => ({ messages: [assistant(text("z")), user(CITING)] })),
  adding("MR-5", "a text that cites in a search result", () => ({
    messages: [assistant(text("z")), user(FOUND as unknown as RequestBlock)],
  })),
  adding("MR-5", "a text that cites in a tool result", () => ({
    messages: [assistant(call("x")), user(result("x", { content: [FOUND] }))],
  })),
];
