/** `glass` at a terminal: takes the terminal, holds a conversation, and gives the terminal back, whatever happens. */
import { backendFor } from "../backend.ts";
import type { ReplCommand } from "../command.ts";
import { languageOf } from "../language.ts";
import { openMcp, type SessionServers } from "../mcp.ts";
import { pickerAt } from "../pick/pick.ts";
import { sessionWanted } from "../pick/session-wanted.ts";
import { startSweep } from "../retention/sweep.ts";
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
  const { output } = terminal;
  const paint = painter(colorWanted(output));
  const isGone = new AbortController();
  const pick = pickerAt(terminal, paint, isGone.signal);
  const session = await sessionWanted(command, pick);
  if (!session) {
    output.write("No session was chosen.\n");
    return 0;
  }
  const backend = backendFor(command, environment);
  const undo: (() => void)[] = [() => backend.close()];
  const restore = () => {
    for (const each of undo.splice(0).reverse()) each();
  };
  let servers: SessionServers | undefined;
  try {
    servers = await openMcp(command, environment, { ask: askingAt(terminal) });
    // A conversation that cannot be opened leaves the terminal as it is.
    const conversation = new Conversation({ ...command, session }, backend, servers, languageOf(environment));
    undo.push(() => conversation.open.parts.close());
    const view = new View(terminal, paint, conversation.open.said, (deed) => conversation.do(deed));
    undo.push(() => view.close());
    view.open();
    const { root } = command;
    const { keptDays } = conversation.open.parts;
    const isOpen = (id: string) => id === conversation.open.session.id;
    const tell = (text: string) => view.tell({ type: "told", text });
    undo.push(startSweep({ root, keptDays, isOpen, environment, tell }));
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
    undo.push(() => isGone.abort());
    return await conversation.hold({
      tell: (told) => view.tell(told),
      lend: (use) => view.lend(() => use(pick)),
    });
  } finally {
    restore();
    await servers?.close();
  }
}
