/** Tool definitions, field by field: one's own (MR-36) and those that the API defines itself (MR-105). */
import { isObject } from "../../wire.ts";
import { aMarker, aScopedMarker } from "./marker.ts";
import {
  aBoolean,
  aCount,
  aDictionary,
  anInteger,
  aString,
  type Fields,
  kind,
  listOf,
  oneOf,
  orNull,
  type Shape,
} from "./schema.ts";
import { tagged } from "./tagged.ts";
import { TOOLSETS } from "./toolsets.ts";
import { CACHED, INCLUDED, WEB_FETCH, WEB_SEARCH } from "./web-tools.ts";

const COMMON: Fields = {
  allowed_callers: listOf(
    oneOf("direct", "code_execution_20250825", "code_execution_20260120", "code_execution_20260521"),
  ),
  cache_control: aScopedMarker,
  defer_loading: aBoolean,
  strict: aBoolean,
};
const EXAMPLES: Fields = { input_examples: listOf(aDictionary) };

/** MR-36: what a tool of one's own is made of. */
const custom = kind(
  { name: aString, input_schema: aDictionary },
  { ...COMMON, ...EXAMPLES, description: aString, eager_input_streaming: orNull(aBoolean) },
);

/** A tool that the API defines, under the name it always has. */
function own(name: string, optional: Fields = {}, required: Fields = {}): Shape {
  return kind({ name: oneOf(name), ...required }, { ...COMMON, ...optional });
}

const EDITOR = "str_replace_based_edit_tool";
const SCREEN: Fields = { display_height_px: aCount, display_width_px: aCount };
const ON_SCREEN: Fields = { ...EXAMPLES, display_number: orNull(anInteger) };
const ADVICE: Fields = { caching: aMarker, max_tokens: orNull(anInteger), max_uses: orNull(anInteger) };

/** MR-105: by type, the older dates that the API still takes among them. */
const OWN: Fields = {
  bash_20241022: own("bash", EXAMPLES),
  bash_20250124: own("bash", EXAMPLES),
  text_editor_20241022: own("str_replace_editor", EXAMPLES),
  text_editor_20250124: own("str_replace_editor", EXAMPLES),
  text_editor_20250429: own(EDITOR, EXAMPLES),
  text_editor_20250728: own(EDITOR, { ...EXAMPLES, max_characters: orNull(anInteger) }),
  memory_20250818: own("memory", EXAMPLES),
  computer_20241022: own("computer", ON_SCREEN, SCREEN),
  computer_20250124: own("computer", ON_SCREEN, SCREEN),
  computer_20251124: own("computer", { ...ON_SCREEN, enable_zoom: aBoolean }, SCREEN),
  code_execution_20250522: own("code_execution"),
  code_execution_20250825: own("code_execution"),
  code_execution_20260120: own("code_execution"),
  code_execution_20260521: own("code_execution"),
  web_search_20250305: own("web_search", WEB_SEARCH),
  web_search_20260209: own("web_search", WEB_SEARCH),
  web_search_20260318: own("web_search", { ...WEB_SEARCH, ...INCLUDED }),
  web_fetch_20250910: own("web_fetch", WEB_FETCH),
  web_fetch_20260209: own("web_fetch", WEB_FETCH),
  web_fetch_20260309: own("web_fetch", { ...WEB_FETCH, ...CACHED }),
  web_fetch_20260318: own("web_fetch", { ...WEB_FETCH, ...CACHED, ...INCLUDED }),
  advisor_20260301: own("advisor", ADVICE, { model: aString }),
  tool_search_tool_bm25: own("tool_search_tool_bm25"),
  tool_search_tool_bm25_20251119: own("tool_search_tool_bm25"),
  tool_search_tool_regex: own("tool_search_tool_regex"),
  tool_search_tool_regex_20251119: own("tool_search_tool_regex"),
  ...TOOLSETS,
};

const typed = tagged({ ...OWN, custom });

/** One tool definition. One that names no type is the client's own. */
export const aTool: Shape = (value, walk) => {
  const type = isObject(value) ? (value["type"] ?? "custom") : undefined;
  if (type !== "custom") return walk.under("MR-105", typed, value);
  return walk.under("MR-36/fields", (tool) => walk.within("custom", custom, tool), value);
};

/** The client's own tools, which come with a schema, among all that a request has. */
export function isOwnTool({ type }: Readonly<Record<string, unknown>>): boolean {
  return type === undefined || type === null || type === "custom";
}
