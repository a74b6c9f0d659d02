/** Blocks that change what the model works with: compaction, fallback, tools that come and go (MR-24, MR-77, MR-103). */
import { aMarker } from "./marker.ts";
import { anything, aString, type Fields, kind, listOf, object, orNull } from "./schema.ts";
import { tagged } from "./tagged.ts";
import { aTool } from "./tools.ts";
import { listedTool } from "./toolsets.ts";

const marked = { cache_control: aMarker };
const model = object({ model: aString });

/** A tool named, not defined. */
const NAMED: Fields = {
  tool_reference: kind({ name: aString }),
  mcp_tool_reference: kind({ name: aString, server_name: aString }),
  mcp_toolset_reference: kind({ server_name: aString }),
};

/** Tools that are added to or taken from those of the request (MR-24). */
export const TOOL_CHANGES: Fields = {
  tool_addition: kind({ tool: tagged({ ...NAMED, tool_definition: kind({ definition: aTool }) }) }, marked),
  tool_removal: kind({ tool: tagged(NAMED) }, marked),
};

/** The blocks by their type. */
export const FEATURE_BLOCKS: Fields = {
  ...TOOL_CHANGES,
  compaction: kind(
    {},
    {
      ...marked,
      content: orNull(aString),
      encrypted_content: orNull(aString),
      signature: orNull(aString),
      tool_changes: orNull(listOf(tagged(TOOL_CHANGES))),
    },
  ),
  mcp_tool_listing: kind({ mcp_server_name: aString, tools: listOf(listedTool) }),
  fallback: kind({ from: model, to: model }, { trigger: anything }),
};
