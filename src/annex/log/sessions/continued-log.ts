/** A session that was moved to another directory: it goes on in a log there (bug report 123). */
import type { LogFile } from "../../../ports.ts";

const NEWLINE = 0x0a;
const NEWLINE_ALONE = Uint8Array.of(NEWLINE);
const NOTHING = new Uint8Array();

/** Opens logs; the one of a session that was moved here together with the one that it goes on from. */
export function openerFor(
  { path, earlier }: { readonly path: string; readonly earlier?: string },
  openLog: (path: string) => LogFile,
): (path: string) => LogFile {
  return (each) =>
    earlier !== undefined && each === path ? continuedLog(openLog(earlier), openLog(each)) : openLog(each);
}

/** The two logs as one: what was written before the move, then the log that is written on. */
function continuedLog(earlier: LogFile, log: LogFile): LogFile {
  /** Where the second one begins: behind a line's end. */
  const beginning = () => {
    const size = earlier.size();
    return size === 0 || earlier.read(size - 1, 1)[0] === NEWLINE ? size : size + 1;
  };
  return {
    read: (offset = 0, length = Number.POSITIVE_INFINITY) => {
      const end = offset + length;
      const begin = beginning();
      const before =
        offset < earlier.size() ? earlier.read(offset, Math.min(length, earlier.size() - offset)) : NOTHING;
      const between = begin > earlier.size() && offset < begin && end >= begin ? NEWLINE_ALONE : NOTHING;
      // What was read of the one does not outlast reading the other, should they share their room.
      const kept = before.slice();
      const after =
        end > begin ? log.read(Math.max(0, offset - begin), end - Math.max(begin, offset)) : NOTHING;
      return Buffer.concat([kept, between, after]);
    },
    size: () => beginning() + log.size(),
    append: (line, lasting) => log.append(line, lasting),
  };
}
