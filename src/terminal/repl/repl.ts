/** `glass` at a terminal: takes the terminal, holds a conversation, and gives the terminal back, whatever happens. */
import { backendFor } from "../backend.ts";
import type { ReplCommand } from "../command.ts";
import { openMcp, type SessionServers } from "../mcp.ts";
import { colorWanted, painter } from "../style.ts";
import { askingAt } from "./ask-servers.ts";
import { Conversation } from "./conversation.ts";
import type { Terminal } from "./terminal.ts";
import { View } from "./view.ts";

/** What ends a process from outside, and what a shell reports of it. */
const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const;

/** Holds a conversation until the person leaves. Returns the exit code. Throws `SetupError`, `SessionError`. */
export async function repl(
  command: ReplCommand,
  environment: NodeJS.ProcessEnv,
  terminal: Terminal,
): Promise<number> {
  const backend = backendFor(command, environment);
  const { output } = terminal;
  const undo: (() => void)[] = [() => backend.close()];
  const restore = () => {
    for (const each of undo.splice(0).reverse()) each();
  };
  let servers: SessionServers | undefined;
  try {
    servers = await openMcp(command, environment, { ask: askingAt(terminal) });
    // A conversation that cannot be opened leaves the terminal as it is.
    const conversation = new Conversation(command, backend, servers);
    undo.push(() => conversation.close());
    const view = new View(terminal, painter(colorWanted(output)), conversation.said(), (deed) =>
      conversation.do(deed),
    );
    undo.push(() => view.close());
    view.open();
    undo.push(terminal.strays((text) => view.tell({ type: "told", text: text.trimEnd() })));
    const resized = () => view.resized();
    output.on("resize", resized);
    process.once("exit", restore);
    undo.push(() => {
      output.off("resize", resized);
      process.off("exit", restore);
    });
    for (const [signal, code] of Object.entries(SIGNALS)) {
      const end = () => conversation.leave(code);
      process.once(signal, end);
      undo.push(() => process.off(signal, end));
    }
    return await conversation.hold((told) => view.tell(told));
  } finally {
    restore();
    await servers?.close();
  }
}
