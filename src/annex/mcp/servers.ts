/** The MCP servers of a process: opened before its session, closed after it, and in between one frozen list of tools. */
import type { Hooks } from "../../hooks.ts";
import type { Tool } from "../../tools/tool.ts";
import type { McpConnect, ServerConfig } from "./connection.ts";
import { type FrozenTool, frozen, frozenTools } from "./frozen-tools.ts";
import { McpServer } from "./one-server.ts";
import { serverTool } from "./server-tools.ts";
import { type ToolStatus, type ToolStatuses, tellingTools } from "./told-tools.ts";
import { toolSearch } from "./tool-search.ts";

/** A server that is to be started. */
export interface ServerToStart {
  readonly name: string;
  readonly config: ServerConfig;
}

/** What there is of MCP servers while a session is open. */
export interface OpenServers {
  /** ToolSearch, then the servers' tools by name; none where no server has one. The same for as long as this lives. */
  readonly tools: readonly Tool[];
  /** Tells the model which tools there are, and what becomes of them. */
  readonly hooks: Hooks;
  readonly servers: readonly McpServer[];
  /** Settles when no process of theirs is left. */
  readonly close: () => Promise<void>;
}

/**
 * Starts servers, all at once. One that does not come up is told, and the others are there all the same. Where the signal
 * is aborted, then or later, they are closed. Never rejects.
 */
export async function openServers(
  toStart: readonly ServerToStart[],
  connect: McpConnect,
  tell: (text: string) => void,
  signal?: AbortSignal,
): Promise<OpenServers> {
  const servers = toStart.map(({ name, config }) => new McpServer(name, config, connect, tell));
  const close = async () => void (await Promise.all(servers.map((server) => server.close())));
  signal?.addEventListener("abort", close, { once: true });
  await Promise.all(servers.map((server) => server.start()));
  const listed = servers.map(({ name, listed }) => ({ server: name, listed }));
  const { tools, told } = frozenTools(listed);
  // Of a tool that is listed a hundred times it is told once.
  for (const text of new Set(told)) tell(text);
  const byName = new Map(servers.map((server) => [server.name, server]));
  const callable = tools.flatMap((tool) => {
    const server = byName.get(tool.server);
    return server ? [serverTool(tool, server)] : [];
  });
  return {
    // Without anything to find, nobody needs to search.
    tools: callable.length > 0 ? [toolSearch(callable), ...callable] : [],
    hooks: tellingTools(() => statusesOf(tools, servers)),
    servers,
    close,
  };
}

/** How the tools that were frozen stand by what their servers list now, and which are new. */
function statusesOf(tools: readonly FrozenTool[], servers: readonly McpServer[]): ToolStatuses {
  const now = servers.flatMap(({ name, listed }) =>
    listed.flatMap((tool) => {
      const found = frozen(name, tool);
      return typeof found === "string" ? [] : [found];
    }),
  );
  const statuses = new Map<string, ToolStatus>();
  for (const tool of now) {
    if (statuses.has(tool.name)) continue;
    const known = tools.find(({ name, server, tool: own }) => {
      return name === tool.name && server === tool.server && own === tool.tool;
    });
    const isSame = JSON.stringify(known) === JSON.stringify(tool);
    statuses.set(tool.name, known === undefined ? "later" : isSame ? "usable" : "altered");
  }
  return new Map([...statuses].sort(([one], [other]) => (one < other ? -1 : 1)));
}
