/**
 * Who answers: the mock, inside this process, or the real API. The choice is made once, told, and never falls from
 * one to the other (D-30).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  createMockApi,
  fileCache,
  type MockOptions,
  mswHandlers,
  parseScript,
} from "../../mock-api/index.ts";
import type { Model } from "../ports.ts";
import { modelOver } from "../request/client.ts";

/** The model that a run asks, in words too, and what to do when it is over. */
export interface Backend {
  readonly model: Model;
  /** One line for the user. */
  readonly told: string;
  close(): void;
}

/** Something is missing or unreadable; the message is one clear line. */
export class SetupError extends Error {
  override readonly name = "SetupError";
}

/** The real API. Only here is the environment's key and address read. Throws `SetupError` without a key. */
export function liveBackend(environment: NodeJS.ProcessEnv): Backend {
  const apiKey = environment["ANTHROPIC_API_KEY"];
  const baseURL = environment["ANTHROPIC_BASE_URL"];
  if (!apiKey) throw new SetupError("--live needs the environment variable ANTHROPIC_API_KEY.");
  return {
    model: modelOver({ apiKey, baseURL }),
    told: `Live: requests go to ${baseURL ?? "https://api.anthropic.com"} and are billed to your key.`,
    close: () => {},
  };
}

/**
 * The mock, in this process. Its prefix cache lies in the data root, so a session that goes on in another process
 * finds it warm, as with the real API (D-27). A request that the mock does not take is an error, not a network call.
 */
export async function mockBackend(
  root: string,
  answers: MockOptions["model"],
  told: string,
): Promise<Backend> {
  const { setupServer } = await import("msw/node");
  const api = createMockApi({ model: answers, cache: fileCache(join(root, "mock-prefix-cache.json")) });
  const server = setupServer(...mswHandlers(api));
  server.listen({ onUnhandledRequest: "error" });
  return { model: modelOver({ apiKey: "offline" }), told, close: () => server.close() };
}

/** The replies of a script file. Throws `SetupError` naming the file and what is wrong with it. */
export function readScript(path: string): ReturnType<typeof parseScript> {
  try {
    return parseScript(JSON.parse(readFileSync(path, "utf8")));
  } catch (error) {
    throw new SetupError(
      `The script ${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
