/** A whole file put in another's place in one step. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import { basename, dirname, join } from "node:path";

/** The calls into the file system by which a file is replaced. A test stops at the nth of them. */
export type ReplacingCalls = Pick<
  typeof fs,
  | "mkdirSync"
  | "rmSync"
  | "openSync"
  | "writeFileSync"
  | "fchmodSync"
  | "fsyncSync"
  | "closeSync"
  | "renameSync"
>;

const FOR_OTHERS = 0o077;

/**
 * Writes the content beside the file, waits until it is on the disk itself, and gives it the file's name: whatever happens
 * on the way, the old file or the new one stands there. What is made beside it has the same name each time, so that what one
 * that was killed has left goes with the next. Folders that are missing are made, as private as the file.
 * Law: restore-stopped
 */
export function replaceFile(
  path: string,
  content: Uint8Array,
  mode?: number,
  calls: ReplacingCalls = fs,
): void {
  const folder = dirname(path);
  const isPrivate = mode !== undefined && (mode & FOR_OTHERS) === 0;
  calls.mkdirSync(folder, { recursive: true, mode: isPrivate ? 0o700 : 0o777 });
  const beside = join(
    folder,
    `.glass-${createHash("sha256").update(basename(path)).digest("hex").slice(0, 16)}`,
  );
  calls.rmSync(beside, { force: true });
  // It is made anew: nobody's link of that name is followed.
  const file = calls.openSync(beside, "wx", mode ?? 0o666);
  try {
    try {
      calls.writeFileSync(file, content);
      if (mode !== undefined) calls.fchmodSync(file, mode);
      calls.fsyncSync(file);
    } finally {
      calls.closeSync(file);
    }
    calls.renameSync(beside, path);
  } catch (error) {
    calls.rmSync(beside, { force: true });
    throw error;
  }
}
