/** `glass context`: what fills the window of a session, without saying anything in it. */
import { contextOf } from "../../annex/window/report.ts";
import { backendFor } from "../backend.ts";
import type { ContextCommand } from "../command.ts";
import { compose } from "../compose.ts";
import type { Composed } from "../composed.ts";
import { openMcp, type SessionServers } from "../mcp.ts";
import type { Output } from "../output.ts";
import { printContext } from "./print.ts";

/**
 * Prints the report. The session's servers are started, for their tools are a part of what is sent, and ended again;
 * nothing is written. Throws `SetupError`, `SettingsError`, `SessionError`.
 */
export async function contextCommand(
  command: ContextCommand,
  environment: NodeJS.ProcessEnv,
  out: Output,
): Promise<number> {
  const backend = backendFor(command, environment);
  const interrupt = new AbortController();
  const stop = () => interrupt.abort();
  for (const signal of STOP_SIGNALS) process.once(signal, stop);
  let composed: Composed | undefined;
  let servers: SessionServers | undefined;
  try {
    servers = await openMcp(command, environment, { signal: interrupt.signal });
    composed = compose(command, {
      model: backend.model,
      emit: (event) => {
        if (event.type === "notice") out.note(event.text);
      },
      endTurn: () => {},
      servers,
    });
    const next = composed.session().nextRequest();
    const report = await contextOf(next, backend.counter, composed.autoCompacts);
    if (interrupt.signal.aborted) return EXIT_INTERRUPTED;
    printContext(report, command.json, out);
    return 0;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, stop);
    composed?.close();
    await servers?.close();
    backend.close();
  }
}

const STOP_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
/** What a shell reports of a program that Ctrl-C ended. */
const EXIT_INTERRUPTED = 130;
