/** One MCP server, from its start to its end: whatever becomes of it, who calls it is answered. */
import { ToolError } from "../../tools/tool.ts";
import type { ListedTool, McpConnect, McpConnection, McpResult, ServerConfig } from "./connection.ts";

/** How a server stands: it answers; it ended and is tried again with the next call; it never came up. */
export type ServerState = "ready" | "ended" | "failed";

/** How often in a row it is tried to reach a server that ended. */
const MOST_TRIES = 3;

/** A server, its connection, and what it lists now. */
export class McpServer {
  readonly name: string;
  readonly #connect: () => Promise<McpConnection>;
  readonly #tell: (text: string) => void;
  #connection: Promise<McpConnection> | undefined;
  #listed: readonly ListedTool[] = [];
  #state: ServerState = "failed";
  #fault = "";
  #tries = 0;
  /** Connections so far. */
  #count = 0;
  #relisted: Promise<void> = Promise.resolve();
  readonly #closing = new AbortController();

  constructor(name: string, config: ServerConfig, connect: McpConnect, tell: (text: string) => void) {
    this.name = name;
    this.#tell = tell;
    this.#connect = () => {
      this.#count += 1;
      const own = this.#count;
      // What an earlier connection still says is of no interest any more.
      const ifOwn = (act: () => void) => () => own === this.#count && act();
      const events = { changed: ifOwn(() => this.#relist()), closed: ifOwn(() => this.#ended()) };
      return connect(config, events, this.#closing.signal);
    };
  }

  get state(): ServerState {
    return this.#state;
  }

  /** Why it is not ready. */
  get fault(): string {
    return this.#fault;
  }

  /** The tools that it lists now; what it listed last, where it has ended. */
  get listed(): readonly ListedTool[] {
    return this.#listed;
  }

  /** Connects, and asks for the tools. What goes wrong is told; never throws. */
  async start(): Promise<void> {
    try {
      await this.#ready();
    } catch (error) {
      this.#state = "failed";
      this.#fault = sentence(error);
      this.#tell(`The MCP server ${this.name} did not start: ${this.#fault} The session goes on without it.`);
    }
  }

  /** Calls a tool; a server that ended is connected anew first. Throws `ToolError`. Law: mcp-calls-answered */
  async call(
    tool: string,
    input: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
  ): Promise<McpResult> {
    try {
      const connection = await this.#ready();
      return await connection.call(tool, input, signal);
    } catch (error) {
      if (signal?.aborted) throw new ToolError("The call was stopped: the user interrupted the turn.");
      throw new ToolError(`The MCP server ${this.name} gave no result: ${sentence(error)}`);
    }
  }

  /** Ends the connection; afterwards nothing is started any more. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#connection?.then((connection) => connection.close()).catch(() => {});
  }

  /** The connection that there is, or a new one: all who ask meanwhile wait for the same. */
  #ready(): Promise<McpConnection> {
    if (this.#connection) return this.#connection;
    if (this.#isClosed) return Promise.reject(new Error("it has been closed."));
    if (this.#tries >= MOST_TRIES)
      return Promise.reject(new Error(`it ended, and ${MOST_TRIES} times it could not be started again.`));
    this.#tries += 1;
    const made = this.#made();
    this.#connection = made;
    return made;
  }

  async #made(): Promise<McpConnection> {
    let connection: McpConnection | undefined;
    try {
      connection = await this.#connect();
      this.#listed = await connection.list();
      this.#state = "ready";
      this.#tries = 0;
      if (this.#isClosed) throw new Error("it has been closed.");
      return connection;
    } catch (error) {
      this.#connection = undefined;
      await connection?.close().catch(() => {});
      throw error;
    }
  }

  /** One list after the other, so that the last one counts. */
  #relist(): void {
    this.#relisted = this.#relisted.then(async () => {
      try {
        this.#listed = (await (await this.#connection)?.list()) ?? this.#listed;
      } catch (error) {
        if (this.#state !== "ready" || this.#isClosed) return;
        this.#tell(`The MCP server ${this.name} has other tools, and does not say which: ${sentence(error)}`);
      }
    });
  }

  #ended(): void {
    if (this.#isClosed || this.#state !== "ready") return;
    this.#connection = undefined;
    this.#state = "ended";
    this.#fault = "it has ended by itself.";
    this.#tell(`The MCP server ${this.name} has ended. It is started again when one of its tools is called.`);
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }
}

function sentence(error: unknown): string {
  const text = (error instanceof Error ? error.message : String(error)).trim();
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
