/** The command line as a user runs it: a real process, with a data root and a project of its own. */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";
import { main } from "../../src/terminal/main.ts";
import { builtGlass } from "./built-glass.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** What a process said, and how it ended. */
export interface Ran {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** A place to run in; gone when the test is. */
export interface Place {
  readonly home: string;
  readonly project: string;
  /** Writes a file of the project and returns its path. */
  file(name: string, content: string): string;
  /** Runs `glass` there, in this process: the same code, without the second that a process needs to start. */
  glass(args: readonly string[], environment?: Record<string, string>): Promise<Ran>;
  /** Runs `glass` there, in a process of its own. */
  glassProcess(args: readonly string[], environment?: Record<string, string>): Promise<Ran>;
}

/** Makes a place. */
export function place(): Place {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "glass-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const home = join(folder, "home");
  const project = realpathSync(mkdtempSync(join(folder, "project-")));
  return {
    home,
    project,
    file: (name, content) => {
      writeFileSync(join(project, name), content);
      return join(project, name);
    },
    glass: (args, environment = {}) => inThisProcess(args, project, { GLASS_HOME: home, ...environment }),
    glassProcess: async (args, environment = {}) =>
      runNode([await builtGlass(), ...args], { GLASS_HOME: home, INIT_CWD: project, ...environment }),
  };
}

async function inThisProcess(
  args: readonly string[],
  here: string,
  environment: Record<string, string>,
): Promise<Ran> {
  const ran = { out: "", err: "" };
  const code = await main(args, here, environment, {
    print: (text) => {
      ran.out += `${text}\n`;
    },
    note: (text) => {
      ran.err += `${text}\n`;
    },
  });
  return { code, ...ran };
}

/** Runs a script of this project in a process of its own, without a terminal. */
export function runScript(
  script: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Ran> {
  return runNode(["--import", "tsx", join(ROOT, script), ...args], environment);
}

/** Runs `glass` in a process of its own whose reader hangs up after the first words. */
export async function hungUp(here: Place, args: readonly string[]): Promise<Ran> {
  const environment = { GLASS_HOME: here.home, INIT_CWD: here.project };
  return runNode([await builtGlass(), ...args], environment, (child) => child.stdout.destroy());
}

function runNode(
  args: readonly string[],
  environment: Record<string, string>,
  onWords: (child: ChildProcessByStdio<null, Readable, Readable>) => void = () => {},
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, args, {
      cwd: ROOT,
      env: { ...process.env, HARNESS_LANG: "en", ...environment },
      stdio: ["ignore", "pipe", "pipe"],
    });
    let out = "";
    let err = "";
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      out += chunk;
      onWords(child);
    });
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => {
      err += chunk;
    });
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, out, err }));
  });
}
