/** What a prompt has changed in the files, in lines; and what a restore would, as a diff. */
import { isUtf8 } from "node:buffer";
import { relative } from "node:path";
import { createTwoFilesPatch, diffLines, FILE_HEADERS_ONLY } from "diff";
import type { Backup, Checkpoint, FileHistory } from "../../checkpoint/history.ts";
import { bodyPath, type CheckpointPlace, lookAt } from "../../checkpoint/snapshot.ts";
import { backupAt, type PlannedFile } from "./plan.ts";

/** A file that is not what it was. */
export interface FileChange {
  /** Absolute. */
  readonly path: string;
  readonly change: "made" | "removed" | "changed";
  /** Lines that came and that went; undefined where it is not text. */
  readonly lines: { readonly added: number; readonly removed: number } | undefined;
}

/** Lines that come and go, after which no shorter way is looked for: two files that have little in common. */
const MOST_CHANGES = 2000;

/**
 * What has changed in the tracked files from a checkpoint to the next one or, where there is none, to what they are now: by the turn of the prompt,
 * and by whoever else until then. A file of which a copy is missing is left out.
 */
export function changesAfter(
  place: CheckpointPlace,
  history: FileHistory,
  checkpoint: Checkpoint,
  next: Checkpoint | undefined,
): FileChange[] {
  return [...history.latest.keys()].sort().flatMap((path) => {
    const before = backupAt(history, checkpoint, path);
    const after = next && backupAt(history, next, path);
    if (!before || (next && (!after || isSame(before, after)))) return [];
    const [was, is] = [bytesOf(place, before), after ? bytesOf(place, after) : bytesNow(place, path)];
    if (was === "unknown" || is === "unknown") return [];
    return changeOf(path, was, is) ?? [];
  });
}

/** What a restore changes in a file, as a unified diff: `-` is what stands there now. */
export function restoreDiff(place: CheckpointPlace, { path, backup }: PlannedFile): string {
  const now = bytesNow(place, path);
  const then = backup ? bytesOf(place, backup) : "unknown";
  if (now === "unknown" || then === "unknown") return "It is not known what would be restored.\n";
  if (!isText(now) || !isText(then)) return "It is not text.\n";
  const name = relative(place.cwd, path);
  const options = { maxEditLength: MOST_CHANGES, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(name, name, textOf(now), textOf(then), "now", "restored", options);
  return patch ?? `${name} would be another file altogether.\n`;
}

type Content = Uint8Array | undefined | "unknown";

function isSame(one: Backup, other: Backup): boolean {
  return one.backupFileName === other.backupFileName;
}

function bytesOf(place: CheckpointPlace, { backupFileName: name }: Backup): Content {
  return name === null ? undefined : (place.disk.read(bodyPath(place, name)) ?? "unknown");
}

function bytesNow(place: CheckpointPlace, path: string): Content {
  const { bytes, unfit } = lookAt(place, path);
  return unfit === undefined ? bytes : "unknown";
}

function changeOf(
  path: string,
  was: Uint8Array | undefined,
  is: Uint8Array | undefined,
): FileChange | undefined {
  if (was === is || (was && is && Buffer.compare(was, is) === 0)) return undefined;
  const change = was ? (is ? "changed" : "removed") : "made";
  return {
    path,
    change,
    lines: isText(was) && isText(is) ? linesBetween(textOf(was), textOf(is)) : undefined,
  };
}

function linesBetween(before: string, after: string): { added: number; removed: number } {
  const pieces = diffLines(before, after, { maxEditLength: MOST_CHANGES });
  if (!pieces) return { added: linesIn(after), removed: linesIn(before) };
  const count = (kind: "added" | "removed") =>
    pieces.reduce((sum, piece) => sum + (piece[kind] ? piece.count : 0), 0);
  return { added: count("added"), removed: count("removed") };
}

function linesIn(text: string): number {
  return text === "" ? 0 : text.replace(/\n$/, "").split("\n").length;
}

function isText(bytes: Uint8Array | undefined): boolean {
  return bytes === undefined || (isUtf8(bytes) && !bytes.includes(0));
}

function textOf(bytes: Uint8Array | undefined): string {
  return new TextDecoder().decode(bytes);
}
