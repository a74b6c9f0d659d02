/** How the real MCP server of `mcp-server.mjs` is started, and which processes it has. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const SERVER = fileURLToPath(new URL("./mcp-server.mjs", import.meta.url));

/** Its entry in a file of servers. `folder` is where it notes its processes. */
export function entry(folder: string) {
  return { command: process.execPath, args: [SERVER, folder], env: { MARKER: "1" } };
}

/** The same, ready to be started. */
export function program(folder: string) {
  return { kind: "stdio", ...entry(folder) } as const;
}

/** The processes that were started: of each run the server's own, and one that it has started. */
export function pidsIn(folder: string): number[] {
  const path = join(folder, "pids");
  return existsSync(path) ? readFileSync(path, "utf8").trim().split("\n").map(Number) : [];
}
