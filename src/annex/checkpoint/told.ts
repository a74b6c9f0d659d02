/** What a person is told of a restore, before it and after it: a line each. */
import { relative } from "node:path";
import { oneLine } from "../log/one-line.ts";
import { KEPT_CHECKPOINTS, type PlannedFile, type RestorePlan } from "./plan.ts";

/** What no restore undoes (C-5.3d). */
export const NEVER_UNDONE = `Not undone: what shell commands and agents have changed in files that this session has not edited itself. The last ${KEPT_CHECKPOINTS} prompts can be gone back to.`;

/** What would be done, what would be lost by it, and what will not be done. */
export function planTold({ files }: RestorePlan, cwd: string): string[] {
  return [
    said(files, "write", "comes back as it was", "come back as they were", cwd),
    said(files, "remove", "is removed: it was not there", "are removed: they were not there", cwd),
    ...lossTold(files, cwd),
    ...skipsTold(files, cwd),
    files.some(({ action }) => action === "write" || action === "remove") ? "" : "No file would change.",
    NEVER_UNDONE,
  ].filter((line) => line !== "");
}

/** What was done, and what was not. */
export function restoreTold(done: readonly PlannedFile[], cwd: string): string[] {
  return [
    said(done, "write", "is as it was", "are as they were", cwd),
    said(done, "remove", "was removed", "were removed", cwd),
    ...skipsTold(done, cwd),
  ].filter((line) => line !== "");
}

function lossTold(files: readonly PlannedFile[], cwd: string): string[] {
  const lost = files.filter(
    ({ isForeign, action }) => isForeign && (action === "write" || action === "remove"),
  );
  if (lost.length === 0) return [];
  const names = namesOf(lost, cwd);
  return [
    `Changed by hand, by a command or by an agent since this session's tools last saw it, and lost: ${names}`,
  ];
}

function skipsTold(files: readonly PlannedFile[], cwd: string): string[] {
  return files
    .filter(({ action }) => action === "skip")
    .map((file) => `${namesOf([file], cwd)} is not restored: ${oneLine(file.why ?? "")}.`);
}

function said(
  files: readonly PlannedFile[],
  action: PlannedFile["action"],
  one: string,
  more: string,
  cwd: string,
): string {
  const meant = files.filter((file) => file.action === action);
  if (meant.length === 0) return "";
  const what = meant.length === 1 ? `1 file ${one}` : `${meant.length} files ${more}`;
  return `${what}: ${namesOf(meant, cwd)}`;
}

function namesOf(files: readonly PlannedFile[], cwd: string): string {
  return files.map(({ path }) => oneLine(relative(cwd, path))).join(", ");
}
