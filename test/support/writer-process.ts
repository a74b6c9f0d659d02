/**
 * A process that appends to a log as `glass` does, says of each entry when it was acknowledged, and stays until it is
 * killed or its input ends: `writer-process.ts LOG NAME COUNT BYTES`. COUNT 0: without end.
 */
import { writeSync } from "node:fs";
import { watchedLogs } from "#src/host/watched-logs.ts";

const [path = "", name = "", count = "0", bytes = "0"] = process.argv.slice(2);
const STDOUT = 1;

/** Straight to the pipe: what is said must not wait in this process, which may be killed. */
function say(text: string): void {
  let bytes = Buffer.from(`${text}\n`);
  while (bytes.length > 0) {
    try {
      bytes = bytes.subarray(writeSync(STDOUT, bytes));
    } catch (error) {
      // The pipe is full until its reader has looked.
      if (!(error instanceof Error && "code" in error && error.code === "EAGAIN")) throw error;
    }
  }
}

const logs = watchedLogs("turn", (text) => say(`told ${text}`));
const log = logs.openLog(path);
const pad = "x".repeat(Number(bytes));
const end = Number(count) || Number.POSITIVE_INFINITY;
say(`begun ${process.pid}`);
for (let number = 0; number < end; number += 1) {
  log.append(`${JSON.stringify({ type: "user", name, number, pad })}\n`);
  say(`${number}`);
}
say("done");
process.stdin.on("end", () => logs.close()).resume();
