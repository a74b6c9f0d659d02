/** The session commands together: whatever was done in whatever order, the table of C-5.0 holds row by row. */
import { anyProgram } from "../support/commands/program.ts";
import { run } from "../support/commands/run.ts";
import { law } from "../support/law.ts";

law(
  "commands-kept",
  "after every command, in any order, what is sent next is what the table of commands says, in this process and in a fresh one; no log loses a byte, no request is refused, and the project's files are as they were left or, where the code was taken back, as they were at that prompt",
  [anyProgram(12)],
  run,
  { runs: 60, timeout: 60_000 },
);
