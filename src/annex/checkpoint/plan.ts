/**
 * What going back to a prompt would do to the files (C-5.3c): all that would be done and all that would not, so that a person
 * can say yes to it. Nothing is changed by it.
 */
import { dirname } from "node:path";
import { type Backup, type Checkpoint, type FileHistory, historyOf } from "../../checkpoint/history.ts";
import { bodyPath, type CheckpointPlace, lookAt } from "../../checkpoint/snapshot.ts";
import type { Line } from "../../log/entry.ts";
import { seen } from "../../tools/seen.ts";
import { isRecord } from "../../wire.ts";

/** How many prompts one can go back to, the newest ones (C-5.3d, fact 13). */
export const KEPT_CHECKPOINTS = 100;

/** What is to become of one tracked file, or has become of it. */
export interface PlannedFile {
  /** Absolute. */
  readonly path: string;
  /** `same`: it is what it was. `skip`: it stays as it is, though it may be something else. */
  readonly action: "write" | "remove" | "same" | "skip";
  /** Why it is skipped. */
  readonly why?: string | undefined;
  /** What is to come back; undefined where that is not known. */
  readonly backup?: Backup | undefined;
  /** Of what stands there now; undefined where nothing does, or nothing that was looked into. */
  readonly digest?: string | undefined;
  /** Would bytes be lost that no file tool of the session has read or written: a change by hand, a command, an agent? */
  readonly isForeign: boolean;
}

/** What going back to a prompt does to the files. */
export interface RestorePlan {
  /** The uuid of the prompt's entry. */
  readonly messageId: string;
  /** Every tracked file, by path. */
  readonly files: readonly PlannedFile[];
  /** Folders that were not there, the innermost first: each goes that is empty afterwards (bug report 84). */
  readonly folders: readonly string[];
}

/** The prompts whose files can be restored, oldest first. */
export function checkpointsOf({ checkpoints }: FileHistory): readonly Checkpoint[] {
  return checkpoints.filter(({ timestamp }) => timestamp !== undefined).slice(-KEPT_CHECKPOINTS);
}

//#region plan
/** What would be done; undefined for a prompt without a checkpoint. Writes nothing. Law: foreign-told */
export function planRestore(place: CheckpointPlace, messageId: string): RestorePlan | undefined {
  const history = historyOf(place.lines(), place.cwd);
  const target = checkpointsOf(history).find((each) => each.messageId === messageId);
  if (!target) return undefined;
  const paths = [...history.latest.keys()].sort();
  const known = seenIn(place.lines());
  const files = paths.map((path) => {
    return planFile(place, path, backupAt(history, target, path), known.get(path));
  });
  const folders = files.flatMap(({ path, action, backup: { newFolder } = {} }) =>
    action === "skip" || newFolder === undefined ? [] : foldersUpTo(newFolder, path, place.cwd),
  );
  return { messageId, files, folders: [...new Set(folders)].sort().reverse() };
}
//#endregion

/**
 * What a file was when a prompt of the history came. Of one that was first edited in a later turn it is what it was just before; of one
 * that was tracked and yet could not be kept then, nothing is known.
 */
export function backupAt(
  { checkpoints }: FileHistory,
  checkpoint: Checkpoint,
  path: string,
): Backup | undefined {
  // From the end, where the prompts are that can be gone back to: there may be very many before.
  const at = checkpoints.lastIndexOf(checkpoint);
  const first = checkpoints.findIndex(({ files }) => files.has(path));
  return checkpoints[Math.max(at, first)]?.files.get(path);
}

/** Of each file, the digests of what file tools have read in it or written to it, on whichever branch. */
function seenIn(lines: Iterable<Line>): Map<string, Set<string>> {
  const all = new Map<string, Set<string>>();
  for (const { toolUseResult } of lines) {
    const { filePath, digest } = isRecord(toolUseResult) ? toolUseResult : {};
    if (typeof filePath === "string" && typeof digest === "string")
      all.set(filePath, (all.get(filePath) ?? new Set()).add(digest));
  }
  return all;
}

/** What is to become of one file; of a file that is not `known` all bytes are foreign. Never throws. */
export function planFile(
  place: CheckpointPlace,
  path: string,
  backup: Backup | undefined,
  known?: ReadonlySet<string>,
): PlannedFile {
  const { digest, mode, links = 1, unfit } = lookAt(place, path);
  const file = { path, backup, digest, isForeign: false };
  const skipped = (why: string) => ({ ...file, action: "skip", why }) as const;
  if (unfit !== undefined) return skipped(unfit);
  if (!backup) return skipped("it could not be kept when that prompt came");
  try {
    const body = backup.backupFileName === null ? undefined : bodyOf(place, path, backup);
    const wanted = body && seen(path, body).digest;
    if (wanted === digest && (backup.mode ?? mode) === mode) return { ...file, action: "same" };
    if (links > 1) return skipped("it has another name, a hard link, which would be another file afterwards");
    const isForeign = digest !== undefined && digest !== wanted && !known?.has(digest);
    return { ...file, action: body ? "write" : "remove", isForeign };
  } catch (error) {
    return skipped(wordsOf(error));
  }
}

/** The bytes that a file had. Throws where its body is missing or damaged: nothing else is put in its place (bug report 86). */
export function bodyOf(place: CheckpointPlace, path: string, backup: Backup | undefined): Uint8Array {
  const name = backup?.backupFileName ?? "";
  const body = place.disk.read(bodyPath(place, name));
  if (!body) throw new Error(`its backup ${name} is missing`);
  const isWhole = backup?.digest === undefined || seen(path, body).digest === backup.digest;
  if (!isWhole) throw new Error(`its backup ${name} is damaged`);
  return body;
}

function foldersUpTo(outermost: string, path: string, cwd: string): string[] {
  const folders: string[] = [];
  for (let folder = dirname(path); folder.startsWith(outermost) && folder !== cwd; folder = dirname(folder))
    folders.push(folder);
  return folders;
}

/** Why something could not be done. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
