/** What this harness needs of an MCP server: a port, so that a session with servers runs under a seed like any other. */
import type { Block } from "../../wire.ts";

/** How a server is reached: a program that is started, or an address. Variables are put in already. */
export type ServerConfig =
  | {
      readonly kind: "stdio";
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    }
  | { readonly kind: "http"; readonly url: string; readonly headers: Readonly<Record<string, string>> };

/** A tool as its server lists it. All of it is text of others. */
export interface ListedTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What a server answers to a call, in its own kinds of blocks. */
export interface McpResult {
  readonly content: readonly Block[];
  readonly isError: boolean;
  /** The same as JSON, where the server gives it. */
  readonly structured?: unknown;
}

/** A server that answers. Every promise settles: after a time limit, or when the connection ends, it rejects. */
export interface McpConnection {
  list(): Promise<readonly ListedTool[]>;
  call(tool: string, input: Readonly<Record<string, unknown>>, signal?: AbortSignal): Promise<McpResult>;
  /** Settles when the server's process, where it has one, is gone. */
  close(): Promise<void>;
}

/** What a server does unasked. */
export interface McpEvents {
  /** It says that it has other tools now. */
  readonly changed: () => void;
  /** The connection has ended, and not because it was closed here. */
  readonly closed: () => void;
}

/**
 * Connects to a server, and starts it where it is a program. Rejects with a sentence for a person; at once when the signal
 * is aborted.
 */
export type McpConnect = (
  config: ServerConfig,
  events: McpEvents,
  signal: AbortSignal,
) => Promise<McpConnection>;
