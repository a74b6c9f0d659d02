/**
 * Who answers: the mock, inside this process, or the real API. The choice is made once, told, and never falls from
 * one to the other (D-30).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createMockApi,
  fileCache,
  intercept,
  type MockOptions,
  parseScript,
  plainModel,
} from "../../mock-api/index.ts";
import type { Counter } from "../annex/window/count.ts";
import { type Connection, counterOver, modelOver } from "../host/client.ts";
import type { Model } from "../ports.ts";
import type { SessionCommand } from "./command.ts";
import { reasonOf, SetupError } from "./setup-error.ts";

/** The model that a run asks, in words too, and what to do when it is over. */
export interface Backend {
  readonly model: Model;
  /** Who counts tokens, for whoever asks what a request would be. */
  readonly counter: Counter;
  /** One line for the user. */
  readonly told: string;
  close(): void;
}

/** The real API. Only here is the environment's key and address read. Throws `SetupError` where they are unusable. */
function liveBackend(environment: NodeJS.ProcessEnv): Backend {
  const apiKey = environment["ANTHROPIC_API_KEY"];
  const baseURL = environment["ANTHROPIC_BASE_URL"] || undefined;
  if (!apiKey) throw new SetupError("--live needs the environment variable ANTHROPIC_API_KEY.");
  if (!/^[\x21-\x7e]+$/.test(apiKey)) {
    throw new SetupError(
      "ANTHROPIC_API_KEY holds a character that no key has, such as a space or the end of a line.",
    );
  }
  return {
    ...over({ apiKey, baseURL }, "Counted by the API (count_tokens)."),
    told: `Live: requests go to ${originOf(baseURL ?? "https://api.anthropic.com")} and are billed to your key.`,
    close: () => {},
  };
}

/** An address without the name and password that it may hold: they are not for the screen. */
function originOf(address: string): string {
  try {
    const { protocol, host, pathname } = new URL(address);
    return `${protocol}//${host}${pathname === "/" ? "" : pathname}`;
  } catch {
    throw new SetupError("ANTHROPIC_BASE_URL is not an address.");
  }
}

/**
 * The mock, in this process. Its prefix cache lies in the data root, so a session that goes on in another process
 * finds it warm, as with the real API (D-27). A request that the mock does not take is an error, not a network call.
 */
export function mockBackend(root: string, answers: MockOptions["model"], told: string): Backend {
  const api = createMockApi({ model: answers, cache: fileCache(join(root, "mock-prefix-cache.json")) });
  // First the mock, then the client: the SDK takes hold of the process's fetch when it is made.
  const { close } = intercept(api);
  return { ...over({ apiKey: "offline" }, COUNTED_OFFLINE), told, close };
}

/** Who answers and who counts over one connection. */
function over(connection: Connection, told: string): Pick<Backend, "model" | "counter"> {
  return { model: modelOver(connection), counter: { count: counterOver(connection), told } };
}

const COUNTED_OFFLINE =
  "Counted by the mock's count_tokens: no tokenizer of a current model is public, so --live may count more or fewer.";

/** The mock with a model made of rules, which does simple tasks when asked plainly (D-29). */
function plainBackend(root: string): Backend {
  const told =
    "Offline: a small rule-based stand-in answers, not a model. No request leaves this machine. --script FILE or --live asks another.";
  return mockBackend(root, plainModel, told);
}

/** Who was asked for. */
export function backendFor(command: SessionCommand, environment: NodeJS.ProcessEnv): Backend {
  if (command.live) return liveBackend(environment);
  if (command.script === undefined) return plainBackend(command.root);
  const told = `Offline: the mock API answers from ${command.script}. No request leaves this machine.`;
  return mockBackend(command.root, readScript(command.script), told);
}

/** The replies of a script file. Throws `SetupError` naming the file and what is wrong with it. */
function readScript(path: string): ReturnType<typeof parseScript> {
  try {
    return parseScript(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new SetupError(`The script ${path} cannot be used: ${reasonOf(error)}`);
  }
}
