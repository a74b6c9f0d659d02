/** One command from its arguments to its exit code. */
import { readArgs } from "./args.ts";
import { helpPage } from "./help.ts";
import { rulesCommand } from "./rules.ts";
import { serveCommand } from "./serve.ts";
import { SetupError, type Terminal, UsageError } from "./terminal.ts";

/** Runs one command. Returns the exit code: 0 done, 1 failed, 2 wrong usage. */
export async function main(argv: readonly string[], terminal: Terminal): Promise<number> {
  try {
    const command = readArgs(argv, terminal.here);
    if (command.kind === "help") terminal.print(helpPage(terminal.columns));
    else if (command.kind === "rules") rulesCommand(command, terminal);
    else await serveCommand(command, terminal);
    return 0;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof SetupError)) throw error;
    terminal.note(`mock-api: ${error.message}`);
    return error instanceof UsageError ? 2 : 1;
  }
}
