/** A part of a file, whole: the system may give less at once than it was asked for. */
import type { FileCalls } from "./file-calls.ts";

/** Reads `length` bytes from `offset` on into the beginning of `room`; less where the file ends. Throws what the system says. */
export function readPart(
  { readSync }: Pick<FileCalls, "readSync">,
  file: number,
  room: Uint8Array,
  { offset, length }: { readonly offset: number; readonly length: number },
): Uint8Array {
  let filled = 0;
  for (let got = -1; got !== 0 && filled < length; filled += got) {
    got = readSync(file, room, filled, length - filled, offset + filled);
  }
  return room.subarray(0, filled);
}
