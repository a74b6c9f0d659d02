/** How a conversation ends, and what may end the answer to it (MR-25 to MR-27). */
import type { Call } from "./call.ts";
import { firstOf, type RefusalRule } from "./rule.ts";
import { isPaused } from "./server-tools.ts";

/** Stated after the tools' rules: a call that nothing answers is the more telling fault of a last message. */
export const endingRules: RefusalRule[] = [
  {
    id: "MR-25",
    checks: "a model that cannot be prefilled is not given an assistant message to go on with",
    kind: "refusal",
    confidence: "H",
    check: checkPrefill,
  },
  {
    id: "MR-26",
    checks: "the assistant message to go on with does not end in whitespace",
    kind: "refusal",
    confidence: "H",
    check: ({ merged }) => {
      const last = merged.at(-1);
      const end = last?.role === "assistant" ? last.blocks.at(-1)?.block : undefined;
      return end?.type === "text" && /\s$/.test(end.text ?? "")
        ? "messages: final assistant content cannot end with trailing whitespace"
        : undefined;
    },
  },
  {
    id: "MR-27",
    checks: "every stop sequence has something in it that is not whitespace",
    kind: "refusal",
    confidence: "H",
    check: ({ request }) => {
      const sequences = request["stop_sequences"];
      return Array.isArray(sequences) ? firstOf(sequences, faultOfSequence) : undefined;
    },
  },
];

/**
 * An answer that was paused, at its server tools' work or behind a summary, is sent back to be gone on with (MR-75), and
 * a summary is asked for behind an answer (MR-103): neither is a prefill.
 */
function checkPrefill({ merged, traits, request }: Call): string | undefined {
  const last = merged.at(-1);
  if (traits.prefill || last?.role !== "assistant") return undefined;
  const summarized = request["compaction"] != null || last.blocks.at(-1)?.block.type === "compaction";
  return isPaused(last) || summarized
    ? undefined
    : "This model does not support assistant message prefill. The conversation must end with a user message.";
}

function faultOfSequence(sequence: unknown): string | undefined {
  if (sequence === "") return "stop_sequences: each stop sequence must be non-empty";
  return typeof sequence === "string" && sequence.trim() === ""
    ? "stop_sequences: each stop sequence must contain non-whitespace"
    : undefined;
}
