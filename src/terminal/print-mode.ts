/** `glass -p`: one turn, the answer on standard output, everything else on standard error. */
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import type { HarnessEvent } from "../events.ts";
import { gitBranch } from "../host/git-branch.ts";
import { hostPorts } from "../host/ports.ts";
import { newestSession } from "../log/place.ts";
import type { TurnResult } from "../loop/turn.ts";
import { Session, SessionError, type SessionOptions } from "../session.ts";
import { askByMode } from "../tools/modes.ts";
import type { ModelResponse, Usage } from "../wire.ts";
import type { PrintCommand } from "./args.ts";
import { type Backend, liveBackend, mockBackend, readScript, SetupError } from "./backend.ts";
import type { Output } from "./output.ts";

/** Runs one turn and prints its answer. Returns the exit code. Throws `SetupError`, `SessionError`, `LogWriteError`. */
export async function printMode(
  command: PrintCommand,
  environment: NodeJS.ProcessEnv,
  out: Output,
): Promise<number> {
  const root = dataRoot(environment);
  const cwd = projectFolder(command.cwd);
  const backend = await backendFor(command, root, environment);
  try {
    out.note(backend.told);
    const session = openSession(command, {
      ports: hostPorts({ model: backend.model, ask: askByMode(command.permissionMode) }),
      root,
      cwd,
      platform: process.platform,
      gitBranch: gitBranch(cwd),
      permissionMode: command.permissionMode,
      settings: command.model === undefined ? {} : { model: command.model },
      appendSystemPrompt: command.appendSystemPrompt,
      emit: (event) => tell(event, out),
    });
    const result = await session.prompt(command.prompt);
    out.print(command.output === "json" ? asJson(session.id, result) : answerOf(result));
    if (result.message && command.output === "text") out.note(result.message);
    return result.failed ? 1 : 0;
  } finally {
    backend.close();
  }
}

/** Where sessions are kept: GLASS_HOME, by default a folder of this project's own name (C-3.1, D-29). */
function dataRoot(environment: NodeJS.ProcessEnv): string {
  return resolve(environment["GLASS_HOME"] || join(homedir(), ".glass-harness"));
}

function backendFor(
  command: PrintCommand,
  root: string,
  environment: NodeJS.ProcessEnv,
): Promise<Backend> | Backend {
  if (command.live) return liveBackend(environment);
  const script = command.script ?? "";
  const replies = readScript(script);
  return mockBackend(
    root,
    replies,
    `Offline: the mock API answers from ${script}. Nothing leaves this machine.`,
  );
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
  if (command.session === "new") return Session.begin(options);
  if (command.session !== "newest") return Session.resume(options, command.session.id);
  const id = newestSession(options.ports.disk, options.root, options.cwd);
  if (id === undefined)
    throw new SessionError(`There is no session of ${options.cwd} to continue. Leave out -c to begin one.`);
  return Session.resume(options, id);
}

function tell(event: HarnessEvent, out: Output): void {
  if (event.type === "notice") out.note(event.text);
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
