/** Every call has one result, right after it, and every result has its call (MR-28 to MR-33). */
import { type MergedMessage, mergeNeighbours, type PlacedBlock, pathOf } from "../merge.ts";
import type { MessagesRequest } from "../wire.ts";
import { firstOf, type Rule } from "./rule.ts";

const ID_FORM = /^[a-zA-Z0-9_-]+$/;

/** Order: each call by itself, then calls against results. */
export const toolCallRules: Rule[] = [
  {
    id: "MR-32",
    check: (request) =>
      firstOf(callsOf(request), (call) =>
        ID_FORM.test(call.block.id ?? "")
          ? undefined
          : `${pathOf(call)}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
      ),
  },
  {
    id: "MR-33",
    check: (request) =>
      firstOf(callsOf(request), (call) =>
        isDictionary(call.block.input)
          ? undefined
          : `${pathOf(call)}.tool_use.input: Input should be a valid dictionary`,
      ),
  },
  { id: "MR-31", check: checkUnique },
  { id: "MR-28", check: checkAnswered },
  { id: "MR-29", check: checkAsked },
  { id: "MR-30", check: checkSingle },
];

function checkUnique(request: MessagesRequest): string | undefined {
  const seen = new Set<unknown>();
  return firstOf(callsOf(request), (call) => {
    if (seen.has(call.block.id)) return `${pathOf(call)}: \`tool_use\` ids must be unique`;
    seen.add(call.block.id);
    return undefined;
  });
}

/** Results count as "immediately after" as long as nothing but results has come before them. */
function checkAnswered(request: MessagesRequest): string | undefined {
  const messages = mergeNeighbours(request);
  return firstOf(messages.entries(), ([at, message]) => {
    const answered = new Set(leadingResults(messages[at + 1]).map(({ block }) => block.tool_use_id));
    const [first, ...others] = of("tool_use", message).filter(({ block }) => !answered.has(block.id));
    if (message.role !== "assistant" || !first) return undefined;
    const ids = [first, ...others].map(({ block }) => block.id).join(", ");
    return (
      `messages.${first.message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
    );
  });
}

function checkAsked(request: MessagesRequest): string | undefined {
  const messages = mergeNeighbours(request);
  return firstOf(messages.entries(), ([at, message]) => {
    const asked = new Set(of("tool_use", messages[at - 1]).map(({ block }) => block.id));
    const stray = of("tool_result", message).find(({ block }) => !asked.has(block.tool_use_id));
    return (
      stray &&
      `${pathOf(stray)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${stray.block.tool_use_id}. ` +
        "Each `tool_result` block must have a corresponding `tool_use` block in the previous message."
    );
  });
}

function checkSingle(request: MessagesRequest): string | undefined {
  return firstOf(mergeNeighbours(request), (message) => {
    const seen = new Set<unknown>();
    return firstOf(of("tool_result", message), (result) => {
      const id = result.block.tool_use_id;
      if (seen.has(id)) {
        return `${pathOf(result)}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`;
      }
      seen.add(id);
      return undefined;
    });
  });
}

function callsOf(request: MessagesRequest): PlacedBlock[] {
  return mergeNeighbours(request).flatMap((message) => of("tool_use", message));
}

function of(type: string, message: MergedMessage | undefined): PlacedBlock[] {
  return message?.blocks.filter(({ block }) => block.type === type) ?? [];
}

function leadingResults(message: MergedMessage | undefined): PlacedBlock[] {
  if (message?.role !== "user") return [];
  const end = message.blocks.findIndex(({ block }) => block.type !== "tool_result");
  return end < 0 ? message.blocks : message.blocks.slice(0, end);
}

function isDictionary(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
