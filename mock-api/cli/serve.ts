/** `mock-api serve`: the mock at an address, until it is stopped. */
import { readFileSync } from "node:fs";
import { fileCache } from "../cache/stores.ts";
import { type MockServer, serveMock } from "../doors/server.ts";
import type { FaultPlan } from "../faults.ts";
import { plainModel } from "../models/plain.ts";
import { parseScript } from "../models/script-reader.ts";
import type { MockOptions } from "../options.ts";
import { ruleSettings } from "../rules/table.ts";
import type { ServeCommand } from "./args.ts";
import { readFaults } from "./faults.ts";
import { logFile, loggedApi } from "./log-file.ts";
import { reasonOf, SetupError, type Terminal, UsageError } from "./terminal.ts";

/** Serves until the terminal says stop. Throws `UsageError` and `SetupError` before it begins. */
export async function serveCommand(command: ServeCommand, terminal: Terminal): Promise<void> {
  const options = optionsOf(command);
  const write =
    command.log === undefined
      ? () => {}
      : logFile(command.log, (fault) => terminal.note(`mock-api: ${fault}`));
  const server = await listen(loggedApi(options, write), command, terminal);
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
): Promise<MockServer> {
  const onError = (error: unknown): void =>
    terminal.note(`mock-api: A request could not be answered: ${reasonOf(error)}`);
  try {
    return await serveMock(api, { port, host, onError });
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
    ...(cache !== undefined && { cache: fileCache(cache) }),
    ...(faults !== undefined && { faults: faultPlan(faults) }),
    ...(keys.length > 0 && { apiKeys: keys }),
  };
}

/** How many calls meet a fault where only a seed is given. */
const RATE = 0.2;

function faultPlan(faults: string | number): FaultPlan {
  return typeof faults === "number"
    ? { seed: faults, rate: RATE }
    : inFile("list of faults", faults, readFaults);
}

function inFile<Value>(what: string, path: string, read: (json: unknown) => Value): Value {
  try {
    return read(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new SetupError(`The ${what} ${path} cannot be used: ${reasonOf(error)}`);
  }
}
