/** A real terminal for a test: `glass` runs in tmux, keys are sent to it, and what stands on its screen is looked at. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, vi } from "vitest";
import { builtGlass } from "./built-glass.ts";
import type { Place } from "./glass.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const run = promisify(execFile);

/** Much longer than anything takes: a machine may be busy. */
const PATIENCE = { timeout: 60_000, interval: 50 };

/** Says how the program has ended and whether lines are edited again, and keeps the screen. */
const TERMINAL = 'stty -a | grep -o -E -- "-?icanon"';
const AFTERWARDS = `"$@"; echo "left with $?"; ${TERMINAL}; exec cat`;
/** The same in a shell with jobs: what is stopped is taken up again at Enter. */
const WITH_JOBS = `set -m; "$@"; echo "stopped with $?"; ${TERMINAL}; read line; fg; echo "left with $?"; ${TERMINAL}; exec cat`;

let terminals = 0;

/** One terminal with `glass` in it. Gone when the test is. */
export class TmuxGlass {
  readonly #socket: string;

  private constructor(socket: string) {
    this.#socket = socket;
  }

  /** Starts `glass` in a terminal of 100 columns and 40 rows. */
  static async start(place: Place, args: readonly string[], { jobs = false } = {}): Promise<TmuxGlass> {
    return TmuxGlass.running(place, [process.execPath, await builtGlass(), ...args], { jobs });
  }

  /** Starts any program in such a terminal. */
  static async running(place: Place, program: readonly string[], { jobs = false } = {}): Promise<TmuxGlass> {
    terminals += 1;
    const glass = new TmuxGlass(join(place.project, "..", `tmux-${terminals}`));
    const environment = ["HARNESS_LANG=en", `GLASS_HOME=${place.home}`, `INIT_CWD=${place.project}`];
    const command = [
      "sh",
      "-c",
      jobs ? WITH_JOBS : AFTERWARDS,
      "sh",
      "env",
      "-u",
      "NO_COLOR",
      "-u",
      "FORCE_COLOR",
      ...environment,
      ...program,
    ];
    onTestFinished(async () => {
      await glass.#tmux("kill-server").catch(() => {});
    });
    await glass.#tmux("new-session", "-d", "-x", "100", "-y", "40", "-c", ROOT, ...command);
    return glass;
  }

  /** Types a text. */
  async type(text: string): Promise<void> {
    await this.#tmux("send-keys", "-l", "--", text);
  }

  /** Presses keys by tmux's names: Enter, Escape, BTab, C-d. */
  async press(...keys: readonly string[]): Promise<void> {
    await this.#tmux("send-keys", ...keys);
  }

  /** Types a line and sends it. */
  async say(line: string): Promise<void> {
    await this.type(line);
    await this.sees(line);
    await this.press("Enter");
  }

  /** Waits until the screen shows it, scrolled away or not. `colours` keeps the colours. */
  async sees(what: string | RegExp, { colours = false } = {}): Promise<string> {
    return vi.waitFor(async () => {
      const screen = await this.#screen(colours);
      if (typeof what === "string") expect(screen).toContain(what);
      else expect(screen).toMatch(what);
      return screen;
    }, PATIENCE);
  }

  /** Is the cursor to be seen? */
  async cursorShown(): Promise<boolean> {
    return (await this.#tmux("display-message", "-p", "#{cursor_flag}")).trim() === "1";
  }

  async #screen(colours: boolean): Promise<string> {
    return this.#tmux("capture-pane", "-p", "-S", "-", ...(colours ? ["-e"] : []));
  }

  async #tmux(...args: readonly string[]): Promise<string> {
    const { stdout } = await run("tmux", ["-u", "-S", this.#socket, "-f", "/dev/null", ...args]);
    return stdout;
  }
}
