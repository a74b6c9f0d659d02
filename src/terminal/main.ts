/** One command from its arguments to its exit code: the errors that a person can do something about become one line. */

import { SessionError } from "../opened.ts";
import { LogWriteError } from "../ports.ts";
import { VERSION } from "../session.ts";
import { readArgs, UsageError } from "./args.ts";
import type { Command } from "./command.ts";
import { HELP } from "./help.ts";
import { logCommand } from "./log-commands.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./repl/terminal.ts";
import { isSystemError, reasonOf, SetupError } from "./setup-error.ts";

const NO_TERMINAL =
  'A conversation needs a terminal, and there is none. For one turn: -p "prompt". --help tells more.';

/** Runs one command. Returns the exit code: 0 done, 1 failed, 2 wrong usage. `here` is where paths are taken from. */
export async function main(
  argv: readonly string[],
  here: string,
  environment: NodeJS.ProcessEnv,
  out: Output,
  terminal?: Terminal,
): Promise<number> {
  try {
    return await run(readArgs(argv, here, environment), environment, out, terminal);
  } catch (error) {
    if (error instanceof UsageError) {
      out.note(`glass: ${error.message}`);
      return 2;
    }
    if (isSystemError(error)) {
      out.note(`glass: ${error.path ?? "What was asked for"} cannot be used: ${reasonOf(error)}`);
      return 1;
    }
    if (error instanceof SetupError || error instanceof SessionError || error instanceof LogWriteError) {
      out.note(`glass: ${error.message}`);
      return 1;
    }
    throw error;
  }
}

async function run(
  command: Command,
  environment: NodeJS.ProcessEnv,
  out: Output,
  terminal: Terminal | undefined,
): Promise<number> {
  switch (command.kind) {
    case "help":
      out.print(HELP);
      return 0;
    case "version":
      out.print(VERSION);
      return 0;
    case "log":
      return logCommand(command, out);
    case "print":
      // Loaded only here: who looks at a log need not wait for the SDK and the mock.
      return (await import("./print-mode.ts")).printMode(command, environment, out);
    case "repl":
      if (!terminal) throw new UsageError(NO_TERMINAL);
      return (await import("./repl/repl.ts")).repl(command, environment, terminal);
  }
}
