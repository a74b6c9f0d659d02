/** `glass -p`: one turn, the answer on standard output, everything else on standard error. */
import { realpathSync, statSync } from "node:fs";
import { beginning } from "../annex/log/one-line.ts";
import type { HarnessEvent } from "../events.ts";
import { gitBranch } from "../host/git-branch.ts";
import { askByMode } from "../host/modes.ts";
import { hostPorts } from "../host/ports.ts";
import { newestSession, sessionsOf } from "../log/place.ts";
import type { TurnResult } from "../loop/turn.ts";
import { SessionError, type SessionOptions } from "../opened.ts";
import { Session } from "../session.ts";
import type { ModelResponse, ToolResultBlock, Usage } from "../wire.ts";
import type { PrintCommand } from "./args.ts";
import { type Backend, liveBackend, mockBackend, plainBackend, readScript } from "./backend.ts";
import type { Output } from "./output.ts";
import { SetupError } from "./setup-error.ts";

/**
 * Runs one turn and prints its answer. Ctrl-C ends the turn and what its tools have started. Returns the exit code.
 * Throws `SetupError`, `SessionError`, `LogWriteError`.
 */
export async function printMode(
  command: PrintCommand,
  environment: NodeJS.ProcessEnv,
  out: Output,
): Promise<number> {
  const cwd = projectFolder(command.cwd);
  const backend = backendFor(command, environment);
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  try {
    out.note(backend.told);
    const session = openSession(command, {
      ports: hostPorts({ model: backend.model, ask: askByMode(command.permissionMode) }),
      root: command.root,
      cwd,
      platform: process.platform,
      gitBranch: gitBranch(cwd),
      permissionMode: command.permissionMode,
      settings: command.model === undefined ? {} : { model: command.model },
      appendSystemPrompt: command.appendSystemPrompt,
      emit: (event) => tell(event, out),
    });
    const result = await session.prompt(command.prompt, interrupt.signal);
    if (command.output === "json") out.print(asJson(session.id, result));
    else if (!result.failed) out.print(answerOf(result));
    if (interrupt.signal.aborted) return EXIT_INTERRUPTED;
    return result.failed ? 1 : 0;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
    backend.close();
  }
}

/** Characters of a tool's words that a remark about it shows, at most. */
const NOTE_WIDTH = 100;
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** What a shell reports of a program that Ctrl-C ended. */
const EXIT_INTERRUPTED = 130;

function backendFor(command: PrintCommand, environment: NodeJS.ProcessEnv): Backend {
  if (command.live) return liveBackend(environment);
  if (command.script === undefined) return plainBackend(command.root);
  const told = `Offline: the mock API answers from ${command.script}. No request leaves this machine.`;
  return mockBackend(command.root, readScript(command.script), told);
}

function projectFolder(cwd: string): string {
  try {
    const real = realpathSync.native(cwd);
    if (statSync(real).isDirectory()) return real;
  } catch {
    throw new SetupError(`There is no folder ${cwd}.`);
  }
  throw new SetupError(`${cwd} is not a folder.`);
}

function openSession(command: PrintCommand, options: SessionOptions): Session {
  const { session, cwd } = command;
  if (session === "new") return Session.begin(options);
  if (session === "newest") {
    const newest = newestSession(options.ports.disk, options.root, options.cwd);
    if (newest) return Session.resume(options, newest);
    throw new SessionError(`There is no session of ${cwd} to continue. Leave out -c to begin one.`);
  }
  const found = [...sessionsOf(options.ports.disk, options.root, options.cwd, session.id)];
  const [only, ...others] = found;
  if (!only) {
    throw new SessionError(
      `There is no session ${session.id} of ${cwd}. Sessions belong to the folder they began in.`,
    );
  }
  if (others.length > 0) {
    throw new SessionError(`${session.id} is the beginning of ${found.length} session ids. Give more of it.`);
  }
  return Session.resume(options, only);
}

function tell(event: HarnessEvent, out: Output): void {
  if (event.type === "session") out.note(`Session ${event.sessionId}, log ${event.path}`);
  if (event.type === "notice") out.note(event.text);
  if (event.type === "api-error") out.note(event.message);
  if (event.type === "tool-end" && event.result.is_error)
    out.note(`✗ ${event.call.name}: ${shown(event.result)}`);
}

/** What a tool said, in one line that holds nothing but text. */
function shown({ content }: ToolResultBlock): string {
  return typeof content === "string" ? beginning(content, NOTE_WIDTH) : "";
}

/** The words of the last response; what it thought and called is in the log. */
function answerOf(result: TurnResult): string {
  const words = (result.responses.at(-1)?.content ?? []).filter((block) => block.type === "text");
  return result.failed ? "" : words.map((block) => String(block["text"])).join("");
}

function asJson(sessionId: string, result: TurnResult): string {
  return JSON.stringify({
    session_id: sessionId,
    result: result.message ?? answerOf(result),
    stop_reason: result.stop,
    is_error: result.failed,
    num_steps: result.responses.length,
    usage: totalUsage(result.responses),
  });
}

const COUNTED = [
  "input_tokens",
  "output_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
] as const satisfies readonly (keyof Usage)[];

/** Tokens of a whole turn: each response is one API call and counts once (C-3.9). */
function totalUsage(responses: readonly ModelResponse[]): Record<(typeof COUNTED)[number], number> {
  const total = {
    input_tokens: 0,
    output_tokens: 0,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
  };
  for (const { usage } of responses) for (const field of COUNTED) total[field] += usage[field] ?? 0;
  return total;
}
