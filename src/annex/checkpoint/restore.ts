/** The way back: a plan done, each file in one step, so that it is old or new whenever this is stopped. */
import type { CheckpointPlace } from "../../checkpoint/snapshot.ts";
import { bodyOf, type PlannedFile, planFile, type RestorePlan, wordsOf } from "./plan.ts";

/**
 * Does what was planned, and returns what became of each file. One that cannot be restored, or is not what it was when the
 * plan was made, is skipped; the others are restored. Stopped anywhere, then planned and made again, it is complete.
 * Law: files-restored, restore-stopped
 */
export function restore(place: CheckpointPlace, plan: RestorePlan): readonly PlannedFile[] {
  const { disk } = place;
  const done = plan.files.map((file): PlannedFile => {
    const { path, action, backup, digest } = file;
    if (action !== "write" && action !== "remove") return file;
    try {
      const now = planFile(place, path, backup);
      if (now.action === "skip") return now;
      if (now.action !== action || now.digest !== digest)
        return { ...file, action: "skip", why: "it has changed since this was planned" };
      if (action === "remove") disk.remove(path);
      else disk.replace(path, bodyOf(place, path, backup), backup?.mode ?? disk.stat(path)?.mode);
      return file;
    } catch (error) {
      return { ...file, action: "skip", why: wordsOf(error) };
    }
  });
  for (const folder of plan.folders) removeIfEmpty(disk, folder);
  return done;
}

function removeIfEmpty(disk: CheckpointPlace["disk"], folder: string): void {
  try {
    if (disk.kind(folder) === "folder" && disk.list(folder).length === 0) disk.remove(folder);
  } catch {
    // It is in nobody's way, and all files are restored.
  }
}
