/** A restore on a real disk that is stopped on the way, by a kill or a full disk. */
import fs from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { rewinder } from "#src/annex/checkpoint/rewinder.ts";
import { nodeDisk } from "#src/host/disk.ts";
import { type ReplacingCalls, replaceFile } from "#src/host/replace-file.ts";
import { type CheckpointPlace, checkpointing, type Disk, type Line, NO_HOOKS } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { contentsOf, freshFolder } from "../support/real-folder.ts";

/** A file: what it was at the prompt and what it is now, as lengths; undefined where it was not there or is not. */
interface TwoTimes {
  readonly was: number | undefined;
  readonly now: number | undefined;
}

const NAMES = ["a.txt", "b.txt", "new/c.txt", "new/deep/d.txt"];
const anyLength = fc.option(fc.constantFrom(0, 1, 5000), { nil: undefined });

const anyStop = shownAs(
  fc.record({
    files: fc.array(fc.record<TwoTimes>({ was: anyLength, now: anyLength }), { minLength: 1, maxLength: 4 }),
    at: fc.nat(40),
  }),
  ({ files, at }) =>
    [...files.map(({ was, now }, index) => `${NAMES[index]}: ${was} -> ${now}`), `stop at call ${at}`].join(
      "\n",
    ),
);

law(
  "restore-stopped",
  "a restore that is stopped at any call into the file system leaves each file as it was or as it is to be, whole, and made again it is complete and leaves nothing else behind",
  [anyStop],
  async ({ files, at }) => {
    const [cwd, root] = [freshFolder(), freshFolder()];
    const texts = files.map(({ was, now }) => ({ was: textOf("was", was), now: textOf("now", now) }));
    const lines: Line[] = [];
    const place = placeOf(nodeDisk, cwd, root, lines);
    for (const [index, { was }] of texts.entries()) put(join(cwd, NAMES[index] ?? ""), was);
    const before = contentsOf(cwd);
    const hooks = checkpointing(NO_HOOKS, place);
    await hooks({ event: "UserPromptSubmit", prompt: "Go on.", messageId: "m1" });
    for (const [index, { now }] of texts.entries()) {
      const input = { file_path: NAMES[index] };
      await hooks({ event: "PreToolUse", call: { type: "tool_use", id: "t", name: "Write", input } });
      put(join(cwd, NAMES[index] ?? ""), now);
    }
    restoreOn(placeOf(stoppingAt(at), cwd, root, lines));
    for (const [index, { was, now }] of texts.entries()) {
      const path = join(cwd, NAMES[index] ?? "");
      const text = fs.existsSync(path) ? fs.readFileSync(path, "utf8") : undefined;
      expect([was, now]).toContain(text);
    }
    expect(restoreOn(place)).toEqual([]);
    expect(contentsOf(cwd)).toEqual(before);
  },
  { runs: 60 },
);

/** Restores, and returns what was skipped. */
function restoreOn(place: CheckpointPlace) {
  const { plan, restore } = rewinder(place);
  const planned = plan("m1");
  return planned ? restore(planned).filter(({ action }) => action === "skip") : ["no plan"];
}

function placeOf(disk: Disk, cwd: string, root: string, lines: Line[]): CheckpointPlace {
  const ledger = (line: Line) => void lines.push(line);
  const clock = { now: () => new Date(0) };
  return {
    disk,
    clock,
    root,
    cwd,
    session: () => ({ id: "s", log: { ledger } }),
    lines: () => lines,
    tell: () => {},
  };
}

function textOf(when: string, length: number | undefined): string | undefined {
  return length === undefined ? undefined : `${when} `.repeat(length);
}

function put(path: string, text: string | undefined): void {
  fs.rmSync(path, { force: true });
  if (text !== undefined) nodeDisk.write(path, text);
}

/** The disk of a process whose nth call that changes something, and every later one, fails; a write gets half way. */
function stoppingAt(nth: number): Disk {
  let count = 0;
  const isOver = () => count++ >= nth;
  const stopped = (name: string) =>
    [
      name,
      (...args: unknown[]): unknown => {
        const real = (fs as unknown as Record<string, (...given: unknown[]) => unknown>)[name];
        if (!isOver()) return name === "fsyncSync" ? undefined : real?.(...args);
        if (name === "closeSync") real?.(...args);
        const bytes = args[1];
        if (count === nth + 1 && bytes instanceof Uint8Array)
          real?.(args[0], bytes.subarray(0, bytes.length / 2));
        throw new Error(`stopped at ${name}`);
      },
    ] as const;
  const calls = Object.fromEntries(CALLS.map(stopped)) as unknown as ReplacingCalls;
  return {
    ...nodeDisk,
    replace: (path, content, mode) => replaceFile(path, content, mode, calls),
    remove: (path) => {
      if (isOver()) throw new Error("stopped at remove");
      nodeDisk.remove(path);
    },
  };
}

const CALLS = [
  "mkdirSync",
  "rmSync",
  "openSync",
  "writeFileSync",
  "fchmodSync",
  "fsyncSync",
  "closeSync",
  "renameSync",
] as const satisfies readonly (keyof ReplacingCalls)[];
