/** A shell of whose output enough is kept that it can be saved. */
import type { Shell } from "../../ports.ts";

/** Characters of a command's output that are kept: a command without an end must not fill the memory, nor the disk. */
const MOST_KEPT = 10_000_000;

/** The shell for one call, and how many characters it had to leave out all the same. */
export function roomyShell(shell: Shell): { readonly shell: Shell; readonly leftOut: () => number } {
  let leftOut = 0;
  return {
    shell: {
      run: async (command, options) => {
        const result = await shell.run(command, { ...options, keep: MOST_KEPT });
        leftOut += result.leftOut ?? 0;
        return result;
      },
    },
    leftOut: () => leftOut,
  };
}
