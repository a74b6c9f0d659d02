/**
 * What a session has seen of a file: its log knows, and nothing else does, so a process that takes the session up knows
 * the same (D-36).
 */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import type { Disk } from "../ports.ts";
import { type Tool, type ToolContext, ToolError } from "./tool.ts";

/** What a file tool logs as its details: the file, and a digest of the bytes that it has read or written. */
export function seen(filePath: string, bytes: Uint8Array | string): { filePath: string; digest: string } {
  return { filePath, digest: createHash("sha256").update(bytes).digest("hex").slice(0, 16) };
}

/**
 * The bytes of a file that is to be changed. Throws `ToolError` unless they are what this session saw last: what it has
 * not looked at is not changed, and what others have changed since is not overwritten. Law: seen-first
 */
export function seenBytes(path: string, { disk, past }: ToolContext): Uint8Array {
  const bytes = readBytes(disk, path);
  const last = past().findLast(({ filePath }) => filePath === path)?.["digest"];
  if (last === seen(path, bytes).digest) return bytes;
  const why = last === undefined ? "was not read in this session" : "has changed since it was last read";
  throw new ToolError(`${path} ${why}. It was not changed. Read it, then try again.`);
}

/** The bytes of a text file. Throws `ToolError` where there is none. `path` has passed the gate. */
export function readBytes(disk: Disk, path: string): Uint8Array {
  const kind = disk.kind(path);
  if (kind === undefined) throw new ToolError(`There is no file at ${path}.`);
  const bytes = kind === "file" ? disk.read(path) : undefined;
  if (!bytes) throw new ToolError(`${path} is not a file.`);
  if (bytes.includes(0)) throw new ToolError(`${path} is binary, as an image is: it is not a text file.`);
  return bytes;
}

/** Calls that touch one file wait for each other, however its path is spelled. Law: lane-order */
export const fileLane: NonNullable<Tool["lane"]> = ({ file_path }, cwd) => resolve(cwd, String(file_path));
