/** The branch that a folder is on, for the log entries' `gitBranch` (D-6). */
import { readFileSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The branch of the repository around `cwd`, read from its HEAD; empty outside of one or on no branch. */
export function gitBranch(cwd: string): string {
  for (let folder = cwd; ; folder = dirname(folder)) {
    const head = headFile(join(folder, ".git"));
    if (head !== undefined) return /^ref: refs\/heads\/(.+)$/m.exec(read(head) ?? "")?.[1] ?? "";
    if (dirname(folder) === folder) return "";
  }
}

/** In a worktree `.git` is a file that says where the real folder is. */
function headFile(git: string): string | undefined {
  const kind = statSync(git, { throwIfNoEntry: false });
  if (!kind) return undefined;
  if (kind.isDirectory()) return join(git, "HEAD");
  const pointer = /^gitdir: (.+)$/m.exec(read(git) ?? "")?.[1];
  return pointer ? join(resolve(dirname(git), pointer), "HEAD") : undefined;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    // A repository that cannot be read has no branch to tell of; the session goes on without.
    return undefined;
  }
}
