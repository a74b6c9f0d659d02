/** `--log`: a JSON line for each request. No header, no key, no text of a conversation ever stands in it. */
import { AsyncLocalStorage } from "node:async_hooks";
import { appendFileSync, chmodSync, statSync } from "node:fs";
import type { Unreadable } from "../doors/unreadable.ts";
import { createMockApi, type MockApi } from "../engine.ts";
import { apiError } from "../http/errors.ts";
import type { MockCall, MockOptions } from "../options.ts";
import { checkRegular } from "./regular-file.ts";
import { reasonOf, SetupError } from "./terminal.ts";

/** One request in the log. */
export interface LogLine {
  /** ISO 8601, when the request came in. */
  time: string;
  method: string;
  /** Without its query. Only a path that the API has is written out: in another one there may be anything, a key too. */
  path: string;
  /** Null: there was no response, as when the connection was broken on purpose or the client hung up. */
  status: number | null;
  /** How the answer was kept from arriving whole. */
  fault?: MockCall["fault"];
  /** What was sent in place of an answer or after a part of it. A refusal's message names a field, a tool or an id. */
  error?: MockCall["error"];
  /** The rule that was broken, with its part. */
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
          path: shownPath(request.url),
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

const PATHS = ["/v1/messages", "/v1/messages/count_tokens", "/api/hello"];

function shownPath(url: string): string {
  const { pathname } = new URL(url);
  return PATHS.includes(pathname) ? pathname : "(another path)";
}

function outcomeOf(call: MockCall | undefined): Partial<LogLine> {
  if (!call) return {};
  const { refusal, fault, usage, cause } = call;
  const { rule, part } = refusal ?? {};
  const error = refusal ?? call.error;
  return {
    ...(fault && { fault }),
    ...(error && { error: { type: error.type, message: error.message } }),
    ...(rule !== undefined && { rule: part === undefined ? rule : `${rule}/${part}` }),
    ...(usage && { usage }),
    ...(cause && { cause }),
  };
}

/** The line of what could not be read as a request (MR-15). */
export function unreadableLine({ status, message }: Unreadable, now: number): LogLine {
  const error = { type: apiError(status).type, message };
  return { time: new Date(now).toISOString(), method: "(none)", path: "(none)", status, error };
}

/**
 * Adds lines to a file that only its owner may read, from now on where it was there before. Throws `SetupError` at once where that cannot be done; should it
 * become impossible later, `onFault` is told, and the request is answered all the same.
 */
export function logFile(path: string, onFault: (fault: string) => void): (line: LogLine) => void {
  checkRegular("log", path);
  const add = (text: string, failed: (fault: string) => void): void => {
    try {
      appendFileSync(path, text, { mode: 0o600 });
      if (text === "" && (statSync(path).mode & 0o077) !== 0) chmodSync(path, 0o600);
    } catch (error) {
      failed(`The log ${path} cannot be written: ${reasonOf(error)}`);
    }
  };
  add("", (fault) => {
    throw new SetupError(fault);
  });
  return (line) => add(`${JSON.stringify(line)}\n`, onFault);
}
