/**
 * Tools of servers under names that the API takes and that permission rules can speak of: `mcp__server__tool`. What a
 * name may not hold is mended, the same way every time.
 */
import { createHash } from "node:crypto";

/** The API's pages say 64 characters (MR-34); it has been seen to take more. */
const LONGEST_NAME = 64;
const HASH = 8;

/**
 * A server's name as it stands in the names of its tools. It holds no `__` and has no `_` at its ends: else the rule
 * `mcp__a` would speak of a server `a__b` too.
 */
export function serverName(name: string): string {
  const mended = name
    .replace(/[^A-Za-z0-9_-]/g, "_")
    .replace(/_+/g, "_")
    .replace(/^_|_$/g, "");
  return mended === "" ? `server-${hashOf(name)}` : mended;
}

/** The whole name of a tool of a server; one that is too long is cut and ends in a hash of it. */
export function toolName(server: string, tool: string): string {
  const name = `mcp__${serverName(server)}__${tool.replace(/[^A-Za-z0-9_-]/g, "_") || "_"}`;
  if (name.length <= LONGEST_NAME) return name;
  return `${name.slice(0, LONGEST_NAME - HASH - 1)}_${hashOf(`${server}\n${tool}`)}`;
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, HASH);
}
