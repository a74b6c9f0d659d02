/** An output that can be let fall: what is written to it after that reaches the terminal no more. */
import { Writable } from "node:stream";
import type { Terminal } from "../repl/terminal.ts";

/** Of what size, and whether it is one, is asked of the terminal behind it. */
export class Veil extends Writable {
  readonly #output: Terminal["output"];
  #isDropped = false;

  constructor(output: Terminal["output"]) {
    super({ decodeStrings: false });
    this.#output = output;
  }

  get isTTY(): boolean {
    return this.#output.isTTY;
  }

  get columns(): number {
    return this.#output.columns;
  }

  get rows(): number {
    return this.#output.rows;
  }

  /** From now on nothing is written. */
  drop(): void {
    this.#isDropped = true;
  }

  override _write(chunk: string | Uint8Array, _: string, done: () => void): void {
    if (!this.#isDropped) this.#output.write(chunk);
    done();
  }
}
