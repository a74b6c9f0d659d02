/** Sets of tools that a request names as one: a computer, a browser, the tools of an MCP server (MR-105). */
import { isObject } from "../../wire.ts";
import { aScopedMarker } from "./marker.ts";
import {
  aBoolean,
  aDictionary,
  aString,
  type Fields,
  kind,
  listOf,
  object,
  orNull,
  type Shape,
} from "./schema.ts";

const setting = orNull(object({}, { defer_loading: orNull(aBoolean), enabled: orNull(aBoolean) }));

function settingsOf(members: string): Shape {
  return orNull(object({}, Object.fromEntries(members.split(" ").map((name) => [name, setting]))));
}

const POINTING =
  "double_click hold_key key left_click left_click_drag left_mouse_down left_mouse_up middle_click mouse_move " +
  "right_click screenshot scroll triple_click type wait zoom";
const BROWSING =
  "close_tab file_upload find form_input get_page_text hover javascript_exec list_tabs navigate new_tab " +
  "read_console read_network read_page scroll_to switch_tab";

const mcpSettings = { defer_loading: aBoolean, enabled: aBoolean };
const byTool: Shape = (value, walk) =>
  isObject(value)
    ? object({}, Object.fromEntries(Object.keys(value).map((name) => [name, object({}, mcpSettings)])))(
        value,
        walk,
      )
    : walk.flaw("Input should be a valid dictionary");

/** A tool as an MCP server lists it. */
export const listedTool: Shape = object(
  { name: aString, input_schema: aDictionary },
  { description: orNull(aString) },
);

/** The sets by their type. */
export const TOOLSETS: Fields = {
  computer_toolset_20260801: kind(
    {},
    { cache_control: aScopedMarker, configs: settingsOf(`cursor_position ${POINTING}`) },
  ),
  browser_toolset_20260801: kind(
    {},
    { cache_control: aScopedMarker, configs: settingsOf(`${BROWSING} ${POINTING}`) },
  ),
  mcp_toolset: kind(
    { mcp_server_name: aString },
    {
      cache_control: aScopedMarker,
      configs: orNull(byTool),
      default_config: object({}, mcpSettings),
      tools: orNull(listOf(listedTool)),
    },
  ),
};
