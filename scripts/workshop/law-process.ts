/** A run of the tests in a group of processes of its own, which is ended when its time is over, with all that it has started. */
import { type ChildProcess, spawn } from "node:child_process";
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { lawsIn } from "../pages/stated-laws.ts";
import { endGroup, endsWithThis } from "./living-groups.ts";

/** What is to be run. */
export interface LawsOf {
  readonly root: string;
  /** What stands for `src`, from the root. */
  readonly subject: string;
  /** Ids. */
  readonly laws: readonly string[];
  readonly seconds: number;
  /** Left out: the laws' own. */
  readonly seed?: number;
  /** Are broken laws reported at the first case that breaks them? Quicker, and harder to read. */
  readonly isUnshrunk?: boolean;
  readonly signal?: AbortSignal;
}

/** How a run came to its end. `late`: the time was over. `left`: it was called off. */
export interface Ended {
  readonly end: "done" | "late" | "left";
  /** The last that it printed. */
  readonly said: string;
}

/** An endless loop that collects something is ended by this before it takes the machine's memory. Megabytes. */
const MEMORY = 1500;

/** Runs them; `reports` is the folder for the reports of the laws, `result` the file for what the tests come to. */
export function runTests(asked: LawsOf, reports: string, result: string): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = startVitest(asked, reports, result);
    const pid = child.pid ?? 0;
    let end: Ended["end"] = "done";
    let said = "";
    const hear = (data: Buffer) => {
      said = (said + String(data)).slice(-100_000);
    };
    const stop = (as: Ended["end"]) => {
      end = as;
      endGroup(pid);
    };
    const leave = () => stop("left");
    const timer = setTimeout(() => stop("late"), asked.seconds * 1000);
    asked.signal?.addEventListener("abort", leave);
    if (asked.signal?.aborted) leave();
    const letGo = endsWithThis(pid);
    child.stdout?.on("data", hear);
    child.stderr?.on("data", hear);
    child.on("error", (error) => {
      letGo();
      reject(error);
    });
    // What it has left behind goes too: it may hold the pipes, and then they would never be closed.
    child.on("exit", letGo);
    child.on("close", () => {
      clearTimeout(timer);
      asked.signal?.removeEventListener("abort", leave);
      // Where a run keeps what it builds (test/support/built-folder.ts); one that was ended cannot remove it.
      if (end !== "done") rmSync(join(asked.root, `.built-${pid}`), { recursive: true, force: true });
      resolve({ end, said });
    });
  });
}

/** The test files that state one of the laws, from the root. */
export function filesStating(root: string, laws: readonly string[]): string[] {
  const stated = new Set<string>();
  const files = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".test.ts"))
    .map((name) => join("test", name))
    .filter((file) => {
      const named = lawsIn(readFileSync(join(root, file), "utf8")).map(({ id }) => id);
      const ours = named.filter((id) => laws.includes(id));
      for (const id of ours) stated.add(id);
      return ours.length > 0;
    });
  const unknown = laws.filter((id) => !stated.has(id));
  if (unknown.length > 0) throw new Error(`No test states the law ${unknown.join(", ")}.`);
  return files;
}

function startVitest(asked: LawsOf, reports: string, result: string): ChildProcess {
  const { root, subject, laws, seed, isUnshrunk } = asked;
  const program = join(root, "node_modules", "vitest", "vitest.mjs");
  const files = filesStating(root, laws);
  const pattern = `(^|\\s)(${laws.join("|")}):`;
  const args = [
    "run",
    ...files,
    "-t",
    pattern,
    "--reporter=json",
    `--outputFile=${result}`,
    "--maxWorkers=1",
  ];
  // What a run inside of another one, or a replay, has left in the environment is not for this one.
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|GLASS_(SEED|PATH)|FORCE_COLOR)/.test(name),
  );
  const env = {
    ...Object.fromEntries(kept),
    NO_COLOR: "1",
    NODE_OPTIONS: `--max-old-space-size=${MEMORY}`,
    GLASS_SUBJECT: subject,
    GLASS_REPORTS: reports,
    ...(seed === undefined ? {} : { GLASS_SEED: String(seed) }),
    ...(isUnshrunk ? { GLASS_UNSHRUNK: "1" } : {}),
  };
  return spawn(process.execPath, [program, ...args], {
    cwd: root,
    env,
    // A group of its own, so that the workers end with it, also one that is in an endless loop.
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
}
