/** Whether anything was said in a session. */
import type { Session } from "../../session.ts";

/** Also of one that has been taken back to its very beginning: its log is there, and the session goes on in it. */
export function hasBegun({ log }: Session): boolean {
  return log.way().items.some((item) => {
    if (item.kind !== "entry") return false;
    return item.node.entry["message"] !== undefined || item.node.entry["subtype"] === "rewind";
  });
}
