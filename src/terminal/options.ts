/** The options of the command line, taken apart. */
import { parseArgs } from "node:util";

/** The command line makes no sense; the message is one line, for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** All of them; what takes which is said where they are read. */
export const OPTIONS = {
  print: { type: "string", short: "p" },
  continue: { type: "boolean", short: "c" },
  resume: { type: "string", short: "r" },
  cwd: { type: "string" },
  "permission-mode": { type: "string" },
  "dangerously-skip-permissions": { type: "boolean" },
  "output-format": { type: "string" },
  script: { type: "string" },
  live: { type: "boolean" },
  model: { type: "string" },
  thinking: { type: "string" },
  effort: { type: "string" },
  reminders: { type: "string" },
  "append-system-prompt": { type: "string" },
  fsync: { type: "string" },
  "mcp-config": { type: "string" },
  json: { type: "boolean" },
  all: { type: "boolean" },
  strict: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** Whoever gives no id behind -r is shown the sessions there are. */
function withId(argument: string, at: number, argv: readonly string[]): string[] {
  const next = argv[at + 1];
  const isBare =
    (argument === "-r" || argument === "--resume") && (next === undefined || next.startsWith("-"));
  return isBare ? ["--resume="] : [argument];
}

/** The arguments as options and words. Throws `UsageError`. */
export function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: argv.flatMap(withId), options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(/\.\s|\n/)[0] ?? ""}. --help lists the options.`);
  }
}

/** The options that were given. */
export type OptionValues = ReturnType<typeof parse>["values"];
