/** A request taken apart: the blocks that the model reads, in the order in which it reads them (MR-78). */
import { isRecord, isToolUse, type MessagesRequest, type ToolDefinition } from "../../wire.ts";
import type { Category } from "./categories.ts";
import { estimateBlock } from "./estimate.ts";
import { nameOf } from "./part-names.ts";
import { categoryOf } from "./reminder-kinds.ts";

/** Where a block stands: the `index`th tool or system block, or the `index`th block of a message. */
export type Place =
  | { readonly tier: "tools" | "system"; readonly index: number }
  | { readonly tier: "messages"; readonly message: number; readonly index: number };

/** One block of a request. */
export interface Part {
  readonly category: Category;
  readonly place: Place;
  /** What a person calls it. */
  readonly name: string;
  /** What it belongs to: the server of an MCP tool, the tool of a result. */
  readonly of?: string | undefined;
  /** About how many tokens it is. */
  readonly estimate: number;
  /** Of a reminder: what it says. */
  readonly text?: string | undefined;
}

/** A tool that the model has to look for first: it stands outside of what is read, and costs nothing until then (D-17). */
export interface DeferredTool {
  readonly name: string;
  readonly category: Category;
  /** Its server, if it is one of MCP. */
  readonly of: string | undefined;
  /** About how many tokens it would be. */
  readonly estimate: number;
  /** Did a search find it, so that it is read where it was found? */
  readonly isFound: boolean;
}

/** Every block of a request, each once, each in one category. Law: one-category */
export function partsOf({ tools, system, messages }: MessagesRequest, kindOf = categoryOf): Part[] {
  const calls = new Map(
    messages.flatMap(({ content }) => content.filter(isToolUse).map((call) => [call.id, call] as const)),
  );
  return [
    ...tools.flatMap((tool, index) => (tool.defer_loading ? [] : [toolPart(tool, index)])),
    ...system.map(
      (block, index): Part => ({
        category: "System prompt",
        place: { tier: "system", index },
        name: `block ${index + 1}`,
        estimate: estimateBlock(block),
      }),
    ),
    ...messages.flatMap(({ role, content }, message) =>
      content.map(
        (block, index): Part => ({
          category: kindOf(block),
          place: { tier: "messages", message, index },
          ...nameOf(role, block, calls),
          estimate: estimateBlock(block),
        }),
      ),
    ),
  ];
}

/** The tools of a request that are deferred. */
export function deferredOf({ tools, messages }: MessagesRequest): DeferredTool[] {
  const deferred = tools.filter((tool) => tool.defer_loading);
  if (deferred.length === 0) return [];
  const found = new Set<unknown>();
  for (const { content } of messages) {
    for (const { content: inside } of content) {
      for (const each of Array.isArray(inside) ? inside : [])
        if (isRecord(each)) found.add(each["tool_name"]);
    }
  }
  return deferred.map((tool) => ({
    name: tool.name,
    category: categoryOfTool(tool),
    of: serverOf(tool.name),
    estimate: estimateBlock(tool),
    isFound: found.has(tool.name),
  }));
}

function toolPart(tool: ToolDefinition, index: number): Part {
  return {
    category: categoryOfTool(tool),
    place: { tier: "tools", index },
    name: tool.name,
    of: serverOf(tool.name),
    estimate: estimateBlock(tool),
  };
}

/** The server of an MCP tool, out of its name: `mcp__server__tool`. */
export function serverOf(tool: string): string | undefined {
  return /^mcp__(.+?)__/.exec(tool)?.[1];
}

/** The agents that every harness has, whatever a user adds. */
const BUILT_IN = new Set(["general-purpose", "Explore", "Plan"]);

/** The tool that starts agents counts with the agents that it names; with none but those that are always there it is a tool. */
function categoryOfTool({ name, input_schema }: ToolDefinition): Category {
  if (serverOf(name) !== undefined) return "MCP tools";
  const { properties } = input_schema;
  const kinds = isRecord(properties) && name === "Agent" ? properties["subagent_type"] : undefined;
  const named = isRecord(kinds) && Array.isArray(kinds["enum"]) ? kinds["enum"] : [];
  return named.some((kind) => !BUILT_IN.has(String(kind))) ? "Custom agents" : "System tools";
}
