/** What the tools that search and read the web can be set to (MR-105). */
import { citationsSetting } from "./blocks.ts";
import { aBoolean, anInteger, aString, type Fields, kind, listOf, object, oneOf, orNull } from "./schema.ts";
import { tagged } from "./tagged.ts";

const domains = orNull(listOf(aString));
const limits: Fields = {
  allowed_domains: domains,
  blocked_domains: domains,
  max_uses: orNull(anInteger),
};
const place = orNull(aString);
const userLocation = object(
  { type: oneOf("approximate") },
  { city: place, country: place, region: place, timezone: place },
);

const fromTools = listOf(tagged({ tool_reference: kind({ name: aString }) }));
const allOrNone: Fields = { all: kind({}), none: kind({}) };
const chosen = tagged({
  ...allOrNone,
  only: kind({ tools: fromTools }),
  except: kind({ tools: fromTools }),
});
const urlSources = object(
  {},
  { client_tool_results: chosen, server_tool_results: chosen, user_input: tagged(allOrNone) },
);

/** Settings of every web search. */
export const WEB_SEARCH: Fields = { ...limits, user_location: orNull(userLocation) };

/** Settings of every web fetch. */
export const WEB_FETCH: Fields = {
  ...limits,
  citations: orNull(citationsSetting),
  max_content_tokens: orNull(anInteger),
  url_sources: orNull(urlSources),
};

/** From 2026-03-09 on for a fetch. */
export const CACHED: Fields = { use_cache: aBoolean };

/** From 2026-03-18 on for both. */
export const INCLUDED: Fields = { response_inclusion: oneOf("full", "excluded") };
