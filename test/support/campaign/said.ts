/** What the entries of a log say, and which of it has to be sent again. */
import { type Block, readLog } from "#src/index.ts";

/** What each entry says, as blocks. */
export function entriesOf(log: Uint8Array): Block[][] {
  return readLog(log).lines.flatMap(({ line }) => {
    const content = (line["message"] as { content?: Block[] | string } | undefined)?.content;
    if (content === undefined) return [];
    return [typeof content === "string" ? [{ type: "text", text: content }] : content];
  });
}

/** Words and results have to be sent again; thinking is looked at by itself, and blank words are left out (MR-22). */
export function isSaid({ type, text }: Block): boolean {
  return !/thinking/.test(type) && !(type === "text" && String(text).trim() === "");
}
