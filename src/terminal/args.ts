/** The command line, read: argv to one command, or to the one line that says what is wrong with it. */
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { REMINDERS } from "../context/attachments.ts";
import { PERMISSION_MODES, type PermissionMode } from "../host/modes.ts";
import { FSYNCS } from "../host/open-logs.ts";
import { EFFORTS } from "../request/models.ts";
import type { RequestSettings } from "../request/stable.ts";
import { cacheReportArgs } from "./cache-report-args.ts";
import { type Command, LOG_VERBS, type SessionCommand } from "./command.ts";
import { allow, OPTIONS, type OptionValues, oneOf, parse, UsageError } from "./options.ts";
import { INPUT, printArgs } from "./print-args.ts";

/** What a conversation takes; the rest is for one turn or for a log. */
const CONVERSING = Object.keys(OPTIONS).filter(
  (name) => !["print", "output-format", "max-turns", "json", "strict", "all", "dry-run"].includes(name),
);

export { oneOf, UsageError };

/** Reads the arguments. `here` is the folder that paths and the session belong to. Throws `UsageError`. */
export function readArgs(argv: readonly string[], here: string, environment: NodeJS.ProcessEnv): Command {
  const { values, positionals } = parse(argv.flatMap(named));
  if (values.help) return { kind: "help" };
  if (values.version) return { kind: "version" };
  if (positionals[0] === "log" && values.print === undefined) {
    allow(Object.keys(values), ["json", "strict"], "log");
    return { ...logCommand(positionals.slice(1), values), here };
  }
  const { root, cwd } = place(values, here, environment);
  if (positionals[0] === "sessions" && values.print === undefined) {
    allow(Object.keys(values), ["json", "all", "cwd"], "sessions");
    if (positionals.length > 1)
      throw new UsageError("sessions takes no names; -r ID goes on with a session.");
    return { kind: "sessions", root, cwd, all: values.all === true, json: values.json === true };
  }
  if (positionals[0] === "context" && values.print === undefined) {
    allow(Object.keys(values), [...CONVERSING.filter((name) => name !== "fork-session"), "json"], "context");
    if (positionals.length > 1) throw new UsageError("context takes no names; -r ID looks at a session.");
    return { kind: "context", json: values.json === true, ...sessionCommand(values, here, environment) };
  }
  if (positionals[0] === "clean" && values.print === undefined) {
    allow(Object.keys(values), ["dry-run", "cwd"], "clean");
    const [name, ...more] = positionals.slice(1);
    if (more.length > 0) throw new UsageError("clean takes one data root, or none: glass clean DIR.");
    const named = name === undefined ? undefined : resolve(here, name);
    return { kind: "clean", root, cwd, named, isDry: values["dry-run"] === true };
  }
  if (positionals[0] === "cache-report" && values.print === undefined) {
    allow(Object.keys(values), ["json", "cwd", "continue"], "cache-report");
    return { ...cacheReportArgs(positionals.slice(1), values), root, cwd, here };
  }
  const stray = positionals[0];
  if (values.print === undefined) {
    if (stray !== undefined) {
      throw new UsageError(`"${stray}" is no command. For one turn: -p "prompt". --help tells more.`);
    }
    allow(Object.keys(values), CONVERSING, "A conversation");
    return { kind: "repl", ...sessionCommand(values, here, environment) };
  }
  return { ...printArgs(values, stray), ...sessionCommand(values, here, environment) };
}

/** `-p` with no prompt behind it takes it from standard input, as `-p -` does. */
function named(argument: string, at: number, argv: readonly string[]): string[] {
  const isPrint = argument === "-p" || argument === "--print";
  return isPrint && /^--?[^-]/.test(argv[at + 1] ?? "--end") ? [argument, INPUT] : [argument];
}

function sessionCommand(values: OptionValues, here: string, environment: NodeJS.ProcessEnv): SessionCommand {
  const { model, thinking, effort, reminders, "permission-mode": mode } = values;
  if (values.continue && values.resume !== undefined) throw new UsageError("Give -c or -r ID, not both.");
  const isForked = values["fork-session"] === true;
  if (isForked && !values.continue && values.resume === undefined)
    throw new UsageError("--fork-session goes with -c or -r ID: of which session is it to be a branch?");
  if (values.live && values.script !== undefined)
    throw new UsageError("Give --script FILE or --live, not both.");
  return {
    session: values.continue ? "newest" : values.resume === undefined ? "new" : { id: values.resume },
    isForked,
    ...place(values, here, environment),
    permissionMode: modeNamed(mode, values["dangerously-skip-permissions"] === true),
    script: values.script === undefined ? undefined : resolve(here, values.script),
    live: values.live === true,
    settings: {
      ...(model !== undefined && { model }),
      ...(thinking !== undefined && { thinking: thinkingNamed(thinking) }),
      ...(effort !== undefined && { effort: oneOf("--effort", effort, EFFORTS) }),
      ...(reminders !== undefined && { reminders: oneOf("--reminders", reminders, REMINDERS) }),
    },
    appendSystemPrompt: values["append-system-prompt"] ?? "",
    mcpConfig: values["mcp-config"] === undefined ? undefined : resolve(here, values["mcp-config"]),
    fsync: oneOf("--fsync", values.fsync ?? "turn", FSYNCS),
  };
}

/** The data root and the project folder. */
function place(
  { cwd = "" }: OptionValues,
  here: string,
  environment: NodeJS.ProcessEnv,
): Pick<SessionCommand, "root" | "cwd"> {
  const root = resolve(here, environment["GLASS_HOME"] || join(homedir(), ".glass-harness"));
  return { root, cwd: resolve(here, cwd) };
}

/** The mode that a session is to begin in, as a person names it. Throws `UsageError`. */
function modeNamed(mode: string | undefined, isSkipping: boolean): PermissionMode | undefined {
  if (isSkipping && mode !== undefined && mode !== "bypassPermissions")
    throw new UsageError("Give --permission-mode MODE or --dangerously-skip-permissions, not both.");
  if (isSkipping) return "bypassPermissions";
  return mode === undefined ? undefined : oneOf("--permission-mode", mode, PERMISSION_MODES);
}

/** How to think, as a person names it. Throws `UsageError`. */
export function thinkingNamed(name: string): RequestSettings["thinking"] {
  if (name === "off" || name === "adaptive") return name;
  const budget = Number(name);
  if (Number.isInteger(budget) && budget > 0) return { budget };
  throw new UsageError(`Thinking is off, adaptive, or a number of tokens; "${name}" is none of them.`);
}

function logCommand([verb, ...files]: readonly string[], asked: OptionValues) {
  const { json = false, strict = false } = asked;
  const known = oneOf("log", verb ?? "", LOG_VERBS);
  const single = known === "payload" || known === "tree" || known === "context";
  const wanted = single ? `a file: log ${known} FILE` : `a file or a folder: log ${known} FILE|DIR`;
  if (files.length === 0) throw new UsageError(`Name ${wanted}`);
  if (files.length > 1 && single) throw new UsageError(`log ${known} takes one file.`);
  if (json && single && known !== "context")
    throw new UsageError(`log ${known} has no --json; check, usage and context have.`);
  if (strict && known !== "check") throw new UsageError(`log ${known} has no --strict; check has.`);
  return { kind: "log" as const, verb: known, files, json, strict };
}
