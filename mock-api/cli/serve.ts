/** `mock-api serve`: the mock at an address, until it is stopped. */
import { closeSync, mkdirSync, openSync, readFileSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { draftBeside } from "../cache/replaced-files.ts";
import { fileCache, type PrefixCacheStore } from "../cache/stores.ts";
import { type MockServer, serveMock } from "../doors/server.ts";
import type { Unreadable } from "../doors/unreadable.ts";
import type { FaultPlan } from "../faults.ts";
import { plainModel } from "../models/plain.ts";
import { parseScript } from "../models/script-reader.ts";
import type { MockOptions } from "../options.ts";
import { ruleSettings } from "../rules/table.ts";
import type { ServeCommand } from "./args.ts";
import { readFaults } from "./faults.ts";
import { logFile, loggedApi, unreadableLine } from "./log-file.ts";
import { checkRegular } from "./regular-file.ts";
import { reasonOf, SetupError, type Terminal, UsageError } from "./terminal.ts";

/** Serves until the terminal says stop. Throws `UsageError` and `SetupError` before it begins. */
export async function serveCommand(command: ServeCommand, terminal: Terminal): Promise<void> {
  const options = optionsOf(command);
  const write =
    command.log === undefined
      ? () => {}
      : logFile(command.log, (fault) => terminal.note(`mock-api: ${fault}`));
  const onUnreadable = (refused: Unreadable): void => write(unreadableLine(refused, Date.now()));
  const server = await listen(loggedApi(options, write), command, terminal, onUnreadable);
  terminal.print(server.url);
  terminal.note(
    command.script === undefined
      ? "A small rule-based stand-in answers, not a model; --script FILE gives other replies."
      : `The replies come from ${command.script}.`,
  );
  await terminal.stopped();
  await server.close();
}

async function listen(
  api: ReturnType<typeof loggedApi>,
  { port, host }: ServeCommand,
  terminal: Terminal,
  onUnreadable: (refused: Unreadable) => void,
): Promise<MockServer> {
  const onError = (error: unknown): void =>
    terminal.note(`mock-api: A request could not be answered: ${reasonOf(error)}`);
  try {
    return await serveMock(api, { port, host, onError, onUnreadable });
  } catch (error) {
    throw new SetupError(`It cannot listen on ${host}, port ${port}: ${reasonOf(error)}`);
  }
}

function optionsOf({ rules, script, cache, faults, keys }: ServeCommand): MockOptions {
  try {
    ruleSettings({ rules });
  } catch (error) {
    throw new UsageError(reasonOf(error));
  }
  return {
    model: script === undefined ? plainModel : inFile("script", script, parseScript),
    rules,
    ...(cache !== undefined && { cache: cacheFile(cache) }),
    ...(faults !== undefined && { faults: faultPlan(faults) }),
    ...(keys.length > 0 && { apiKeys: keys }),
  };
}

/** A cache that could not be kept would be a cold one, in silence. */
function cacheFile(path: string): PrefixCacheStore {
  checkRegular("cache", path);
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // The file is replaced as a whole, so its folder has to take one more.
    const draft = draftBeside(path);
    closeSync(openSync(draft, "wx", 0o600));
    rmSync(draft);
    closeSync(openSync(path, "a", 0o600));
  } catch (error) {
    throw new SetupError(`The cache ${path} cannot be written: ${reasonOf(error)}`);
  }
  return fileCache(path);
}

/** How many calls meet a fault where only a seed is given. */
const RATE = 0.2;

function faultPlan(faults: string | number): FaultPlan {
  return typeof faults === "number"
    ? { seed: faults, rate: RATE }
    : inFile("list of faults", faults, readFaults);
}

function inFile<Value>(what: string, path: string, read: (json: unknown) => Value): Value {
  checkRegular(what, path);
  try {
    return read(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new SetupError(`The ${what} ${path} cannot be used: ${reasonOf(error)}`);
  }
}
