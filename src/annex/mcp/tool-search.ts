/** The ToolSearch tool: shows the model tools that it knows by name only. */
import { inputs, type Tool, type ToolOutcome } from "../../tools/tool.ts";
import { searched } from "./ranking.ts";

/** The tool's name. */
export const TOOL_SEARCH = "ToolSearch";

const FOUND_AT_MOST = 5;
const MOST_FOUND = 20;

/** Makes the tool that finds these. What it finds, the API shows the model in full from there on. */
export function toolSearch(tools: readonly Pick<Tool, "name" | "description">[]): Tool {
  return {
    name: TOOL_SEARCH,
    kind: "read",
    description: `Looks up tools that are known by name only, such as those of MCP servers: until then they cannot be called. A query "select:NAME,NAME" shows the tools of these names. Any other query is words, which are looked for in names and descriptions, the best matches first; a word with + in front has to be there.`,
    inputSchema: inputs(["query"], {
      query: { type: "string", description: '"select:NAME,NAME", or words to search by.' },
      max_results: {
        type: "integer",
        description: `How many tools a search by words shows at most: ${FOUND_AT_MOST} where nothing is said, ${MOST_FOUND} at most.`,
      },
    }),
    run: async ({ query, max_results = FOUND_AT_MOST }) => {
      const most = Math.min(MOST_FOUND, Math.max(1, Number(max_results)));
      return outcomeOf(String(query), searched(String(query), tools, most), tools.length);
    },
  };
}

/** References alone stand in a result: the API takes nothing beside them. Law: mcp-references-known */
function outcomeOf(query: string, found: readonly { name: string }[], all: number): ToolOutcome {
  const matches = found.map(({ name }) => name);
  if (matches.length === 0)
    return {
      content: `No tool matches ${JSON.stringify(query)}. There are ${all} to be found.`,
      isError: false,
    };
  const content = matches.map((tool_name) => ({ type: "tool_reference", tool_name }));
  return { content, isError: false, details: { matches, query, total_deferred_tools: all } };
}

/** Has the model been shown a tool, by what tools have left on the path? */
export function isShown(name: string, past: readonly Readonly<Record<string, unknown>>[]): boolean {
  return past.some(({ matches }) => Array.isArray(matches) && matches.includes(name));
}
