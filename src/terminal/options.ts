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
  "fork-session": { type: "boolean" },
  cwd: { type: "string" },
  "permission-mode": { type: "string" },
  "dangerously-skip-permissions": { type: "boolean" },
  "output-format": { type: "string" },
  "max-turns": { type: "string" },
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
  "dry-run": { type: "boolean" },
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

/** The one of `allowed` that was named. Throws `UsageError`. */
export function oneOf<T extends string>(what: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined)
    throw new UsageError(`${what} takes ${allowed.join(", ")}; "${value}" is none of them.`);
  return found;
}

/** A number of something that there must be one of at least. Throws `UsageError`. */
export function countOf(what: string, value: string): number {
  if (/^[1-9]\d{0,8}$/.test(value)) return Number(value);
  throw new UsageError(`${what} takes a whole number, 1 or more; "${value}" is none.`);
}

/** Throws `UsageError` where an option was given that a command does not take. */
export function allow(given: readonly string[], allowed: readonly string[], command: string): void {
  const stray = given.find((name) => !allowed.includes(name));
  if (stray !== undefined) throw new UsageError(`${command} does not take --${stray}.`);
}
