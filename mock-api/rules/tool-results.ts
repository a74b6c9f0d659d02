/** Every result has its call, is the only one (MR-29, MR-30), says whose it is (MR-39), and names tools that there are. */
import { type MergedMessage, type PlacedBlock, pathOf } from "../prompt/merge.ts";
import { blocksOf } from "../prompt/prompt.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";
import { blocksOfType } from "./tool-calls.ts";

/** Order: is there a call, is it the only result, does it belong to the same set of tools, are the tools it names there. */
export const toolResultRules: RefusalRule[] = [
  {
    id: "MR-29",
    checks: "every tool_result has its tool_use in the assistant message before",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      eachResult(call, (result, asked) =>
        asked.has(result.block.tool_use_id)
          ? undefined
          : `${pathOf(result)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${result.block.tool_use_id}. ` +
            "Each `tool_result` block must have a corresponding `tool_use` block in the previous message.",
      ),
  },
  {
    id: "MR-30",
    checks: "no tool_use has two results",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const seen = new Set<PlacedBlock | undefined>();
      return eachResult(call, (result, asked) => {
        const use = asked.get(result.block.tool_use_id);
        if (use && seen.has(use)) {
          return `${pathOf(result)}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${use.block.id}`;
        }
        seen.add(use);
        return undefined;
      });
    },
  },
  {
    id: "MR-39",
    part: "toolset",
    checks:
      "the result of a tool out of a toolset says which toolset, as its call did, and no other result does",
    kind: "refusal",
    confidence: "H", // The wording is the mock's own.
    check: (call) =>
      eachResult(call, (result, asked) => {
        const expected = asked.get(result.block.tool_use_id)?.block["toolset_name"] ?? null;
        return (result.block["toolset_name"] ?? null) === expected
          ? undefined
          : `${pathOf(result)}.tool_result.toolset_name: must be the \`toolset_name\` of the \`tool_use\` block: ${expected}`;
      }),
  },
  {
    id: "MR-18",
    part: "reference",
    checks: "every tool that a result refers to is among the tools of the request",
    kind: "refusal",
    confidence: "H",
    check: (call) => {
      const missing = missingReference(call);
      return missing === undefined
        ? undefined
        : {
            message: `Tool reference '${missing}' not found in available tools`,
            details: { error_code: "tool_reference_unresolved" },
          };
    },
  },
];

/** The first tool that a result refers to and that is not there. What is in a set of tools is not known here. */
function missingReference({ merged, request: { tools = [] } }: Call): string | undefined {
  const names = new Set<unknown>(tools.map(({ name }) => name));
  if (names.has(undefined)) return undefined;
  return firstOf(merged, (message) =>
    firstOf(blocksOfType("tool_result", message), ({ block }) =>
      firstOf(blocksOf(block.content ?? []), ({ type, tool_name }) =>
        type === "tool_reference" && !names.has(tool_name) ? String(tool_name) : undefined,
      ),
    ),
  );
}

type Look = (result: PlacedBlock, asked: ReadonlyMap<unknown, PlacedBlock>) => string | undefined;

/** Every result, together with the calls of the assistant message before it. */
function eachResult({ merged }: Call, look: Look): string | undefined {
  return firstOf(merged.entries(), ([at, message]) => {
    const results = blocksOfType("tool_result", message);
    const asked = results.length === 0 ? NOTHING : callsIn(merged[at - 1]);
    return firstOf(results, (result) => look(result, asked));
  });
}

const NOTHING: ReadonlyMap<unknown, PlacedBlock> = new Map();

function callsIn(message: MergedMessage | undefined): ReadonlyMap<unknown, PlacedBlock> {
  if (message?.role !== "assistant") return NOTHING;
  return new Map(blocksOfType("tool_use", message).map((use) => [use.block.id, use]));
}
