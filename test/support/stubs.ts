/** Programs that do nothing but record that they ran, in a real bash. */
import { spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** The programs: one that a rule allows, and one that a rule denies. */
export const PROGRAMS = ["safe", "wipe"] as const;

/** A place in which both programs can be started: by name, by their path, from the folder itself, and `wipe` by a link. */
export class Stubs {
  readonly cwd: string;
  readonly bin: string;
  readonly #record: string;

  constructor(top: string) {
    this.cwd = join(top, "project");
    this.bin = join(top, "bin");
    this.#record = join(top, "record");
    for (const program of PROGRAMS) this.#put(this.bin, program);
  }

  /** Runs the lines one after the other, each in a bash of its own; which programs ran. All is over when it returns. */
  run(lines: readonly string[]): string[] {
    rmSync(this.#record, { force: true });
    rmSync(this.cwd, { recursive: true, force: true });
    for (const program of PROGRAMS) this.#put(this.cwd, program);
    symlinkSync("wipe", join(this.cwd, "linked"));
    // What goes on in the background holds the third file open, so its end is the end of all.
    const driver = `while IFS= read -r -d '' line; do bash -c "$line" 3>&1 >/dev/null 2>&1 </dev/null; done`;
    const { error } = spawnSync("bash", ["-c", driver], {
      cwd: this.cwd,
      env: { PATH: `${this.bin}:/usr/bin:/bin`, HOME: this.cwd, LC_ALL: "C.UTF-8" },
      input: lines.map((line) => `${line}\0`).join(""),
      timeout: 30_000,
    });
    if (error) throw error;
    return existsSync(this.#record) ? readFileSync(this.#record, "utf8").trim().split("\n") : [];
  }

  #put(folder: string, program: string): void {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, program), `#!/bin/sh\necho ${program} >> ${this.#record}\n`);
    chmodSync(join(folder, program), 0o755);
  }
}
