/** What a request says of context edits (MR-101) and of a summary at a threshold (MR-102). */

import { compactionsIn } from "../features/compaction-block.ts";
import { isSigned } from "../features/compaction-signature.ts";
import { type ContextEdit, compactEditOf, editsOf } from "../features/edit-shapes.ts";
import { THRESHOLD } from "./beta-fields.ts";
import { firstOf, type RefusalRule } from "./rule.ts";

/** The beta of a summary at a threshold. */
const [THRESHOLD_BETA] = THRESHOLD;
const LEAST_TRIGGER = 50_000;

export const contextEditRules: RefusalRule[] = [
  {
    id: "MR-101",
    part: "first",
    checks: "clearing thinking is the first of the edits",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) =>
      editsOf(request).findIndex(({ type }) => type === "clear_thinking_20251015") > 0
        ? "context_management: `clear_thinking_20251015` must be the first strategy in `context_management.edits` when provided"
        : undefined,
  },
  {
    id: "MR-101",
    part: "once",
    checks: "each strategy stands among the edits once",
    kind: "refusal",
    confidence: "M", // What comes of two is not documented; the wording is the mock's own.
    check: ({ request }) => {
      const types = editsOf(request).map(({ type }) => type);
      const at = types.findIndex((type, index) => types.indexOf(type) < index);
      return at < 0
        ? undefined
        : `context_management.edits.${at}: \`${types[at]}\` is given twice; each strategy may be given once`;
    },
  },
  {
    id: "MR-101",
    part: "thinking",
    checks: "thinking is cleared only where there can be any",
    kind: "refusal",
    confidence: "H",
    check: ({ request, traits }) =>
      editsOf(request)[0]?.type === "clear_thinking_20251015" &&
      (request.thinking?.type ?? traits.thinking) === "disabled"
        ? "`clear_thinking_20251015` strategy requires `thinking` to be enabled or adaptive"
        : undefined,
  },
  {
    id: "MR-101",
    part: "amounts",
    checks:
      "what an edit keeps is all or a count, and what it waits for is a count: of turns, or at a trigger, at least 1",
    kind: "refusal",
    confidence: "M",
    check: ({ request }) => firstOf(editsOf(request).entries(), ([at, edit]) => wrongAmount(edit, at)),
  },
  {
    id: "MR-102",
    part: "trigger",
    checks: "a summary is not asked for below 50,000 input tokens",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) =>
      firstOf(editsOf(request).entries(), ([at, edit]) =>
        edit.type === "compact_20260112" && (edit.trigger?.value ?? LEAST_TRIGGER) < LEAST_TRIGGER
          ? `context_management.edits.${at}.compact_20260112: trigger.value must be at least ${LEAST_TRIGGER}`
          : undefined,
      ),
  },
  {
    id: "MR-102",
    part: "strategy",
    checks:
      "a summary without a signature comes back in a request that still asks for summaries at a threshold",
    kind: "refusal",
    confidence: "M",
    check: ({ request, head }) => {
      const unsigned = compactionsIn(request.messages).find(
        ({ block }) => block.content != null && !isSigned(block),
      );
      if (!unsigned || compactEditOf(request)) return undefined;
      return head.hasBeta(THRESHOLD_BETA)
        ? "`compaction` blocks require a `compact_20260112` strategy in `context_management.edits`."
        : "a `compaction` block with `content` requires its `signature`";
    },
  },
];

function wrongAmount(edit: ContextEdit, at: number): string | undefined {
  if (edit.type === "clear_thinking_20251015" && typeof edit.keep === "string" && edit.keep !== "all") {
    return `context_management.edits.${at}.${edit.type}.keep: Input should be 'all'`;
  }
  const amounts: [name: string, amount: unknown, least: number][] =
    edit.type === "clear_thinking_20251015"
      ? [["keep", edit.keep, 1]]
      : edit.type === "clear_tool_uses_20250919"
        ? [
            ["trigger", edit.trigger, 1],
            ["keep", edit.keep, 0],
            ["clear_at_least", edit.clear_at_least, 0],
          ]
        : [];
  return firstOf(amounts, ([name, amount, least]) => {
    const value = typeof amount === "object" && amount !== null && "value" in amount ? amount.value : least;
    return Number.isInteger(value) && Number(value) >= least
      ? undefined
      : `context_management.edits.${at}.${edit.type}.${name}.value: Input should be greater than or equal to ${least}`;
  });
}
