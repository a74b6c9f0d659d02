/** What holds of answers and of the stream that carries them (MR-62 to MR-76). */
import type { RuleKeptElsewhere } from "./rule.ts";

function answer(number: number, keptIn: string, checks: string, part?: string): RuleKeptElsewhere {
  const id = `MR-${number}` as const;
  return {
    id,
    ...(part && { part }),
    checks,
    kind: "response",
    confidence: "H",
    keptIn: `answer/${keptIn}.ts`,
  };
}

/** Each is kept by the file it names; none can be switched off, for no answer can be made without them. */
export const responseRules: RuleKeptElsewhere[] = [
  answer(62, "answer", "every key of a message that may be null is there"),
  answer(
    62,
    "blocks",
    "a block has all its fields; a call its id and caller, thinking its signature",
    "blocks",
  ),
  answer(
    63,
    "usage",
    "usage counts input, cache, output, thinking in full and server tools, at least one token out",
  ),
  answer(
    64,
    "stream",
    "events come in order, named by their type, blocks numbered from 0; there is no [DONE]",
  ),
  answer(
    65,
    "stream",
    "message_start has the whole message but content and end, and a small count of output",
  ),
  answer(66, "stream", "message_delta has totals, never increments, and no cache_creation"),
  answer(67, "deltas", "a block is made of the deltas of its kind, a signature the last of them"),
  answer(68, "deltas", "what the model does not write is whole in the start of its block"),
  answer(69, "deltas", "thinking that is left out has a signature_delta and no thinking_delta"),
  answer(70, "stream", "an error within a stream is an event, after which nothing comes"),
  answer(71, "delivery", "an unknown event or delta can stand in a stream, for clients to pass over"),
  answer(72, "deltas", "a call's input comes key by key, or, where it is to be eager, as it is written"),
  answer(73, "stream", "thinking tokens are told in the last message_delta alone"),
  answer(
    74,
    "cut",
    "an answer stops at max_tokens, at a stop sequence, at the end of the window, and says so",
  ),
  {
    id: "MR-75",
    checks: "each stop_reason asks for something else to be done, and a refused answer is not acted upon",
    kind: "client fact",
    confidence: "H",
    keptIn: "the harness",
  },
  answer(
    76,
    "answer",
    "a refusal before any output has no content and bills no output; one after it keeps its part",
  ),
];
