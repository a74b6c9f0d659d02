/** Where contenders are measured: each in a fresh process, in turn, as one bundled file that starts without a loader. */
import { execFile } from "node:child_process";
import { mkdtempSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import type { Said } from "./contend.ts";
import { median, ROUNDS } from "./rate.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
/** What takes longer than this is measured in fewer rounds. */
export const SLOW_MS = 2_000;
export const SLOW_ROUNDS = 3;
/** A contender that has not come to an end by then cannot do it. */
const LONGEST_MS = 300_000;

/** What a contender came to: medians over the rounds. Undefined where it could not do it. */
export interface Measure {
  readonly ms: number | undefined;
  readonly megabytes: number | undefined;
  readonly came: unknown;
  /** Why it could not. */
  readonly note?: string;
}

/** Runs the contenders of one program. */
export class Arena {
  readonly #program: string;
  readonly #flags: readonly string[];

  private constructor(program: string, flags: readonly string[]) {
    this.#program = program;
    this.#flags = flags;
  }

  /** Bundles a program of `scripts/bench` that calls `contend` into a scratch folder. */
  static async of(name: string, folder: string, flags: readonly string[] = []): Promise<Arena> {
    const outDir = mkdtempSync(join(folder, "program-"));
    // Packages are not bundled; they are found from here.
    symlinkSync(join(ROOT, "node_modules"), join(outDir, "node_modules"));
    await build({
      root: ROOT,
      configFile: false,
      logLevel: "error",
      build: {
        ssr: join(ROOT, "scripts", "bench", name),
        outDir,
        emptyOutDir: false,
        rollupOptions: { output: { entryFileNames: "program.mjs" } },
      },
    });
    return new Arena(join(outDir, "program.mjs"), flags);
  }

  /**
   * Measures contenders of the program, each given the same arguments, taking turns. Memory is what is over an idle
   * process of the same program (D-34).
   */
  async measure(names: readonly string[], args: readonly string[]): Promise<Map<string, Measure>> {
    const said = new Map<string, (Said | string)[]>(["idle", ...names].map((name) => [name, []]));
    // The first round warms the page cache.
    for (let round = 0; round <= ROUNDS; round += 1) {
      for (const [name, list] of said) {
        if (typeof list[0] === "string") continue;
        if (list.length >= SLOW_ROUNDS && (list[0]?.ms ?? 0) > SLOW_MS) continue;
        const one = await this.#run([name, ...args]);
        if (round > 0 || typeof one === "string") list.push(one);
      }
    }
    const idle = measureOf(said.get("idle") ?? [], 0).megabytes ?? 0;
    return new Map(names.map((name) => [name, measureOf(said.get(name) ?? [], idle)]));
  }

  #run(args: readonly string[]): Promise<Said | string> {
    return new Promise((resolve) => {
      const options = { timeout: LONGEST_MS, maxBuffer: 1 << 26 };
      execFile(
        process.execPath,
        [...this.#flags, this.#program, ...args],
        options,
        (error, output, errors) => {
          if (!error) resolve(JSON.parse(output) as Said);
          else
            resolve(
              /^(?:\w*Error.*|FATAL.*)$/m.exec(errors)?.[0] ?? (error.message.split("\n")[0] || "failed"),
            );
        },
      );
    });
  }
}

function measureOf(said: readonly (Said | string)[], idle: number): Measure {
  const failed = said.find((each) => typeof each === "string");
  if (failed !== undefined) return { ms: undefined, megabytes: undefined, came: undefined, note: failed };
  const done = said.filter((each) => typeof each !== "string");
  return {
    ms: median(done.map(({ ms }) => ms)),
    megabytes: median(done.map(({ peak }) => peak)) - idle,
    came: done[0]?.came,
  };
}
