/** The contenders of `log-append.ts`, each run in a process of its own: `NAME FOLDER COUNT`. */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";
import { type Fsync, OpenLogs } from "#src/index.ts";
import { contend } from "./contend.ts";

/** An entry of 2 KB, as it stands in a log. */
const LINE = `${JSON.stringify({ type: "user", pad: "x".repeat(2_000) })}\n`;

/** Appends the same line so often, by what `open` gives, to a file that is gone afterwards. Returns how many bytes came of it. */
function appending(open: (path: string) => { append(): void; close(): void }) {
  return (folder = "", count = "0") => {
    const own = mkdtempSync(join(folder, "append-"));
    const { append, close } = open(join(own, "log.jsonl"));
    append();
    return () => {
      for (let number = Number(count); number > 0; number -= 1) append();
      close();
      rmSync(own, { recursive: true });
      return Number(count) * LINE.length;
    };
  };
}

function harness(fsync: Fsync) {
  return appending((path) => {
    const logs = new OpenLogs({ fsync });
    const log = logs.open(path);
    return { append: () => log.append(LINE), close: () => logs.close() };
  });
}

function bare(after: (file: number) => void) {
  return appending((path) => {
    const file = openSync(path, "a", 0o600);
    return {
      append: () => {
        writeSync(file, LINE);
        after(file);
      },
      close: () => closeSync(file),
    };
  });
}

await contend({
  "this harness": harness("turn"),
  "bare write": bare(() => {}),
  "open, write, close": appending((path) => ({
    append: () => {
      const file = openSync(path, "a", 0o600);
      writeSync(file, LINE);
      closeSync(file);
    },
    close: () => {},
  })),
  "this harness, --fsync entry": harness("entry"),
  "bare write and fdatasync": bare((file) => fdatasyncSync(file)),
});
