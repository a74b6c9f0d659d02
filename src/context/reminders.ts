/** Channel 2: text from the harness inside a user message, marked as such (C-4.2). */
import { type TextBlock, text } from "../wire.ts";

/** A reminder block: the model is told in the system prompt that the user did not write it. */
export function reminder(words: string): TextBlock {
  return text(`<system-reminder>\n${words}\n</system-reminder>`);
}
