/** Channel 2: text from the harness inside a user message, marked as such (C-4.2). */
import { type TextBlock, text } from "../wire.ts";
import { neutral } from "./wrap.ts";

/**
 * A reminder block: the model is told in the system prompt that the user did not write it. Only what is made here has the
 * tag unaltered: words that hold one, as a file's or a hook's may, hold it neutralised (bug report 126).
 */
export function reminder(words: string): TextBlock {
  return text(`<system-reminder>\n${neutral(words)}\n</system-reminder>`);
}
