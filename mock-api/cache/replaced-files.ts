/** Files that are replaced as a whole, by a rename of a draft beside them. */
import { randomUUID } from "node:crypto";
import { realpathSync } from "node:fs";

/** Where a path leads to; itself where there is nothing yet. */
export function targetOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** A name beside a file that nobody can have put anything at: not a file, nor a link to one. */
export function draftBeside(path: string): string {
  return `${path}.${randomUUID()}.tmp`;
}
