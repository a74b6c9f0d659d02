/**
 * Turns without a model: prompts and tool calls go through the hooks and tools that a session has, and leave in a log what a
 * session leaves of them. For laws about what tools and hooks do, of which thousands of turns are to be played.
 */
import {
  askByMode,
  CORE_TOOLS,
  type Hooks,
  type Line,
  type LogFile,
  printLine,
  readLog,
  runCall,
  type Shell,
  sessionPath,
} from "#src/index.ts";
import { isRecord } from "#src/wire.ts";
import type { Asked } from "./tool-session.ts";
import type { World } from "./world.ts";

/** A session's log, and turns that are played into it. */
export class BareTurns {
  readonly id: string;
  readonly path: string;
  readonly file: LogFile;
  readonly #world: World;
  readonly #shell: Shell;
  readonly #hooks: Hooks;
  #isDying = false;

  constructor(world: World, shell: Shell, hooks: Hooks) {
    this.id = world.ids.uuid();
    this.path = sessionPath(world.root, world.cwd, this.id);
    this.file = world.start().ports.openLog(this.path);
    this.#world = world;
    this.#shell = shell;
    this.#hooks = hooks;
  }

  /** A line beside the chain; killed before it is written, if that was asked for. */
  readonly log = {
    ledger: (line: Line): void => {
      if (this.#isDying) throw new Error("Killed.");
      this.file.append(printLine({ ...line, sessionId: this.id }));
    },
  };

  /** A prompt and its calls, one after the other. Returns the uuid of the prompt's entry. */
  async turn(calls: readonly Asked[]): Promise<string> {
    const uuid = this.#world.ids.uuid();
    await this.#hooks({ event: "UserPromptSubmit", prompt: "Go on.", messageId: uuid });
    this.#entry({ uuid, message: { role: "user", content: "Go on." } });
    for (const [at, { name, input }] of calls.entries()) {
      const call = { type: "tool_use", id: `${uuid}-${at}`, name, input } as const;
      const { cwd, disk } = this.#world;
      const context = { cwd, disk, shell: this.#shell, call, past: () => this.#past() };
      const host = { tools: CORE_TOOLS, ask: askByMode("bypassPermissions"), hooks: this.#hooks };
      const { result, details } = await runCall(host, context);
      this.#entry({ message: { role: "user", content: [result] }, toolUseResult: details });
    }
    return uuid;
  }

  /** A prompt whose process is killed when its backups are made and the line that names them is not yet written. */
  async dieInCheckpoint(): Promise<void> {
    this.#isDying = true;
    await this.#hooks({ event: "UserPromptSubmit", prompt: "Go on.", messageId: this.#world.ids.uuid() });
    this.#isDying = false;
  }

  #entry(fields: Readonly<Record<string, unknown>>): void {
    this.file.append(printLine({ type: "user", uuid: this.#world.ids.uuid(), ...fields }));
  }

  #past(): Readonly<Record<string, unknown>>[] {
    const { lines } = readLog(this.file.read());
    return lines.flatMap(({ line: { toolUseResult } }) => (isRecord(toolUseResult) ? [toolUseResult] : []));
  }
}
