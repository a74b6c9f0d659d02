/** `glass -p`: one turn, the answer on standard output, everything else on standard error. */
import { beginning } from "../annex/log/one-line.ts";
import type { HarnessEvent } from "../events.ts";
import type { TurnResult } from "../loop/turn.ts";
import type { ModelResponse, ToolResultBlock, Usage } from "../wire.ts";
import { backendFor } from "./backend.ts";
import type { PrintCommand } from "./command.ts";
import { compose } from "./compose.ts";
import type { Composed } from "./composed.ts";
import { openMcp, type SessionServers } from "./mcp.ts";
import type { Output } from "./output.ts";

/**
 * Runs one turn and prints its answer. Ctrl-C ends the turn and what its tools have started. Returns the exit code.
 * Throws `SetupError`, `SessionError`, `LogWriteError`.
 */
export async function printMode(
  command: PrintCommand & { readonly prompt: string },
  environment: NodeJS.ProcessEnv,
  out: Output,
): Promise<number> {
  const backend = backendFor(command, environment);
  const interrupt = new AbortController();
  const ended = new AbortController();
  const stop = () => interrupt.abort();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  let composed: Composed | undefined;
  let servers: SessionServers | undefined;
  try {
    out.note(backend.told);
    servers = await openMcp(command, environment, { signal: interrupt.signal });
    const ofAgents: ModelResponse[] = [];
    composed = compose(command, {
      model: backend.model,
      emit: (event) => {
        tell(event, out);
        if (event.type === "agent" && event.event.type === "response") ofAgents.push(event.event.response);
      },
      endTurn: () => ended.abort(),
      servers,
    });
    const session = composed.session();
    const signal = AbortSignal.any([interrupt.signal, ended.signal]);
    const result = await session.prompt(command.prompt, signal);
    if (command.output === "json") out.print(asJson(session.id, result, ofAgents));
    else if (!result.failed) out.print(answerOf(result));
    if (interrupt.signal.aborted) return EXIT_INTERRUPTED;
    return result.failed ? 1 : 0;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
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

function asJson(sessionId: string, result: TurnResult, ofAgents: readonly ModelResponse[]): string {
  return JSON.stringify({
    session_id: sessionId,
    result: result.message ?? answerOf(result),
    stop_reason: result.stop,
    is_error: result.failed,
    num_steps: result.responses.length,
    usage: totalUsage([...result.responses, ...ofAgents]),
  });
}

const COUNTED = [
  "input_tokens",
  "output_tokens",
  "cache_creation_input_tokens",
  "cache_read_input_tokens",
] as const satisfies readonly (keyof Usage)[];

/** Tokens of a whole turn, its agents' included: each response is one API call and counts once (C-3.9). */
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
