/** The command line, read: argv to one command, or to the one line that says what is wrong with it. */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { UsageError } from "./terminal.ts";

/** Rules turned on or off, by their names. */
export type RuleSwitches = Readonly<Record<string, boolean>>;

/** Prints the table of rules. */
export interface RulesCommand {
  readonly kind: "rules";
  readonly json: boolean;
  readonly rules: RuleSwitches;
}

/** Serves until it is stopped. Files are absolute paths. */
export interface ServeCommand {
  readonly kind: "serve";
  readonly port: number;
  readonly host: string;
  readonly rules: RuleSwitches;
  readonly script: string | undefined;
  readonly log: string | undefined;
  readonly cache: string | undefined;
  /** A file, or the seed. */
  readonly faults: string | number | undefined;
  /** Empty: any key is taken. */
  readonly keys: readonly string[];
}

const OPTIONS = {
  json: { type: "boolean" },
  rules: { type: "string" },
  port: { type: "string" },
  host: { type: "string" },
  script: { type: "string" },
  log: { type: "string" },
  cache: { type: "string" },
  faults: { type: "string" },
  key: { type: "string", multiple: true },
  help: { type: "boolean", short: "h" },
} as const;

const TAKEN: Readonly<Record<"rules" | "serve", readonly string[]>> = {
  rules: ["json", "rules"],
  serve: Object.keys(OPTIONS).filter((name) => name !== "json"),
};

/** Reads the arguments; paths are taken from `here`. Throws `UsageError`. */
export function readArgs(
  argv: readonly string[],
  here: string,
): RulesCommand | ServeCommand | { kind: "help" } {
  const { values, positionals } = parse(argv);
  if (values.help) return { kind: "help" };
  const [command, stray] = positionals;
  if (command !== "rules" && command !== "serve") {
    throw new UsageError(
      `Say what to do: rules or serve${command === undefined ? "" : `, not "${command}"`}. --help tells more.`,
    );
  }
  if (stray !== undefined)
    throw new UsageError(`"${stray}" is too much. --help lists what ${command} takes.`);
  const other = Object.keys(values).find((name) => !TAKEN[command].includes(name));
  if (other !== undefined) throw new UsageError(`${command} does not take --${other}.`);
  const rules = switchesIn(values.rules ?? "");
  if (command === "rules") return { kind: command, json: values.json === true, rules };
  const file = (path: string | undefined): string | undefined =>
    path === undefined ? undefined : resolve(here, path);
  const { faults } = values;
  return {
    kind: command,
    port: portIn(values.port ?? "0"),
    host: values.host ?? "127.0.0.1",
    rules,
    script: file(values.script),
    log: file(values.log),
    cache: file(values.cache),
    faults: faults !== undefined && /^\d+$/.test(faults) ? Number(faults) : file(faults),
    keys: values.key ?? [],
  };
}

function parse(argv: readonly string[]) {
  try {
    return parseArgs({ args: [...argv], options: OPTIONS, allowPositionals: true, strict: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message.split(/\.\s|\n/)[0] ?? ""}. --help lists the options.`);
  }
}

function portIn(text: string): number {
  const port = /^\d+$/.test(text) ? Number(text) : -1;
  if (port < 0 || port > 65_535)
    throw new UsageError(`--port takes a number from 0 to 65535, not "${text}".`);
  return port;
}

function switchesIn(list: string): RuleSwitches {
  const parts = list.split(",").map((part) => part.trim());
  return Object.fromEntries(
    parts
      .filter((part) => part !== "")
      .map((part) => {
        const [, name = "", state] = /^(\S+)\s*=\s*(on|off)$/.exec(part) ?? [];
        if (state === undefined)
          throw new UsageError(
            `--rules takes NAME=on or NAME=off, with commas between; "${part}" is neither.`,
          );
        return [name, state === "on"];
      }),
  );
}
