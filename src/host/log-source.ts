/** A log file that is read in pieces, and only read: nothing here can change a byte or a date of it. */
import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import type { LogSource } from "../annex/log/log-source.ts";
import { readPart } from "./read-part.ts";

/**
 * Opens a file for `look`, and closes it again. What is read lies in `memory` as long as that is large enough. Throws what
 * the system says. Law: check-changes-nothing
 */
export function withLogSource<T>(
  path: string,
  look: (source: LogSource) => T,
  memory: Uint8Array<ArrayBuffer> = new Uint8Array(),
): T {
  // Without waiting: nobody may ever write into a pipe.
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    // A pipe or a device has no places to read from.
    if (!fstatSync(file).isFile())
      throw Object.assign(new Error("It is not a file."), { code: "EINVAL", syscall: "open", path });
    let piece = memory;
    return look({
      read: (offset, length) => {
        if (piece.length < length) piece = new Uint8Array(length);
        return readPart({ readSync }, file, piece, { offset, length });
      },
    });
  } finally {
    closeSync(file);
  }
}
