/** `glass`: hands the arguments over. No logic of its own. */

import { processInput } from "./terminal/input.ts";
import { main } from "./terminal/main.ts";
import { processOutput } from "./terminal/output.ts";
import { processTerminal } from "./terminal/repl/terminal.ts";

// npm runs scripts in the package's folder; INIT_CWD is where the user called it from.
const here = process.env["INIT_CWD"] ?? process.cwd();
process.exitCode = await main(
  process.argv.slice(2),
  here,
  process.env,
  processOutput(),
  processTerminal(),
  processInput(),
);
