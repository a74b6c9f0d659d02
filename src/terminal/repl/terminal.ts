/** The terminal that a conversation is held at: keys, a screen, and time. */

/** What a conversation needs of it. */
export interface Terminal {
  readonly input: NodeJS.ReadStream;
  readonly output: NodeJS.WriteStream;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
  /** Calls `beat` again and again; returns what ends it. */
  readonly every: (ms: number, beat: () => void) => () => void;
  /** Gives way to the shell that has started the process, as Ctrl-Z does; `back` is called when it goes on. */
  readonly suspend: (back: () => void) => void;
  /** Hears what other parts of the process would write over the screen, such as warnings; returns what ends it. */
  readonly strays: (hear: (text: string) => void) => () => void;
}

/** How soon a process is stopped that can be. Milliseconds. */
const STOPPED_MS = 100;

/** The process's own; undefined where it has none to be typed at or to be read from. */
export function processTerminal(): Terminal | undefined {
  const { stdin: input, stdout: output } = process;
  if (!input.isTTY || !output.isTTY) return undefined;
  return {
    input,
    output,
    now: () => performance.now(),
    every: (ms, beat) => {
      const timer = setInterval(beat, ms);
      return () => clearInterval(timer);
    },
    suspend: (back) => {
      const goOn = () => {
        clearTimeout(timer);
        process.off("SIGCONT", goOn);
        back();
      };
      // Without a shell that could take it up again nothing is stopped: then it goes on at once.
      const timer = setTimeout(goOn, STOPPED_MS);
      process.once("SIGCONT", goOn);
      // Whoever has started this process, such as npm, is stopped with it: the shell waits for them all.
      process.kill(0, "SIGTSTP");
    },
    strays: (hear) => {
      const { stderr } = process;
      const write = stderr.write;
      stderr.write = (chunk: string | Uint8Array) => {
        hear(String(chunk));
        return true;
      };
      return () => {
        stderr.write = write;
      };
    },
  };
}
