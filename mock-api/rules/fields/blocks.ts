/** The content blocks of a conversation that client or model write, field by field (MR-10, MR-39, MR-60). */
import { aMarker } from "./marker.ts";
import {
  aBoolean,
  anInteger,
  anything,
  aString,
  type Fields,
  kind,
  listOf,
  object,
  oneOf,
  orNull,
  orString,
  type Shape,
} from "./schema.ts";
import { tagged, untagged } from "./tagged.ts";
import { aText, aTextAlone } from "./text.ts";

const MEDIA_TYPES = oneOf("image/jpeg", "image/png", "image/gif", "image/webp");

/** MR-60: the kinds of images that the model can read. */
const mediaType: Shape = (value, walk) => walk.under("MR-60/media-type", MEDIA_TYPES, value);

const marked = { cache_control: aMarker };
const url = kind({ url: aString });
const file = kind({ file_id: aString });

const image = kind(
  {
    source: tagged({ base64: kind({ data: aString, media_type: mediaType }), url, file }),
  },
  { ...marked, transformations: orNull(object({}, { oversized_image: oneOf("downsize", "error") })) },
);

/** Whether documents may be quoted from. */
export const citationsSetting: Shape = object({}, { enabled: aBoolean });

/** A document, sent along or fetched. */
export const document: Shape = kind(
  {
    source: tagged({
      base64: kind({ data: aString, media_type: oneOf("application/pdf") }),
      text: kind({ data: aString, media_type: oneOf("text/plain") }),
      content: kind({ content: orString(listOf(tagged({ text: aText, image }))) }),
      url,
      file,
    }),
  },
  { ...marked, citations: orNull(citationsSetting), context: orNull(aString), title: orNull(aString) },
);

const searchResult = kind(
  { content: listOf(aTextAlone), source: aString, title: aString },
  { ...marked, citations: orNull(citationsSetting) },
);

/** A tool that was found, by its name. */
export const toolReference: Shape = kind({ tool_name: aString }, marked);

const downloaded = { download_id: aString, url: aString };
const browserState = kind(
  {
    tabs: listOf(object({ tab_id: aString, title: aString, url: aString }, { active: aBoolean })),
  },
  {
    ...marked,
    state_changes: orNull(
      listOf(
        tagged({
          tab_opened: kind({ tab_id: aString }),
          download_started: kind(downloaded),
          download_completed: kind(downloaded, { path: orNull(aString), size_bytes: orNull(anInteger) }),
          download_failed: kind(downloaded, { error: orNull(aString) }),
        }),
      ),
    ),
  },
);

const resultParts = orString(
  listOf(
    tagged({
      text: aText,
      image,
      document,
      search_result: searchResult,
      tool_reference: toolReference,
      browser_state: browserState,
    }),
  ),
);

/** Who made a call: the model itself, or code that it runs on the server. */
export const caller: Shape = untagged({
  direct: kind({}),
  code_execution_20250825: kind({ tool_id: aString }),
  code_execution_20260120: kind({ tool_id: aString }),
});

const toolUse = kind(
  // What the input has to be is MR-33's to say.
  { id: aString, name: aString, input: anything },
  { ...marked, caller, toolset_name: orNull(aString) },
);

const toolResult = kind(
  { tool_use_id: aString },
  {
    ...marked,
    content: (value, walk) => walk.under("MR-39", resultParts, value),
    is_error: aBoolean,
    toolset_name: orNull(aString),
  },
);

/** The blocks by their type. */
export const BLOCKS: Fields = {
  text: aText,
  image,
  document,
  search_result: searchResult,
  // Signatures and encrypted thinking are MR-45's, which has its own words for one that is missing.
  thinking: kind({ thinking: aString }, { signature: anything }),
  redacted_thinking: kind({}, { data: anything }),
  tool_use: toolUse,
  tool_result: toolResult,
};
