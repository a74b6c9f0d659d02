/** `glass -p`: one turn, the answer on standard output, everything else on standard error. */
import { beginning } from "../annex/log/one-line.ts";
import type { HarnessEvent } from "../events.ts";
import type { TurnResult } from "../loop/turn.ts";
import type { ModelResponse, ToolResultBlock } from "../wire.ts";
import { backendFor } from "./backend.ts";
import type { PrintCommand } from "./command.ts";
import { compose } from "./compose.ts";
import type { Composed } from "./composed.ts";
import { openMcp, type SessionServers } from "./mcp.ts";
import { UsageError } from "./options.ts";
import type { Output } from "./output.ts";
import { answerOf, eventLine, resultOf } from "./print-output.ts";
import { refusedPrompt } from "./repl/commands.ts";
import { startSweep } from "./retention/sweep.ts";

/**
 * Runs one turn and prints its answer. Ctrl-C ends the turn and what its tools have started. Returns the exit code.
 * Throws `SetupError`, `SessionError`, `LogWriteError`, and `UsageError` for a command of a conversation.
 */
export async function printMode(
  command: PrintCommand & { readonly prompt: string },
  environment: NodeJS.ProcessEnv,
  out: Output,
): Promise<number> {
  const refusal = refusedPrompt(command.prompt);
  if (refusal !== undefined) throw new UsageError(refusal);
  const backend = backendFor(command, environment);
  const interrupt = new AbortController();
  const ended = new AbortController();
  const stop = () => interrupt.abort();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  let composed: Composed | undefined;
  let servers: SessionServers | undefined;
  let endSweep = () => {};
  try {
    out.note(backend.told);
    servers = await openMcp(command, environment, { signal: interrupt.signal });
    const ofAgents: ModelResponse[] = [];
    composed = compose(command, {
      model: backend.model,
      emit: (event) => {
        tell(event, out);
        if (command.output === "stream-json") out.print(eventLine(event));
        if (event.type === "agent" && event.event.type === "response") ofAgents.push(event.event.response);
      },
      endTurn: () => ended.abort(),
      servers,
      isPrinting: true,
      maxSteps: command.maxSteps,
    });
    const session = composed.session();
    const { keptDays } = composed;
    const isOpen = (id: string) => id === session.id;
    endSweep = startSweep({ root: command.root, keptDays, isOpen, environment, tell: out.note });
    const signal = AbortSignal.any([interrupt.signal, ended.signal]);
    const result = await session.prompt(command.prompt, signal);
    const whole = resultOf(session.id, result, ofAgents);
    if (command.output === "json") out.print(JSON.stringify(whole));
    else if (command.output === "stream-json") out.print(JSON.stringify({ type: "result", ...whole }));
    else if (!result.failed) out.print(answerOf(result));
    return exitCode(result, interrupt.signal.aborted);
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
    endSweep();
    composed?.close();
    await servers?.close();
    backend.close();
  }
}

/** Characters of a tool's words that a remark about it shows, at most. */
const NOTE_WIDTH = 100;
const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** What a shell reports of a program that Ctrl-C ended. */
const EXIT_INTERRUPTED = 130;
/** The turn was stopped at its limit of steps: another one can go on. */
const EXIT_LIMIT = 3;

function exitCode({ stop, failed }: TurnResult, isInterrupted: boolean): number {
  if (isInterrupted) return EXIT_INTERRUPTED;
  if (stop === "step_limit") return EXIT_LIMIT;
  return failed ? 1 : 0;
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
