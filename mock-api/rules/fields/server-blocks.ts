/** The content blocks that the server's own tools and features leave in a conversation (MR-10, MR-77, MR-103). */
import { caller, document, toolReference } from "./blocks.ts";
import { aMarker } from "./marker.ts";
import {
  aBoolean,
  anInteger,
  anything,
  aString,
  type Fields,
  kind,
  listOf,
  listOr,
  object,
  oneOf,
  orNull,
  orString,
  type Shape,
} from "./schema.ts";
import { untagged } from "./tagged.ts";
import { aTextAlone } from "./text.ts";

const marked = { cache_control: aMarker };
const failed = kind({ error_code: aString });
const failedWithWords = kind({ error_code: aString }, { error_message: orNull(aString) });
const count = orNull(anInteger);

/** What a server tool gave back, by the type of its content. */
function resultOf(contents: Fields, more: Fields = {}): Shape {
  return kind({ tool_use_id: aString, content: untagged(contents) }, { ...marked, ...more });
}

const webSearchResult = kind(
  { encrypted_content: aString, title: aString, url: aString },
  { page_age: orNull(aString) },
);
const webFetchResult = kind(
  { content: untagged({ document }), url: aString },
  { retrieved_at: orNull(aString) },
);

const output = (type: string): Shape => listOf(object({ type: oneOf(type), file_id: aString }));
const ran = { return_code: anInteger, stderr: aString };

const SERVER_TOOLS = oneOf(
  "advisor",
  "web_search",
  "web_fetch",
  "code_execution",
  "bash_code_execution",
  "text_editor_code_execution",
  "tool_search_tool_regex",
  "tool_search_tool_bm25",
);

const textEditorResult = resultOf({
  text_editor_code_execution_tool_result_error: failedWithWords,
  text_editor_code_execution_view_result: kind(
    { content: aString, file_type: oneOf("text", "image", "pdf") },
    { num_lines: count, start_line: count, total_lines: count },
  ),
  text_editor_code_execution_create_result: kind({ is_file_update: aBoolean }),
  text_editor_code_execution_str_replace_result: kind(
    {},
    {
      lines: orNull(listOf(aString)),
      new_lines: count,
      new_start: count,
      old_lines: count,
      old_start: count,
    },
  ),
});

/** The blocks of the server's tools by their type. */
export const SERVER_BLOCKS: Fields = {
  server_tool_use: kind({ id: aString, name: SERVER_TOOLS, input: anything }, { ...marked, caller }),
  web_search_tool_result: kind(
    {
      tool_use_id: aString,
      content: listOr(
        untagged({ web_search_result: webSearchResult }),
        untagged({ web_search_tool_result_error: failed }),
      ),
    },
    { ...marked, caller },
  ),
  web_fetch_tool_result: resultOf(
    { web_fetch_tool_result_error: failed, web_fetch_result: webFetchResult },
    { caller },
  ),
  advisor_tool_result: resultOf({
    advisor_tool_result_error: failed,
    advisor_result: kind({ text: aString }, { stop_reason: orNull(aString) }),
    advisor_redacted_result: kind({ encrypted_content: aString }, { stop_reason: orNull(aString) }),
  }),
  code_execution_tool_result: resultOf({
    code_execution_tool_result_error: failed,
    code_execution_result: kind({ ...ran, stdout: aString, content: output("code_execution_output") }),
    encrypted_code_execution_result: kind({
      ...ran,
      encrypted_stdout: aString,
      content: output("code_execution_output"),
    }),
  }),
  bash_code_execution_tool_result: resultOf({
    bash_code_execution_tool_result_error: failed,
    bash_code_execution_result: kind({
      ...ran,
      stdout: aString,
      content: output("bash_code_execution_output"),
    }),
  }),
  text_editor_code_execution_tool_result: textEditorResult,
  tool_search_tool_result: resultOf({
    tool_search_tool_result_error: failedWithWords,
    tool_search_tool_search_result: kind({
      tool_references: listOf(untagged({ tool_reference: toolReference })),
    }),
  }),
  mcp_tool_use: kind({ id: aString, name: aString, server_name: aString, input: anything }, marked),
  mcp_tool_result: kind(
    { tool_use_id: aString },
    { ...marked, content: orString(listOf(aTextAlone)), is_error: aBoolean },
  ),
  container_upload: kind({ file_id: aString }, marked),
};
