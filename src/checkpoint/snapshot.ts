/**
 * Checkpoints are made here: before each prompt what the tracked files are, and before a file is first edited what it was
 * (C-5.3b). It plugs into a session as hooks, behind the user's own.
 */
import { createHash } from "node:crypto";
import { dirname, join, relative } from "node:path";
import type { Hooks } from "../hooks.ts";
import type { Line } from "../log/entry.ts";
import type { Clock, Disk } from "../ports.ts";
import { confine } from "../tools/confine.ts";
import { seen } from "../tools/seen.ts";
import { CORE_TOOLS } from "../tools/table.ts";
import { ToolError } from "../tools/tool.ts";
import type { ToolUseBlock } from "../wire.ts";
import { type Backup, historyOf } from "./history.ts";

/** Where checkpoints are kept, and of what. */
export interface CheckpointPlace {
  readonly disk: Disk;
  readonly clock: Clock;
  /** The data root. */
  readonly root: string;
  /** The project folder: no file outside of it is restored. */
  readonly cwd: string;
  /** Whose files they are. A `Session` is one. */
  readonly session: () => { readonly id: string; readonly log: { ledger(line: Line): void } };
  /** The lines of its log; all but those of checkpoints, prompts and what file tools have seen may be left out. */
  readonly lines: () => Iterable<Line>;
  /** Told what a person should know. */
  readonly tell: (text: string) => void;
}

/** The body of a backup (fact 11). */
export function bodyPath({ root, session }: CheckpointPlace, name: string): string {
  return join(root, "file-history", session().id, name);
}

//#region checkpointing
/**
 * Hooks that make checkpoints besides; what another hook forbids leaves none. Where no backup can be kept, an edit is not
 * made; a prompt is sent all the same, and it is told that there is no going back to it. Law: files-restored
 */
export function checkpointing(hooks: Hooks, place: CheckpointPlace): Hooks {
  return async (moment, ...rest) => {
    const verdict = await hooks(moment, ...rest);
    if (verdict.blocked !== undefined) return verdict;
    try {
      if (moment.event === "UserPromptSubmit") place.session().log.ledger(snapshot(place, moment.messageId));
      const path = moment.event === "PreToolUse" ? editedBy(moment.call, place) : undefined;
      const delta = path === undefined ? undefined : deltaBefore(place, path);
      if (delta) place.session().log.ledger(delta);
      return verdict;
    } catch (error) {
      const why = `no copy of what is there could be kept (${error instanceof Error ? error.message : error}).`;
      if (moment.event === "PreToolUse") return { ...verdict, blocked: `The file was not changed: ${why}` };
      place.tell(`Files cannot be taken back to what they were before this prompt: ${why}`);
      return verdict;
    }
  };
}
//#endregion

/** What all tracked files are; one that has changed since its last backup gets a new one. */
function snapshot(place: CheckpointPlace, messageId: string): Line {
  const { latest } = historyOf(place.lines(), place.cwd);
  const files = [...latest].flatMap(([path, last]) => {
    const backup = backUp(place, path, last);
    return backup ? [[relative(place.cwd, path), backup]] : [];
  });
  const timestamp = place.clock.now().toISOString();
  const snapshot = { messageId, trackedFileBackups: Object.fromEntries(files), timestamp };
  return { type: "file-history-snapshot", messageId, snapshot, isSnapshotUpdate: false };
}

/** What a file is before it is edited, unless that has been logged since the prompt. */
function deltaBefore(place: CheckpointPlace, path: string): Line | undefined {
  const { checkpoints, latest } = historyOf(place.lines(), place.cwd);
  const prompt = checkpoints.at(-1);
  if (!prompt || prompt.files.has(path)) return undefined;
  const backup = backUp(place, path, latest.get(path));
  const { messageId } = prompt;
  const ofPrompt = { messageId, snapshotMessageId: messageId, trackingPath: relative(place.cwd, path) };
  return backup && { type: "file-history-delta", ...ofPrompt, backup, timestamp: backup.backupTime };
}

function editedBy({ name, input }: ToolUseBlock, { disk, cwd }: CheckpointPlace): string | undefined {
  if (CORE_TOOLS.find((tool) => tool.name === name)?.kind !== "edit") return undefined;
  try {
    return confine(disk, cwd, String((input as { file_path?: unknown }).file_path));
  } catch (error) {
    // The tool will say so itself.
    if (error instanceof ToolError) return undefined;
    throw error;
  }
}

/** What stands at the path of a tracked file: bytes, nothing, or what is left alone and why. */
export interface Found {
  readonly bytes?: Uint8Array | undefined;
  readonly digest?: string;
  readonly mode?: number | undefined;
  /** Names of the file; more than one are hard links. */
  readonly links?: number | undefined;
  readonly unfit?: string;
}

/** Looks at a tracked file. Never throws. */
export function lookAt({ disk, cwd }: CheckpointPlace, path: string): Found {
  try {
    const kind = disk.kind(path);
    if (kind !== undefined && kind !== "file") return { unfit: `a ${kind} stands in its place now` };
    if (confine(disk, cwd, path) !== path) return { unfit: "a symlink stands on the way to it" };
    const bytes = disk.read(path);
    return bytes ? { bytes, ...disk.stat(path), digest: seen(path, bytes).digest } : {};
  } catch (error) {
    return { unfit: error instanceof Error ? error.message : String(error) };
  }
}

/** What a file is now, kept: as its last backup where it has not changed. A body is on the disk before a line names it. */
function backUp(place: CheckpointPlace, path: string, last: Backup | undefined): Backup | undefined {
  const { bytes, digest, mode, unfit } = lookAt(place, path);
  if (unfit !== undefined) return undefined;
  const now = bytes ? { mode } : { newFolder: newFolderOf(place, path) };
  const isSame = bytes ? last?.digest === digest : last?.backupFileName === null;
  if (last && isSame) return { ...last, ...now };
  const { disk, clock } = place;
  const hash = createHash("sha256").update(path).digest("hex").slice(0, 16);
  let version = (last?.version ?? 0) + 1;
  // One that is there was left by a process that was killed before it could name it: it stays as it is.
  while (disk.kind(bodyPath(place, `${hash}@v${version}`)) !== undefined) version += 1;
  const name = `${hash}@v${version}`;
  const backupTime = clock.now().toISOString();
  if (!bytes) return { backupFileName: null, version, backupTime, ...now };
  disk.replace(bodyPath(place, name), bytes, 0o600);
  return { backupFileName: name, version, backupTime, digest, ...now };
}

function newFolderOf({ disk, cwd }: CheckpointPlace, path: string): string | undefined {
  let outermost: string | undefined;
  for (let folder = dirname(path); folder !== cwd; folder = dirname(folder))
    if (disk.kind(folder) === undefined) outermost = folder;
  return outermost;
}
