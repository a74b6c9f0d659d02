/** The session commands together: whatever was done in whatever order, the table of C-5.0 holds row by row. */
import { anyProgram } from "../support/commands/program.ts";
import { run } from "../support/commands/run.ts";
import { law } from "../support/law.ts";

law(
  "commands-kept",
  "after every command, in any order, what is sent next is what the table of commands says, in this process and in a fresh one; no file loses a byte, and no request is refused",
  [anyProgram(12)],
  run,
  { runs: 60, timeout: 60_000 },
);
