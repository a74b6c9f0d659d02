/** Where words go: answers to standard output, remarks to standard error. */
export interface Output {
  print(text: string): void;
  note(text: string): void;
}

/** The process's own streams. A reader that hangs up early (`| head`) ends the program quietly. */
export function processOutput(): Output {
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    process.exit(error.code === "EPIPE" ? 0 : 1);
  });
  return {
    print: (text) => process.stdout.write(`${text}\n`),
    note: (text) => process.stderr.write(`${text}\n`),
  };
}
