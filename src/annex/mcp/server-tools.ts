/** The tools of servers, as a session has them: each is looked for before it is called (D-17). */
import { inputs, type Tool, ToolError } from "../../tools/tool.ts";
import type { FrozenTool } from "./frozen-tools.ts";
import type { McpServer } from "./one-server.ts";
import { outcomeOf } from "./results.ts";
import { isShown, TOOL_SEARCH } from "./tool-search.ts";

/**
 * The tool that the model calls. Whatever its server says of it, it counts as one that runs things: what a server calls
 * read-only is its own word. Its input is checked by the server, who alone knows what it takes now.
 */
export function serverTool({ name, tool, description, schema }: FrozenTool, server: McpServer): Tool {
  return {
    name,
    description,
    kind: "shell",
    deferred: true,
    inputSchema: inputs([], {}),
    anySchema: schema,
    run: async (input, { past, signal }) => {
      // Of a tool that it has not been shown the model can only guess what it takes.
      if (!isShown(name, past()))
        throw new ToolError(
          `The tool was not run: what input it takes has not been looked up. Call ${TOOL_SEARCH} with "select:${name}", then call it again.`,
        );
      return outcomeOf(await server.call(tool, input, signal));
    },
  };
}
