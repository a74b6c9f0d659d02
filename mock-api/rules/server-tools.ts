/** The server runs its own tools within an answer: what such a call leaves in the conversation (MR-29, MR-40). */
import { type MergedMessage, type PlacedBlock, pathOf } from "../prompt/merge.ts";
import type { MessagesRequest, RequestBlock } from "../wire.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

/** Order: results without a call, then calls without a result. */
export const serverToolRules: RefusalRule[] = [
  {
    id: "MR-29",
    part: "server",
    checks: "what a server tool gave back stands behind its call",
    kind: "refusal",
    confidence: "H",
    check: checkAsked,
  },
  {
    id: "MR-40",
    checks:
      "a server tool's call has its result, unless the turn it belongs to is still open and the tool is there",
    kind: "refusal",
    confidence: "H",
    check: checkResolved,
  },
];

/** Is the block what a server tool gave back? */
export function isServerResult({ type }: RequestBlock): boolean {
  return type !== "tool_result" && type.endsWith("_tool_result");
}

/**
 * Has the answer been paused while the server was at work (MR-75)? It is sent back as it is and then ends with a
 * server tool's block, its call or its result.
 */
export function isPaused({ blocks }: MergedMessage): boolean {
  const last = blocks.at(-1)?.block;
  return last !== undefined && (last.type === "server_tool_use" || isServerResult(last));
}

function checkAsked({ merged }: Call): string | undefined {
  const asked = new Set<unknown>();
  return firstOf(merged, ({ blocks }) =>
    firstOf(blocks, (placed) => {
      const { type, id, tool_use_id } = placed.block;
      const call = type.startsWith("mcp_") ? "mcp_tool_use" : "server_tool_use";
      if (type === call) asked.add(`${call} ${id}`);
      if (!isServerResult(placed.block) || asked.has(`${call} ${tool_use_id}`)) return undefined;
      return (
        `${pathOf(placed)}: unexpected \`tool_use_id\` found in \`${type}\` blocks: ${tool_use_id}. ` +
        `Each \`${type}\` block must have a corresponding \`${call}\` block before it.`
      );
    }),
  );
}

/**
 * A call may wait for its result as long as the turn goes on: over the results of the client's own calls, and while
 * a paused answer is sent back. A new prompt, or text beside the results, ends the turn.
 */
function checkResolved({ merged, request }: Call): string | undefined {
  const waiting = new Map<unknown, PlacedBlock>();
  const overdue = firstOf(merged, (message) => {
    if (message.role === "assistant") settle(message, waiting);
    else if (message.role === "user" && !onlyResults(message)) return [...waiting.values()][0];
    return undefined;
  });
  if (overdue) return unresolved(overdue, request);
  const toolless = [...waiting.values()].find(({ block }) => !isProvided(block, request));
  return toolless && unresolved(toolless, request);
}

function settle(message: MergedMessage, waiting: Map<unknown, PlacedBlock>): void {
  for (const placed of message.blocks) {
    if (placed.block.type === "server_tool_use") waiting.set(placed.block.id, placed);
    else if (placed.block.type === resultTypeOf(waiting.get(placed.block.tool_use_id)))
      waiting.delete(placed.block.tool_use_id);
  }
}

/** The type of the block that holds the result of a server tool's call. */
function resultTypeOf(call: Pick<PlacedBlock, "block"> | undefined): string | undefined {
  const name = call?.block.name;
  if (name === undefined) return undefined;
  return name.startsWith("tool_search_tool") ? "tool_search_tool_result" : `${name}_tool_result`;
}

function onlyResults({ blocks }: MergedMessage): boolean {
  return blocks.every(({ block }) => block.type === "tool_result");
}

function unresolved({ block }: PlacedBlock, request: MessagesRequest): string {
  const { name = "", id = "" } = block;
  return (
    `\`${name}\` tool use with id \`${id}\` was found without a corresponding \`${resultTypeOf({ block })}\` block` +
    (isProvided(block, request) ? "" : ` but no \`${name}\` tool was provided`)
  );
}

// One tool may be called by longer names: `code_execution` is also `bash_code_execution`.
function isProvided({ name = "" }: RequestBlock, { tools = [] }: MessagesRequest): boolean {
  return tools.some((tool) => name === tool.name || name.endsWith(`_${tool.name}`));
}
