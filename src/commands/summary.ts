/** How the summary of a conversation is asked for: with all that was sent so far, so that the cache is read (O-16). */
import { SessionError, type Summarize } from "../opened.ts";
import type { ModelResponse } from "../wire.ts";
import { textOf } from "./btw.ts";

/** What is asked for, behind the conversation. */
export const ASKED = `Summarize this conversation for yourself: you will go on from your summary alone. Use no tools. Write down, under headings: what the user asked for, in the user's own words where they matter; what was decided, and why; each file that was read or changed, with what matters in it; errors, and how they were mended; what is done, what is not, and the very next step.`;

const NO_SUMMARY = "The model gave no whole summary, so nothing was changed. Try again.";

/** The summary, asked for once. Throws `SessionError` where the model comes to no end, `ApiError`. */
export const summaryOf: Summarize = async (model, request, signal) =>
  summaryIn(await model.send(request, { signal }));

/** The summary that an answer is. Throws `SessionError` where it is not whole: half of one would stand for all of it. */
export function summaryIn(answer: ModelResponse): string {
  const summary = answer.stop_reason === "end_turn" ? textOf(answer) : "";
  if (summary === "") throw new SessionError(NO_SUMMARY);
  return summary;
}

/** How much a value is, in characters of JSON. */
export function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
