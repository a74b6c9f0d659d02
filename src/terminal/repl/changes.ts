/** What a call has changed in a file, as its card shows it: the lines that went and the lines that came. */
import { isRecord, type ToolUseBlock } from "../../wire.ts";
import type { Tint } from "../style.ts";
import { cutRow, type Row } from "./rows.ts";

/** Lines of each kind that are shown. */
const SHOWN = 6;

/** The rows; none for a call that writes no text of its own. */
export function changeRows({ name, input }: ToolUseBlock, width: number): Row[] {
  if (!isRecord(input)) return [];
  const [before, after] =
    name === "Write" ? ["", input["content"]] : [input["old_string"], input["new_string"]];
  if (typeof before !== "string" || typeof after !== "string") return [];
  const [gone, come] = apart(linesOf(before), linesOf(after));
  return [...side("- ", "red", gone, width), ...side("+ ", "green", come, width)];
}

function side(sign: string, tint: Tint, lines: readonly string[], width: number): Row[] {
  const rows = lines.slice(0, SHOWN).map((line): Row => {
    return [
      { text: `    ${sign}`, tint },
      { text: cutRow(line, width - 6), tint },
    ];
  });
  const more = lines.length - SHOWN;
  return more > 0 ? [...rows, [{ text: `    ${sign}… ${more} more`, tint }]] : rows;
}

/** Without the lines that both begin and end with: a model quotes them to say where. */
function apart(before: readonly string[], after: readonly string[]): [readonly string[], readonly string[]] {
  const most = Math.min(before.length, after.length);
  const isSame = (at: number) => at < most && before[at] === after[at];
  let head = 0;
  while (isSame(head)) head += 1;
  let tail = 0;
  while (head + tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return [before.slice(head, before.length - tail), after.slice(head, after.length - tail)];
}

function linesOf(text: string): string[] {
  return text === "" ? [] : text.replace(/\n$/, "").split("\n");
}
