/**
 * Which sessions of a data root are old enough to go (fact 14): those whose log has not changed for so many days, with all
 * that lies beside it (bug report 122). What anybody has open stays, and what is no session's is not looked at twice.
 */
import { join } from "node:path";
import { isSessionId, sessionIdOf } from "../../log/place.ts";
import type { Disk, DiskEntry } from "../../ports.ts";
import { isRecord } from "../../wire.ts";
import { mayLive, type Processes, parseHolder } from "../locks/holder.ts";

/** Days for which a session is kept where no settings say otherwise. */
export const KEPT_DAYS = 30;

/** With what old sessions are looked for. */
export interface RetentionPorts {
  readonly disk: Pick<Disk, "list" | "kind" | "read">;
  readonly processes: Processes;
  /** Milliseconds. */
  readonly now: number;
  /** Lets others do something in between. */
  readonly pause: () => Promise<void>;
}

/** A session that is to go, or what one has left behind that is there no more. */
export interface DueSession {
  readonly id: string;
  /** When it changed last, in milliseconds. */
  readonly changed: number;
  /** Of all that goes. */
  readonly bytes: number;
  /** Its logs, one as a rule; none for what was left behind. Each with the time that it was seen with. */
  readonly logs: readonly { readonly path: string; readonly changed: number }[];
  /** The files and folders beside them, its locks among them. */
  readonly beside: readonly string[];
  /** Where its locks would be. */
  readonly locks: readonly string[];
}

/** What stands at a path. */
type Thing = DiskEntry & { readonly path: string };

/** What was found of one session, in whichever folders. */
interface Found {
  readonly logs: Thing[];
  readonly beside: Thing[];
  readonly locks: Set<string>;
}

const DAY = 86_400_000;

/**
 * The sessions of a data root that have not changed for this many days, the oldest first. `root` is its real path. No link is
 * followed, and whatever a link leads to is in use. Nothing is changed. Throws what the system says. Law: retention-exact
 */
export async function dueSessions(root: string, days: number, ports: RetentionPorts): Promise<DueSession[]> {
  const { disk, now } = ports;
  const { found, inUse } = await sessionsUnder(root, ports);
  for (const id of running(root, ports)) inUse.add(id);
  const due = [...found].flatMap(([id, { logs, beside, locks: known }]): DueSession[] => {
    const locks = [...known];
    if (inUse.has(id) || locks.some((lock) => isHeld(lock, ports))) return [];
    const inside = beside.flatMap((each) => filesOf(disk, each));
    // Of what was left behind only the files tell the age: a folder changes when something is taken out of it.
    const changed = Math.max(...(logs.length > 0 ? logs : inside).map((each) => each.changed));
    if (changed >= now - days * DAY) return [];
    const bytes = [...logs, ...inside].reduce((sum, each) => sum + each.bytes, 0);
    return [{ id, changed, bytes, logs, beside: beside.map(({ path }) => path), locks }];
  });
  return due.sort((one, other) => one.changed - other.changed || (one.id < other.id ? -1 : 1));
}

/** Is a lock held by a process that lives, or can nobody tell? */
export function isHeld(
  lock: string,
  { disk, processes }: Pick<RetentionPorts, "disk" | "processes">,
): boolean {
  if (disk.kind(lock) === undefined) return false;
  try {
    const holder = parseHolder(new TextDecoder().decode(disk.read(lock)));
    return holder !== undefined && mayLive(holder, processes);
  } catch {
    return true;
  }
}

async function sessionsUnder(root: string, { disk, pause }: RetentionPorts) {
  const found = new Map<string, Found>();
  const inUse = new Set<string>();
  const of = (id: string) => {
    const known = found.get(id) ?? { logs: [], beside: [], locks: new Set<string>() };
    found.set(id, known);
    return known;
  };
  // Where logs are kept behind a link, nobody here can say which of them are gone.
  if (disk.kind(join(root, "projects")) !== "folder") return { found, inUse };
  for (const folder of foldersIn(disk, join(root, "projects"))) {
    const at = join(root, "projects", folder.name);
    for (const entry of disk.list(at)) {
      const { name, kind } = entry;
      const id = sessionIdOf(name.replace(/\.lock$/, ".jsonl")) ?? name;
      if (!isSessionId(id)) continue;
      const thing = { ...entry, path: join(at, name) };
      if (folder.kind === "link" || kind === "link") inUse.add(id);
      else if (kind === "folder" ? name === id : kind === "file") {
        of(id).locks.add(join(at, `${id}.lock`));
        if (sessionIdOf(name)) of(id).logs.push(thing);
        else of(id).beside.push(thing);
      }
    }
    await pause();
  }
  for (const entry of foldersIn(disk, join(root, "file-history"))) {
    const { name, kind } = entry;
    if (kind === "folder" && isSessionId(name))
      of(name).beside.push({ ...entry, path: join(root, "file-history", name) });
  }
  return { found, inUse };
}

/** The folders in a folder, and the links there; nothing where that folder is itself a link. */
function foldersIn(disk: RetentionPorts["disk"], folder: string): readonly DiskEntry[] {
  const isReal = disk.kind(folder) === "folder";
  return isReal ? disk.list(folder).filter(({ kind }) => kind === "folder" || kind === "link") : [];
}

/** The sessions that the real client says it has open (fact 15): in its own data root, where somebody names that. */
function running(root: string, { disk, processes }: RetentionPorts): string[] {
  const folder = join(root, "sessions");
  return disk.list(folder).flatMap(({ name, kind }) => {
    if (kind !== "file" || !name.endsWith(".json")) return [];
    const text = new TextDecoder().decode(disk.read(join(folder, name)));
    const value: unknown = /^\s*\{/.test(text) ? parsed(text) : undefined;
    if (!isRecord(value) || typeof value["sessionId"] !== "string") return [];
    return processes.living(Number(value["pid"])) ? [value["sessionId"]] : [];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A file, or the files in a folder and below it, links not followed; of a folder without any, the folder. */
function filesOf(disk: RetentionPorts["disk"], thing: Thing): Pick<Thing, "changed" | "bytes">[] {
  if (thing.kind !== "folder") return [thing];
  const { path, changed } = thing;
  const inside = disk.list(path).flatMap((each) => filesOf(disk, { ...each, path: join(path, each.name) }));
  return inside.length > 0 ? inside : [{ changed, bytes: 0 }];
}
