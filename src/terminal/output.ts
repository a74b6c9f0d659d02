/** Where words go: answers to standard output, remarks to standard error. */
export interface Output {
  print(text: string): void;
  note(text: string): void;
}

/** Control characters but the end of a line: what a log or a script holds must not steer the terminal. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/g;

/**
 * The process's own streams. A reader that hangs up early (`| head`) ends the program quietly; what is at work ends as when
 * its terminal hangs up, so that a turn is left in order.
 */
export function processOutput(): Output {
  // Remarks that nobody reads any more are no reason to stop.
  process.stderr.on("error", () => {});
  let isEnding = false;
  process.stdout.on("error", ({ code }: NodeJS.ErrnoException) => {
    if (isEnding) return;
    isEnding = code === "EPIPE" && process.emit("SIGHUP", "SIGHUP");
    if (!isEnding) process.exit(code === "EPIPE" ? 0 : 1);
  });
  return {
    print: (text) => process.stdout.write(`${text}\n`),
    note: (text) => process.stderr.write(`${text.replace(CONTROL, "\ufffd")}\n`),
  };
}
