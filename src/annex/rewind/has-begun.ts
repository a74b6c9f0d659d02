/** Whether anything was said in a session. */
import { nodesOn } from "../../log/path.ts";
import type { Session } from "../../session.ts";

/** Also of one that has been taken back to its very beginning: its log is there, and the session goes on in it. */
export function hasBegun({ log }: Session): boolean {
  return nodesOn(log.way()).some(
    ({ entry }) => entry["message"] !== undefined || entry["subtype"] === "rewind",
  );
}
