/** Text blocks and what they may quote (MR-10, MR-55). */
import { isObject } from "../../wire.ts";
import { aMarker, aScopedMarker } from "./marker.ts";
import { anInteger, aString, kind, listOf, object, oneOf, orNull, type Shape } from "./schema.ts";
import { tagged } from "./tagged.ts";

const quoted = { cited_text: aString };
// What an answer says of a file may be sent back with it.
const inDocument = {
  ...quoted,
  document_index: anInteger,
  document_title: orNull(aString),
};
const ofFile = { file_id: orNull(aString) };

const citation = tagged({
  char_location: kind({ ...inDocument, start_char_index: anInteger, end_char_index: anInteger }, ofFile),
  page_location: kind({ ...inDocument, start_page_number: anInteger, end_page_number: anInteger }, ofFile),
  content_block_location: kind(
    { ...inDocument, start_block_index: anInteger, end_block_index: anInteger },
    ofFile,
  ),
  web_search_result_location: kind({
    ...quoted,
    encrypted_index: aString,
    title: orNull(aString),
    url: aString,
  }),
  search_result_location: kind({
    ...quoted,
    search_result_index: anInteger,
    source: aString,
    start_block_index: anInteger,
    end_block_index: anInteger,
    title: orNull(aString),
  }),
});

const citations = orNull(listOf(citation));

/** A text among blocks of other types, whose paths name the type. */
export const aText: Shape = markedOnlyWithText(
  kind({ text: aString }, { citations, cache_control: aMarker }),
);

/** A text where nothing else may stand, so that its path does not name the type. */
export const aTextAlone: Shape = markedOnlyWithText(
  object({ type: oneOf("text"), text: aString }, { citations, cache_control: aMarker }),
);

/** MR-23: one of the texts that the system prompt is made of. */
export const aSystemText: Shape = markedOnlyWithText(
  object({ type: oneOf("text"), text: aString }, { citations, cache_control: aScopedMarker }),
);

/** MR-55: a marker cannot stand on a text that says nothing. */
function markedOnlyWithText(shape: Shape): Shape {
  return (value, walk) => {
    shape(value, walk);
    if (isObject(value) && value["text"] === "" && value["cache_control"] != null) {
      walk.flaw("cache_control cannot be set for empty text blocks", "MR-55");
    }
  };
}
