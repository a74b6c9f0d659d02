/** The command line, read: argv to one command, or to the one line that says what is wrong with it. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { PERMISSION_MODES, type PermissionMode } from "../host/modes.ts";

/** One turn without a conversation at the terminal (D-29). */
export interface PrintCommand {
  readonly kind: "print";
  readonly prompt: string;
  /** Which session to go on with: the newest of this folder, a named one, or a new one. */
  readonly session: "new" | "newest" | { readonly id: string };
  /** The data root: GLASS_HOME, by default a folder of this project's own name (C-3.1, D-29). */
  readonly root: string;
  /** The project folder, absolute. */
  readonly cwd: string;
  readonly permissionMode: PermissionMode;
  readonly output: "text" | "json";
  /** The file of scripted replies, absolute. With neither this nor `live` the small rule-based model answers (D-29). */
  readonly script: string | undefined;
  readonly live: boolean;
  readonly model: string | undefined;
  readonly appendSystemPrompt: string;
}

/** What to look at in a log. */
export const LOG_VERBS = ["payload", "tree", "check", "usage"] as const;

/** A look at one or more logs. Nothing is written. */
export interface LogCommand {
  readonly kind: "log";
  readonly verb: (typeof LOG_VERBS)[number];
  /** As the user named them; they are taken from `here`. */
  readonly files: readonly string[];
  readonly here: string;
  readonly json: boolean;
}

/** What the user asked for. */
export type Command = PrintCommand | LogCommand | { readonly kind: "help" } | { readonly kind: "version" };

/** The command line makes no sense; the message is one line, for the user. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const OPTIONS = {
  print: { type: "string", short: "p" },
  continue: { type: "boolean", short: "c" },
  resume: { type: "string", short: "r" },
  cwd: { type: "string" },
  "permission-mode": { type: "string" },
  "output-format": { type: "string" },
  script: { type: "string" },
  live: { type: "boolean" },
  model: { type: "string" },
  "append-system-prompt": { type: "string" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
  version: { type: "boolean", short: "v" },
} as const;

/** Reads the arguments. `here` is the folder that paths and the session belong to. Throws `UsageError`. */
export function readArgs(argv: readonly string[], here: string, environment: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parse(argv);
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  if (positionals[0] === "log" && values.print === undefined) {
    allow(Object.keys(values), ["json"], "log");
    return { ...logCommand(positionals.slice(1), values.json === true), here };
  }
  if (values.print === undefined) {
    throw new UsageError(
      'Say what to do: -p "prompt" for one turn, or log payload|tree|check|usage FILE. --help tells more.',
    );
  }
  const stray = positionals[0];
  if (stray !== undefined)
    throw new UsageError(`"${stray}" is too much: put the whole prompt in quotes after -p.`);
  if (values.json) throw new UsageError("-p has no --json; it is --output-format json.");
  if (values.print.trim() === "") throw new UsageError('The prompt is empty. Give one: -p "prompt".');
  if (values.resume === "") throw new UsageError("-r needs a session id, or the beginning of one.");
  if (values.continue && values.resume !== undefined) throw new UsageError("Give -c or -r ID, not both.");
  if (values.live && values.script !== undefined)
    throw new UsageError("Give --script FILE or --live, not both.");
  return {
    kind: "print",
    prompt: values.print,
    session: values.continue ? "newest" : values.resume === undefined ? "new" : { id: values.resume },
    root: resolve(here, environment["GLASS_HOME"] || join(homedir(), ".glass-harness")),
    cwd: resolve(here, values.cwd ?? ""),
    permissionMode: oneOf("--permission-mode", values["permission-mode"] ?? "default", PERMISSION_MODES),
    output: oneOf("--output-format", values["output-format"] ?? "text", ["text", "json"] as const),
    script: values.script === undefined ? undefined : resolve(here, values.script),
    live: values.live === true,
    model: values.model,
    appendSystemPrompt: values["append-system-prompt"] ?? "",
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    const option = /^Option '([^']+)'/.exec(message)?.[1];
    if (option?.includes("-p"))
      throw new UsageError('-p needs the prompt behind it, in quotes: -p "prompt".');
    throw new UsageError(`${message.split(/\.\s|\n/)[0] ?? ""}. --help lists the options.`);
  }
}

function logCommand([verb, ...files]: readonly string[], json: boolean): Omit<LogCommand, "here"> {
  const known = oneOf("log", verb ?? "", LOG_VERBS);
  if (files.length === 0) throw new UsageError(`Name a file: log ${known} FILE`);
  const single = known === "payload" || known === "tree";
  if (files.length > 1 && single) throw new UsageError(`log ${known} takes one file.`);
  if (json && single) throw new UsageError(`log ${known} has no --json; check and usage have.`);
  return { kind: "log", verb: known, files, json };
}

function allow(given: readonly string[], allowed: readonly string[], command: string): void {
  const stray = given.find((name) => !allowed.includes(name));
  if (stray !== undefined) throw new UsageError(`${command} does not take --${stray}.`);
}

function oneOf<T extends string>(what: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined)
    throw new UsageError(`${what} takes ${allowed.join(", ")}; "${value}" is none of them.`);
  return found;
}
