/** The MCP servers of a session as a person reads them. */
import { definitionOf, type Tool } from "../../tools/tool.ts";
import { oneLine } from "../log/one-line.ts";
import { estimateTokens } from "../window/estimate.ts";
import type { NotStarted } from "./chosen.ts";
import { serverName } from "./names.ts";
import type { McpServer } from "./one-server.ts";
import type { OpenServers } from "./servers.ts";

/** Each server, how it stands, its tools, and what they would take of the window were they not deferred. */
export function listedServers({ servers, tools }: OpenServers, not: readonly NotStarted[]): string {
  const started = servers.map((server) => oneServer(server, tools));
  const others = not.map(({ name, why }) => `${oneLine(name)}: not started: ${oneLine(why)}`);
  const all = [...started, ...others];
  if (all.length === 0)
    return "There are no MCP servers. The project's .mcp.json, mcpServers in your settings, or --mcp-config FILE names them.";
  const deferred = tools.filter((tool) => tool.deferred);
  const sum = `${deferred.length} tools, about ${tokensOf(deferred)} tokens deferred: only their names are sent, until ToolSearch shows one.`;
  return [...all, ...(deferred.length > 0 ? [sum] : [])].join("\n");
}

function oneServer(server: McpServer, tools: readonly Tool[]): string {
  const own = tools.filter(({ name }) => name.startsWith(`mcp__${serverName(server.name)}__`));
  const state = server.state === "ready" ? "ready" : `${server.state}: ${oneLine(server.fault)}`;
  const named = `${oneLine(server.name)}: ${state}`;
  if (own.length === 0 && server.state !== "ready") return named;
  const names = own.map(({ name }) => `\n  ${name}`).join("");
  return `${named} · ${own.length} ${own.length === 1 ? "tool" : "tools"}, about ${tokensOf(own)} tokens${names}`;
}

function tokensOf(tools: readonly Tool[]): string {
  return estimateTokens(tools.map((tool) => JSON.stringify(definitionOf(tool))).join("\n")).toLocaleString(
    "en-US",
  );
}
