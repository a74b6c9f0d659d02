/** The file system as a log uses it, counted, and with the nth call failing. */
import fs from "node:fs";
import type { FileCalls } from "#src/index.ts";

/** How a call fails: with an error of the system, or, if it is a write, by writing less than it was given. */
export const FAULTS = ["EIO", "ENOSPC", "EMFILE", "EFBIG", "short"] as const;
export type Fault = (typeof FAULTS)[number];

const NAMES = [
  "mkdirSync",
  "openSync",
  "closeSync",
  "fstatSync",
  "statSync",
  "fchmodSync",
  "readSync",
  "readFileSync",
  "writeSync",
  "fdatasyncSync",
  "fsyncSync",
] as const satisfies readonly (keyof FileCalls)[];

/** The calls, from the first. Fails none until it is told to. */
export class CountedCalls {
  readonly calls: FileCalls;
  /** How many there were. */
  count = 0;
  /** Every text given to a write, in order. */
  readonly writes: string[] = [];
  /** What was written and not yet synced. */
  unsynced: string[] = [];
  /** Files that are open now. */
  readonly open = new Set<number>();
  #isFailing: (call: number) => boolean = () => false;
  #fault: Fault = "EIO";

  constructor() {
    this.calls = Object.fromEntries(NAMES.map((name) => [name, this.#counted(name)])) as unknown as FileCalls;
  }

  /** From now on the nth call, counted from here, fails; or all from it on. */
  fail(nth: number, fault: Fault, forEver: boolean): void {
    const at = this.count + nth;
    this.#fault = fault;
    this.#isFailing = (call) => (forEver ? call >= at : call === at);
  }

  /** From now on no call fails. */
  heal(): void {
    this.#isFailing = () => false;
  }

  #counted(name: (typeof NAMES)[number]) {
    return (...args: unknown[]): unknown => {
      this.count += 1;
      const isFailing = this.#isFailing(this.count);
      const real = fs[name] as (...given: unknown[]) => unknown;
      if (name === "writeSync") this.#heard(String(args[1]));
      if (isFailing && name === "writeSync" && this.#fault === "short") {
        const bytes = args[1] as Uint8Array;
        return real(args[0], bytes.subarray(0, bytes.length - 1 - (this.count % 3)));
      }
      // A file whose close fails is closed all the same.
      if (name === "closeSync") this.open.delete(Number(args[0]));
      if (isFailing && name !== "closeSync") throw failure(this.#fault, name);
      // That the disk was asked to sync is what counts here; to wait for it would prove nothing.
      const result = name === "fdatasyncSync" || name === "fsyncSync" ? undefined : real(...args);
      if (isFailing) throw failure(this.#fault, name);
      if (name === "openSync") this.open.add(Number(result));
      if (name === "fdatasyncSync") this.unsynced = [];
      return result;
    };
  }

  #heard(text: string): void {
    this.writes.push(text);
    this.unsynced.push(text);
  }
}

function failure(fault: Fault, name: string): Error {
  const code = fault === "short" ? "EIO" : fault;
  return Object.assign(new Error(`${code}: made to fail, ${name}`), { code, syscall: name });
}
