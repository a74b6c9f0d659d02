/** A conversation in this process, at a terminal that is only a pair of streams: keys go in, what was written is read. */
import { PassThrough } from "node:stream";
import { expect, onTestFinished, vi } from "vitest";
import { readArgs } from "../../src/terminal/args.ts";
import { repl } from "../../src/terminal/repl/repl.ts";
import type { Place } from "./glass.ts";

/** One conversation. */
export class ReplProcess {
  /** What time it is there, in milliseconds: it stands still. */
  time = 0;
  /** Is the terminal in raw mode? */
  raw = false;
  /** Takes up again what Ctrl-Z has suspended. */
  comeBack: () => void = () => {};
  /** The exit code, once the person has left. */
  readonly ended: Promise<number>;
  #written = "";
  readonly #input: PassThrough;
  readonly #output: PassThrough;

  constructor(place: Place, args: readonly string[]) {
    const setRawMode = (raw: boolean) => {
      this.raw = raw;
    };
    this.#input = Object.assign(new PassThrough(), { setRawMode });
    // Like the process's own output it does not end with whoever writes to it for a while.
    const output = Object.assign(new PassThrough(), { columns: 100, rows: 40, _isStdio: true });
    this.#output = output;
    output.setEncoding("utf8").on("data", (chunk: string) => {
      this.#written += chunk;
    });
    const command = readArgs(args, place.project, { GLASS_HOME: place.home });
    if (command.kind !== "repl") throw new Error("These arguments begin no conversation.");
    const terminal = {
      now: () => this.time,
      every: () => () => {},
      strays: () => () => {},
      suspend: (back: () => void) => {
        this.comeBack = back;
      },
    };
    this.ended = repl(
      command,
      {},
      {
        ...terminal,
        input: this.#input as unknown as NodeJS.ReadStream,
        output: output as unknown as NodeJS.WriteStream,
      },
    );
    onTestFinished(async () => {
      this.#input.write("\x03\x03\x03");
      await this.ended.catch(() => {});
    });
  }

  /** Sends a line and waits until the screen shows what it leads to, after what was there before. */
  async say(line: string, leadsTo: string | RegExp): Promise<void> {
    const before = this.#written.length;
    this.#input.write(`${line}\r`);
    await this.sees(leadsTo, before);
  }

  /** Presses keys, as the bytes that a terminal sends for them. */
  press(bytes: string): void {
    this.#input.write(bytes);
  }

  /** The terminal is given another size; returns how much was written before. */
  resize(columns: number, rows: number): number {
    Object.assign(this.#output, { columns, rows }).emit("resize");
    return this.#written.length;
  }

  /** The lines of what was written so far, before the conversation has the screen. */
  lines(): string[] {
    return this.#written.split("\n");
  }

  /** Waits until what was written holds it. */
  async sees(what: string | RegExp, from = 0): Promise<void> {
    await vi.waitFor(() => expect(this.#written.slice(from)).toMatch(what), {
      timeout: 15_000,
      interval: 10,
    });
  }
}
