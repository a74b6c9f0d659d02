#!/usr/bin/env node
/** `mock-api`: hands the arguments over. No logic of its own. */
import { main } from "./cli/main.ts";

// A reader that hangs up early (`| head`) ends the program quietly.
process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
// npm runs this project's scripts in its folder; INIT_CWD is where the user called them from. Built, it is a command
// that runs where it is called.
const calledFrom = import.meta.url.endsWith(".ts") ? process.env["INIT_CWD"] : undefined;
process.exitCode = await main(process.argv.slice(2), {
  here: calledFrom ?? process.cwd(),
  columns: process.stdout.columns,
  print: (text) => void process.stdout.write(`${text}\n`),
  note: (text) => void process.stderr.write(`${text}\n`),
  stopped: () =>
    new Promise((resolve) => {
      for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
    }),
});
