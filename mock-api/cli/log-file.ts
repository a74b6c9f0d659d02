/** `--log`: a JSON line for each request. No header, no key, no text of a conversation ever stands in it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync } from "node:fs";
import { createMockApi, type MockApi } from "../engine.ts";
import type { MockCall, MockOptions } from "../options.ts";
import { reasonOf, SetupError } from "./terminal.ts";

/** One request in the log. */
export interface LogLine {
  /** ISO 8601, when the request came in. */
  time: string;
  method: string;
  /** Without its query. */
  path: string;
  /** Null: there was no response, as when the connection was broken on purpose or the client hung up. */
  status: number | null;
  /** The type of an error, and the rule that was broken, with its part. */
  error?: string;
  rule?: string;
  usage?: MockCall["usage"];
  cause?: MockCall["cause"];
}

/** A mock that tells of each request when its response begins, or when there is none. */
export function loggedApi(options: MockOptions, write: (line: LogLine) => void): Pick<MockApi, "handle"> {
  const now = options.now ?? Date.now;
  const told = new AsyncLocalStorage<{ call?: MockCall }>();
  const api = createMockApi({
    ...options,
    onCall: (call) => {
      const current = told.getStore();
      if (current) current.call = call;
    },
  });
  return {
    handle: (request) =>
      told.run({}, async () => {
        const start = {
          time: new Date(now()).toISOString(),
          method: request.method,
          path: new URL(request.url).pathname,
        };
        let status: number | null = null;
        try {
          const response = await api.handle(request);
          status = response.status;
          return response;
        } finally {
          write({ ...start, status, ...outcomeOf(told.getStore()?.call) });
        }
      }),
  };
}

function outcomeOf(call: MockCall | undefined): Partial<LogLine> {
  if (!call) return {};
  const { refusal, usage, cause } = call;
  const { rule, part } = refusal ?? {};
  return {
    ...(refusal && { error: refusal.type }),
    ...(rule !== undefined && { rule: part === undefined ? rule : `${rule}/${part}` }),
    ...(usage && { usage }),
    ...(cause && { cause }),
  };
}

/**
 * Adds lines to a file that only its owner may read. Throws `SetupError` at once where that cannot be done; should it
 * become impossible later, `onFault` is told, and the request is answered all the same.
 */
export function logFile(path: string, onFault: (fault: string) => void): (line: LogLine) => void {
  const add = (text: string, failed: (fault: string) => void): void => {
    try {
      appendFileSync(path, text, { mode: 0o600 });
    } catch (error) {
      failed(`The log ${path} cannot be written: ${reasonOf(error)}`);
    }
  };
  add("", (fault) => {
    throw new SetupError(fault);
  });
  return (line) => add(`${JSON.stringify(line)}\n`, onFault);
}
