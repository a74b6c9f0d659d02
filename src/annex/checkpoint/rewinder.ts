/**
 * The files' half of a rewind, as a command uses it: which prompts there are, what going back to one would do, and doing it
 * (C-5.3c). The conversation is not touched by it.
 */
import { historyOf } from "../../checkpoint/history.ts";
import type { CheckpointPlace } from "../../checkpoint/snapshot.ts";
import type { Line } from "../../log/entry.ts";
import { isRecord } from "../../wire.ts";
import { changesAfter, type FileChange, restoreDiff } from "./changes.ts";
import { checkpointsOf, type PlannedFile, planRestore, type RestorePlan } from "./plan.ts";
import { restore } from "./restore.ts";

/** A prompt before which the files can be taken back. */
export interface RewindPoint {
  /** The uuid of its entry. */
  readonly messageId: string;
  /** When it came. */
  readonly timestamp: string;
  /** Its text; undefined where its entry is lost. */
  readonly prompt: string | undefined;
  /** What has changed in the tracked files from then to the next prompt, or to now. */
  readonly changes: readonly FileChange[];
}

/** Takes the files of one session back. A restore never writes to the log. */
export interface Rewinder {
  /** The last 100 prompts, oldest first, on whichever branch: what happens to files happens to all branches. */
  list(): readonly RewindPoint[];
  /** What going back to before a prompt would do to the files; undefined for one that has no checkpoint. Writes nothing. */
  plan(messageId: string): RestorePlan | undefined;
  /** Does what was planned; returns what became of each file, and why where it was skipped. */
  restore(plan: RestorePlan): readonly PlannedFile[];
  /** What a restore would change in a file, as a unified diff. */
  diff(file: PlannedFile): string;
}

/** Makes it for the session of a place, whichever that is when it is asked. */
export function rewinder(place: CheckpointPlace): Rewinder {
  return {
    list: () => {
      const lines = [...place.lines()];
      const history = historyOf(lines, place.cwd);
      const prompts = new Map(lines.map((line) => [line["uuid"], line] as const));
      return checkpointsOf(history).map((checkpoint, at, all) => {
        const { messageId, timestamp = "" } = checkpoint;
        const prompt = promptOf(prompts.get(messageId));
        return {
          messageId,
          timestamp,
          prompt,
          changes: changesAfter(place, history, checkpoint, all[at + 1]),
        };
      });
    },
    plan: (messageId) => planRestore(place, messageId),
    restore: (plan) => restore(place, plan),
    diff: (file) => restoreDiff(place, file),
  };
}

function promptOf(line: Line | undefined): string | undefined {
  const content = isRecord(line?.["message"]) ? line["message"]["content"] : undefined;
  return typeof content === "string" ? content : undefined;
}
