/** Every call is well formed, and has its result right after it (MR-28, MR-31 to MR-33). */
import { type MergedMessage, type PlacedBlock, pathOf } from "../prompt/merge.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

const ID_FORM = /^[a-zA-Z0-9_-]+$/;

/** Order: each call by itself, then whether it is answered. */
export const toolCallRules: RefusalRule[] = [
  {
    id: "MR-32",
    checks: "a tool_use id is made of letters, digits, _ and -",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      firstOf(callsOf(call), (use) =>
        ID_FORM.test(use.block.id ?? "")
          ? undefined
          : `${pathOf(use)}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`,
      ),
  },
  {
    id: "MR-33",
    checks: "the input of a tool_use is an object",
    kind: "refusal",
    confidence: "H",
    check: (call) =>
      firstOf(callsOf(call), (use) =>
        isDictionary(use.block.input)
          ? undefined
          : `${pathOf(use)}.tool_use.input: Input should be a valid dictionary`,
      ),
  },
  {
    id: "MR-31",
    checks: "no two tool_use blocks have the same id",
    kind: "refusal",
    confidence: "H",
    check: checkUnique,
  },
  {
    id: "MR-28",
    checks: "every tool_use has its result in the next message, before any text",
    kind: "refusal",
    confidence: "H",
    check: checkAnswered,
  },
];

function checkUnique(call: Call): string | undefined {
  const seen = new Set<unknown>();
  return firstOf(callsOf(call), (use) => {
    if (seen.has(use.block.id)) return `${pathOf(use)}: \`tool_use\` ids must be unique`;
    seen.add(use.block.id);
    return undefined;
  });
}

/** Results count as "immediately after" as long as nothing but results has come before them. */
function checkAnswered(call: Call): string | undefined {
  const messages = call.merged;
  return firstOf(messages.entries(), ([at, message]) => {
    if (message.role !== "assistant") return undefined;
    const answered = new Set(leadingResults(messages[at + 1]).map(({ block }) => block.tool_use_id));
    const unanswered = blocksOfType("tool_use", message).filter(({ block }) => !answered.has(block.id));
    const [first, ...others] = unanswered;
    if (!first) return undefined;
    const ids = [first, ...others].map(({ block }) => block.id).join(", ");
    return (
      `messages.${first.message}: \`tool_use\` ids were found without \`tool_result\` blocks immediately after: ` +
      `${ids}. Each \`tool_use\` block must have a corresponding \`tool_result\` block in the next message.`
    );
  });
}

function callsOf(call: Call): PlacedBlock[] {
  return call.merged.flatMap((message) => blocksOfType("tool_use", message));
}

/** The blocks of one type in a message. */
export function blocksOfType(type: string, { blocks }: MergedMessage): PlacedBlock[] {
  return blocks.filter(({ block }) => block.type === type);
}

function leadingResults(message: MergedMessage | undefined): PlacedBlock[] {
  if (message?.role !== "user") return [];
  const end = message.blocks.findIndex(({ block }) => block.type !== "tool_result");
  return end < 0 ? message.blocks : message.blocks.slice(0, end);
}

function isDictionary(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
