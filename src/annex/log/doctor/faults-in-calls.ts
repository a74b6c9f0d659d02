/**
 * Faults in how tool calls and their results pair up on the path. Off it they do no harm: a branch that is left behind
 * may well repeat a call.
 */
import { blocksOf, isSynthetic } from "../../../log/entry.ts";
import type { Node } from "../../../log/tree.ts";
import { isToolResult, isToolUse, type ToolResultBlock, type ToolUseBlock } from "../../../wire.ts";
import { beginning } from "../one-line.ts";
import type { Found } from "./fault-kinds.ts";
import type { OpenedLog } from "./opened-log.ts";

/** Calls whose id was used before (bug report 48). */
export function duplicateCalls(opened: OpenedLog): Found[] {
  const first = new Map<string, Node>();
  return callsOf(opened).flatMap(({ call, node }) => {
    const earlier = first.get(call.id);
    if (!earlier) first.set(call.id, node);
    return earlier
      ? [
          {
            line: node.line,
            message: `The call of ${described(call)} was made on line ${earlier.line} already: only that one is sent.`,
          },
        ]
      : [];
  });
}

/** Second results of one call, of which the model sees one: a real one rather than an error (bug report 50). */
export function duplicateResults(opened: OpenedLog): Found[] {
  const orphans = new Set(opened.conversation.orphans);
  const results = resultsOf(opened).filter(({ node }) => !orphans.has(node));
  const chosen = new Map<string, Node>();
  for (const { result, node } of results) {
    if (opened.sent.has(result)) chosen.set(result.tool_use_id, node);
  }
  return results
    .filter(({ result }) => !opened.sent.has(result))
    .map(({ result, node }) => ({
      line: node.line,
      message: `The call ${beginning(result.tool_use_id, 40)} has another result, on line ${chosen.get(result.tool_use_id)?.line}: that one is sent, and this one is not.`,
    }));
}

/** Calls without a result (D-9, O-24). */
export function unansweredCalls({ conversation }: OpenedLog): Found[] {
  const entries = new Set(conversation.unanswered.map(({ node }) => node.entry));
  const calls = [...entries].flatMap((entry) => blocksOf(entry).filter(isToolUse));
  const byId = new Map(calls.map((call) => [call.id, call]));
  return conversation.unanswered.map(({ toolUseId, node }) => {
    const call = byId.get(toolUseId);
    const named = call ? described(call) : beginning(toolUseId, 40);
    return {
      line: node.line,
      message: `The call of ${named} has no result in the log: the model will see an error result that says it was interrupted.`,
    };
  });
}

/** Results whose call is not on the path before them (bug reports 19 and 47). */
export function orphanResults(opened: OpenedLog): Found[] {
  const orphans = new Set(opened.conversation.orphans);
  return resultsOf(opened)
    .filter(({ result, node }) => orphans.has(node) && !opened.sent.has(result))
    .map(({ result, node }) => ({
      line: node.line,
      message: `The result answers ${beginning(result.tool_use_id, 40)}, a call that is not in the conversation before it: the result is not sent.`,
    }));
}

function callsOf({ onPath }: OpenedLog): { call: ToolUseBlock; node: Node }[] {
  return [...onPath]
    .filter(({ entry }) => entry.type === "assistant" && !isSynthetic(entry))
    .flatMap((node) =>
      blocksOf(node.entry)
        .filter(isToolUse)
        .map((call) => ({ call, node })),
    );
}

function resultsOf({ onPath }: OpenedLog): { result: ToolResultBlock; node: Node }[] {
  return [...onPath]
    .filter(({ entry }) => entry.type !== "assistant")
    .flatMap((node) =>
      blocksOf(node.entry)
        .filter(isToolResult)
        .map((result) => ({ result, node })),
    );
}

function described(call: ToolUseBlock): string {
  return `${beginning(call.name, 40)} (${beginning(call.id, 40)})`;
}
