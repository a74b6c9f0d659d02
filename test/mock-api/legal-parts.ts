/** Content other than text, and settings that change no answer: what a legal request may have besides. */
import fc from "fast-check";
import type { RequestBlock, RequestTool } from "../../mock-api/wire.ts";
import { DOT } from "./pictures.ts";

/** What a user's message shows beside its text. */
export type Exhibit = "nothing" | "an image" | "a document" | "a search result";

export const anyExhibit = fc.constantFrom<Exhibit>(
  "nothing",
  "nothing",
  "an image",
  "a document",
  "a search result",
);

/** The blocks of an exhibit; what is said in it is numbered by the caller. */
export function exhibited(exhibit: Exhibit, said: string): RequestBlock[] {
  const shown: Record<Exhibit, object[]> = {
    nothing: [],
    "an image": [structuredClone(DOT)],
    "a document": [
      {
        type: "document",
        source: { type: "text", media_type: "text/plain", data: said },
        title: said,
        citations: { enabled: true },
      },
    ],
    "a search result": [
      { type: "search_result", source: said, title: said, content: [{ type: "text", text: said }] },
    ],
  };
  return shown[exhibit] as RequestBlock[];
}

/** What a tool gave back. */
export type Outcome = "a string" | "parts" | "an image" | "nothing" | "an error";

export const anyOutcome = fc.constantFrom<Outcome>(
  "a string",
  "a string",
  "parts",
  "an image",
  "nothing",
  "an error",
);

/** The fields of a result. */
export function outcome(
  kind: Outcome,
  said: string,
): { content?: string | RequestBlock[]; is_error?: boolean } {
  if (kind === "nothing") return {};
  if (kind === "an image") return { content: [structuredClone(DOT)] };
  if (kind === "parts")
    return { content: [{ type: "text", text: said }, ...exhibited("a search result", said)] };
  return { content: said, ...(kind === "an error" && { is_error: true }) };
}

/** Tools that the API defines itself. */
export const anyOwnTools: fc.Arbitrary<RequestTool[]> = fc.subarray<RequestTool>([
  { type: "bash_20250124", name: "bash" },
  { type: "text_editor_20250728", name: "str_replace_based_edit_tool", max_characters: 10_000 },
  { type: "web_search_20260318", name: "web_search", max_uses: 3 },
]);

/** Settings that say who asks and how soon. */
export const anyAside = fc.record(
  {
    metadata: fc.constantFrom({ user_id: "u0" }, { user_id: null }, {}),
    service_tier: fc.constantFrom("auto", "standard_only"),
  },
  { requiredKeys: [] },
);
