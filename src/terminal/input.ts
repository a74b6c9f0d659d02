/** What is piped in. */
import { text } from "node:stream/consumers";

/** Standard input where it is no terminal, at which nobody has been asked to write. */
export interface Input {
  /** Reads all of it. */
  readonly all: () => Promise<string>;
  /** The same, where nobody has to pipe anything; undefined where nothing comes and it does not end either. */
  readonly ifAny: () => Promise<string | undefined>;
}

/** How long it is waited for the first piece of what may never come. Milliseconds. */
const PATIENCE_MS = 3000;

/** The process's standard input; undefined where it is a terminal. */
export function processInput(): Input | undefined {
  const { stdin } = process;
  return stdin.isTTY ? undefined : { all: () => text(stdin), ifAny: () => textIfAny(stdin) };
}

/** Whoever has started this process may have left a pipe open through which nothing ever comes. */
async function textIfAny(input: NodeJS.ReadStream): Promise<string | undefined> {
  const isLate = new Promise<undefined>((resolve) => {
    const timer = setTimeout(resolve, PATIENCE_MS);
    const stop = () => clearTimeout(timer);
    for (const sign of ["readable", "end", "error"]) input.once(sign, stop);
  });
  const read = text(input);
  read.catch(() => {});
  const all = await Promise.race([read, isLate]);
  if (all === undefined) input.destroy();
  return all;
}
