/** One command from its arguments to its exit code: the errors that a person can do something about become one line. */

import { SessionError } from "../opened.ts";
import { LogWriteError } from "../ports.ts";
import { VERSION } from "../session.ts";
import { readArgs, UsageError } from "./args.ts";
import type { Command, PrintCommand } from "./command.ts";
import { HELP } from "./help.ts";
import type { Input } from "./input.ts";
import { logCommand } from "./log-commands.ts";
import type { Output } from "./output.ts";
import type { Terminal } from "./repl/terminal.ts";
import { sessionsCommand } from "./sessions.ts";
import { isSystemError, reasonOf, SettingsError, SetupError } from "./setup-error.ts";

const NO_TERMINAL =
  'A conversation needs a terminal, and there is none. For one turn: -p "prompt". --help tells more.';

/** Runs one command. Returns the exit code: 0 done, 1 failed, 2 wrong usage. `here` is where paths are taken from. */
export async function main(
  argv: readonly string[],
  here: string,
  environment: NodeJS.ProcessEnv,
  out: Output,
  terminal?: Terminal,
  input?: Input,
): Promise<number> {
  try {
    return await run(readArgs(argv, here, environment), environment, out, terminal, input);
  } catch (error) {
    if (error instanceof UsageError || error instanceof SettingsError) {
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
  input: Input | undefined,
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
    case "sessions":
      return sessionsCommand(command, out);
    case "clean":
      return (await import("./clean.ts")).cleanCommand(command, environment, out);
    // Loaded only here: who looks at a log need not wait for the SDK, the mock, and all that may stand in a context.
    case "cache-report":
      return (await import("./cache-report.ts")).cacheReportCommand(command, environment, out);
    case "print":
      return (await import("./print-mode.ts")).printMode(
        { ...command, prompt: await promptOf(command, input, out) },
        environment,
        out,
      );
    case "context":
      return (await import("./context/context-command.ts")).contextCommand(command, environment, out);
    case "repl":
      if (!terminal) throw new UsageError(NO_TERMINAL);
      return (await import("./repl/repl.ts")).repl(command, environment, terminal);
  }
}

/** What is said behind `-p`, and behind that, after an empty line, what is piped in. */
async function promptOf({ prompt }: PrintCommand, input: Input | undefined, out: Output): Promise<string> {
  if (prompt === undefined) return piped(input);
  const more = input ? await input.ifAny() : "";
  if (more === undefined) out.note("Nothing came through the pipe, so the prompt goes alone.");
  return more?.trim() ? `${prompt}\n\n${more}` : prompt;
}

async function piped(input: Input | undefined): Promise<string> {
  if (!input) throw new UsageError('-p needs the prompt behind it, in quotes, or piped in: -p "prompt".');
  const prompt = await input.all();
  if (prompt.trim() === "") throw new UsageError("The prompt is empty: nothing came from standard input.");
  return prompt;
}
