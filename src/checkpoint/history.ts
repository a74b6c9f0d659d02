/**
 * What a session's log says of the files that it has edited (C-5.3b): for each prompt, what they were then. Nothing else
 * says it, so a process that takes the session up knows the same (bug report 81).
 */
import { resolve } from "node:path";
import type { Line } from "../log/entry.ts";
import { fieldsOf } from "../wire.ts";

/** What a file was at one time, as the log holds it (O-19, fact 26). */
export interface Backup {
  /** The name of its body; null where there was no file, which restoring then removes (fact 12). */
  readonly backupFileName: string | null;
  /** Counted from 1 for each file; a body's number is given once. Law: backups-kept */
  readonly version: number;
  /** When it was made. */
  readonly backupTime: string;
  /** Of its bytes. The real client writes none; a damaged body of its is not found out. */
  readonly digest?: string | undefined;
  /** Permission bits. The real client writes none. */
  readonly mode?: number | undefined;
  /** Of a file that was not there: the outermost of its folders that was not there either. */
  readonly newFolder?: string | undefined;
}

/** What the tracked files were when a prompt came. */
export interface Checkpoint {
  /** The uuid of the prompt's entry (fact 73). */
  readonly messageId: string;
  /** When it was made; undefined where the line that says so is lost: then it is no place to go back to. */
  readonly timestamp: string | undefined;
  /** By absolute path: what was tracked then, and what was first edited in the turn of that prompt. */
  readonly files: ReadonlyMap<string, Backup>;
}

/** All that a log says of its files. */
export interface FileHistory {
  /** In the order of the log, which is the order in which things happened to the disk, on whichever branch. */
  readonly checkpoints: readonly Checkpoint[];
  /** Every file that is tracked, and its newest backup. */
  readonly latest: ReadonlyMap<string, Backup>;
}

/** Reads it from a log's lines. `cwd` is what relative paths mean (fact 11). Law: history-rebuilt */
export function historyOf(lines: Iterable<Line>, cwd: string): FileHistory {
  const checkpoints = new Map<string, Checkpoint & { files: Map<string, Backup> }>();
  const latest = new Map<string, Backup>();
  for (const line of lines) {
    const { messageId, timestamp, files } = recordIn(line);
    if (typeof messageId !== "string") continue;
    // A delta may stand before its snapshot; each adds what is not known yet (fact 27, bug report 82).
    const known = checkpoints.get(messageId) ?? { messageId, timestamp, files: new Map() };
    checkpoints.set(messageId, { ...known, timestamp: known.timestamp ?? timestamp });
    for (const [name, backup] of files) {
      const path = resolve(cwd, name);
      if (!isBackup(backup)) continue;
      if (!known.files.has(path)) known.files.set(path, backup);
      if (backup.version >= (latest.get(path)?.version ?? 0)) latest.set(path, backup);
    }
  }
  return { checkpoints: [...checkpoints.values()], latest };
}

/** Which prompt a line speaks of, and of which files; a delta has no time to give. */
function recordIn(line: Line): { messageId?: unknown; timestamp?: string; files: [string, unknown][] } {
  const { type, snapshotMessageId: prompt, trackingPath, backup, snapshot } = line;
  if (type === "file-history-delta") return { messageId: prompt, files: [[String(trackingPath), backup]] };
  if (type !== "file-history-snapshot") return { files: [] };
  const { messageId, timestamp, trackedFileBackups } = fieldsOf(snapshot);
  return { messageId, timestamp: String(timestamp), files: Object.entries(fieldsOf(trackedFileBackups)) };
}

/** A name of another form could lead out of the folder of the bodies, and from a larger number it could not be counted on. Law: versions-end */
function isBackup(value: unknown): value is Backup {
  const { backupFileName: name, version } = fieldsOf(value);
  return Number(version) >>> 0 === version && (name === null || /^[0-9a-f]{16}@v\d+$/.test(String(name)));
}
