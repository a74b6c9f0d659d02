/** Runs trials in a process of their own, which is ended when it says nothing for too long. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { endGroup, endsWithThis } from "../workshop/living-groups.ts";
import type { Done, Outcome, Trial } from "./trial.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** Longer than any law takes; a wrong way may never end. Counted in seconds in which this process listens. */
const LONGEST_SILENCE = 90;

type Trying = ChildProcessByStdio<null, Readable, null>;

/** What came of each trial, in their order. */
export async function tryAll(
  trials: readonly Trial[],
  onDone: (done: Done) => void,
): Promise<readonly Outcome[]> {
  const outcomes = trials.map((): Outcome => ({ ended: "never" }));
  // Within the project, so that what lies there finds the project's packages.
  const folder = join(ROOT, ".workshop", `wrong-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  try {
    const list = join(folder, "trials.json");
    writeFileSync(list, JSON.stringify(trials));
    for await (const done of saidBy(started(list))) {
      outcomes[done.at] = done.outcome;
      onDone(done);
    }
    return outcomes;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The process of trials, in a group of its own: vitest's workers end with it, also one that goes round in circles. */
function started(list: string): Trying {
  const program = join(ROOT, "scripts/wrong-ways/tries.ts");
  return spawn(process.execPath, ["--import", "tsx", program, list], {
    cwd: ROOT,
    detached: true,
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** What a process of trials says, until it ends or is ended. */
async function* saidBy(child: Trying): AsyncGenerator<Done> {
  const { pid = 0 } = child;
  const letGo = endsWithThis(pid);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  let silent = 0;
  const watch = setInterval(() => {
    silent += 1;
    if (silent > LONGEST_SILENCE) endGroup(pid);
  }, 1000);
  try {
    for await (const line of createInterface({ input: child.stdout })) {
      // Others print in that process too.
      if (!line.startsWith('{"at":')) continue;
      silent = 0;
      yield JSON.parse(line) as Done;
    }
    await ended;
  } finally {
    clearInterval(watch);
    letGo();
  }
}
