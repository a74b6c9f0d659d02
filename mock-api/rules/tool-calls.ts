/** Every call has one result, right after it, and every result has its call (MR-28 to MR-33). */
import { type MergedMessage, type PlacedBlock, pathOf } from "../prompt/merge.ts";
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

const ID_FORM = /^[a-zA-Z0-9_-]+$/;

/** Order: each call by itself, then calls against results. */
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
  {
    id: "MR-29",
    checks: "every tool_result has its tool_use in the message before",
    kind: "refusal",
    confidence: "H",
    check: checkAsked,
  },
  {
    id: "MR-30",
    checks: "no tool_use has two results",
    kind: "refusal",
    confidence: "H",
    check: checkSingle,
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

function checkAsked(call: Call): string | undefined {
  const messages = call.merged;
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

function checkSingle(call: Call): string | undefined {
  return firstOf(call.merged, (message) => {
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

function callsOf(call: Call): PlacedBlock[] {
  return call.merged.flatMap((message) => of("tool_use", message));
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
