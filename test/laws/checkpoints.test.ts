/** The files' half of a rewind: what a checkpoint keeps and a restore brings back, whatever happens between (C-5.3). */
import { expect } from "vitest";
import { rewinder } from "#src/annex/checkpoint/rewinder.ts";
import { historyOf } from "#src/index.ts";
import { law } from "../support/law.ts";
import { anyRewindProgram, playRewinds } from "../support/rewind-program.ts";

law(
  "files-restored",
  "after a restore each tracked file is what it was at that prompt, bytes and mode, or is not there if it was not, and every other file is what it was before the restore",
  [anyRewindProgram],
  (program) =>
    playRewinds(program, {
      restored: ({ expected, done }, files) => {
        expect(files).toEqual(expected);
        expect(done.filter(({ action }) => action === "skip")).toEqual([]);
      },
    }),
  { runs: 150 },
);

law(
  "foreign-told",
  "no file with bytes that the session's tools have not seen is overwritten or removed unless the plan says so",
  [anyRewindProgram],
  (program) =>
    playRewinds(program, {
      restored: ({ plan, foreign }) => {
        const told = plan.files.filter(({ isForeign }) => isForeign);
        expect(told.map(({ path }) => path.replace("/home/user/demo/", ""))).toEqual(foreign);
      },
    }),
  { runs: 100 },
);

law(
  "backups-kept",
  "a backup's bytes never change once they are written, each that a line names is there, and a file's versions only grow",
  [anyRewindProgram],
  async (program) => {
    let kept = new Map<string, string>();
    await playRewinds(program, {
      afterStep: (play) => {
        const bodies = play.bodies();
        for (const [name, text] of kept) expect(bodies.get(name), name).toBe(text);
        kept = bodies;
        const versions = new Map<string, number>();
        for (const { files } of historyOf(play.freshLines(), play.place.cwd).checkpoints) {
          for (const [path, { backupFileName: name, version }] of files) {
            if (name !== null) expect(bodies.has(name), name).toBe(true);
            expect(version).toBeGreaterThanOrEqual(versions.get(path) ?? 1);
            versions.set(path, version);
          }
        }
      },
    });
  },
  { runs: 60 },
);

law(
  "history-rebuilt",
  "a process that has been there from the beginning and one that reads the log for the first time list the same prompts with the same changes, and plan the same restores",
  [anyRewindProgram],
  (program) =>
    playRewinds(program, {
      afterStep: (play) => {
        const old = rewinder(play.place);
        const fresh = rewinder({ ...play.place, lines: () => play.freshLines() });
        const points = fresh.list();
        expect(old.list()).toEqual(points);
        for (const { messageId } of points) expect(old.plan(messageId)).toEqual(fresh.plan(messageId));
      },
    }),
  { runs: 25 },
);
