/**
 * A branch with all that it needs (C-5.5, D-22): what lies beside the log is copied too, so that nothing of the branch hangs
 * on its origin, which retention may take away one day.
 */
import { join } from "node:path";
import { type Branching, branch } from "../../commands/branch.ts";
import type { Line } from "../../log/entry.ts";
import { sessionPath } from "../../log/place.ts";
import { SessionError } from "../../opened.ts";
import type { Disk } from "../../ports.ts";
import type { Session } from "../../session.ts";
import { resultsFolder } from "../results/place.ts";
import { agentLogs } from "../subagents/files.ts";

/** What files are copied with. */
export interface BranchKeeping {
  readonly disk: Disk;
  /** Makes a new file that nobody else may read. Throws where it cannot be written whole, or where there is one already. */
  readonly save: (path: string, content: Uint8Array) => void;
}

/** A branch, and what a person should know of it. */
export interface Branched {
  readonly session: Session;
  readonly told: readonly string[];
}

/** The bodies of checkpoints, as a line names them (fact 11), and saved results, as a line of any client does (O-13). */
const BACKUP = /"backupFileName":"([0-9a-f]{16}@v\d+)"/g;
const RESULT = /tool-results[\\/]+([\w.-]+)/g;

/**
 * Branches a session at an entry, by default where it stands. The files are there before the log is: a process that is killed
 * in between leaves files that no session names, never a session without its files. Throws `SessionError` where nothing was
 * said yet or a file cannot be copied, `LogWriteError`. Law: branch-keeps
 */
export function branchOff(
  origin: Session,
  how: Pick<Branching, "at" | "name">,
  { disk, save }: BranchKeeping,
): Branched {
  const { root, cwd } = origin.options;
  let missing = 0;
  const copy = (from: string, to: string, names: ReadonlySet<string>) => {
    for (const name of names) {
      const bytes = disk.kind(join(from, name)) === "file" ? disk.read(join(from, name)) : undefined;
      if (bytes) save(join(to, name), bytes);
      else missing += 1;
    }
  };
  const beside = (sessionId: string, lines: readonly Line[]) => {
    const results = [origin.path, sessionPath(root, cwd, sessionId)].map(resultsFolder) as [string, string];
    const saved = new Set(disk.list(results[0]).map(({ name }) => name));
    const backups = lines.filter(({ type }) => type.startsWith("file-history-"));
    const folders = [origin.id, sessionId].map((id) => join(root, "file-history", id)) as [string, string];
    try {
      copy(...folders, namedIn(backups, BACKUP));
      // Whatever looks like a name in somebody's words is one only where such a file is.
      if (saved.size > 0)
        copy(...results, new Set([...namedIn(lines, RESULT)].filter((name) => saved.has(name))));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      throw new SessionError(`There is no branch: what lies beside the log cannot be copied (${why}).`);
    }
  };
  const session = branch(origin, { ...how, beside });
  return { session, told: toldOf(origin.id, agentLogs(disk, origin.path).length, missing) };
}

function namedIn(lines: readonly Line[], name: RegExp): ReadonlySet<string> {
  return new Set(
    lines.flatMap((line) => [...JSON.stringify(line).matchAll(name)].map(([, each]) => each ?? "")),
  );
}

function toldOf(origin: string, agents: number, missing: number): string[] {
  const what = missing === 1 ? "A copy of a file was" : `Copies of files (${missing}) were`;
  return [
    agents > 0 ? `The logs of its agents (${agents}) stay with the session ${origin}.` : "",
    missing > 0 ? `${what} gone already: a rewind in the branch will tell which cannot come back.` : "",
  ].filter((text) => text !== "");
}
