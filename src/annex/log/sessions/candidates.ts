/** The logs that lie under a data root, as they are named; what they say is looked at one by one. */
import { join } from "node:path";
import { sessionIdOf } from "../../../log/place.ts";
import type { DiskEntry } from "../../../ports.ts";
import type { LogSource } from "../log-source.ts";
import { type Glance, glanceAt } from "./listing-glance.ts";

/** Where logs lie, as they are looked for; nothing is written. */
export interface LogShelf {
  /** What stands in a folder; nothing where there is no folder. */
  list(folder: string): readonly DiskEntry[];
  /** The real path with every symlink resolved, or undefined where nothing is. */
  realPath(path: string): string | undefined;
  /** Does something with a log's bytes; one log is open at a time. Throws what the system says. */
  open<T>(path: string, use: (source: LogSource) => T): T;
}

/** A log that was found, and a glance at it. Logs are told apart by path and not by id: an id may be in use again. */
export interface FoundSession {
  readonly id: string;
  readonly path: string;
  /** When it changed last, in milliseconds. */
  readonly changed: number;
  readonly bytes: number;
  readonly glance: Glance;
  /** The log in another folder that it goes on from, where the session was moved (bug report 123). */
  readonly earlier?: string;
}

/** A log that may be one of a session, not looked at yet. */
export interface Candidate extends Omit<FoundSession, "glance" | "earlier"> {
  /** Does it lie in a folder of the directory's name? */
  readonly isHere: boolean;
}

/** The logs under a data root that are named like a session whose id begins so, the one that changed last first. */
export function candidatesIn(
  shelf: LogShelf,
  root: string,
  isHere: (folder: string) => boolean,
  beginning = "",
): Candidate[] {
  const projects = join(root, "projects");
  const listed = shelf.list(projects);
  // A folder may be kept elsewhere, behind a link; one that a link leads to and that stands here too comes once.
  const real = new Set(
    listed.map(({ name, kind }) => (kind === "folder" ? shelf.realPath(join(projects, name)) : "")),
  );
  const isElsewhere = (name: string) => !real.has(shelf.realPath(join(projects, name)));
  const folders = listed.filter(
    ({ name, kind }) => kind === "folder" || (kind === "link" && isElsewhere(name)),
  );
  const found = folders.flatMap((folder) =>
    (readable(() => shelf.list(join(projects, folder.name))) ?? []).flatMap(
      ({ name, kind, changed, bytes }): Candidate[] => {
        const id = kind === "file" && bytes > 0 ? sessionIdOf(name) : undefined;
        if (!id?.startsWith(beginning)) return [];
        return [{ id, path: join(projects, folder.name, name), changed, bytes, isHere: isHere(folder.name) }];
      },
    ),
  );
  return found.sort((a, b) => b.changed - a.changed || (a.path < b.path ? -1 : 1));
}

/** The log with a glance at it. */
export function lookedAt(shelf: LogShelf, { id, path, changed, bytes }: Candidate): FoundSession | undefined {
  const glance = readable(() => shelf.open(path, (source) => glanceAt(source, bytes, id)));
  return glance && { id, path, changed, bytes, glance };
}

/** Undefined for what is gone again, or may not be read: it keeps nobody from the sessions beside it. */
function readable<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch (error) {
    if (error instanceof Error && "code" in error) return undefined;
    throw error;
  }
}
