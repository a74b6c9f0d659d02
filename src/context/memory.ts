/**
 * Memory files: CLAUDE.md of the user and of the project (C-3.15). They are never logged: read from disk when a
 * process starts and frozen for it, so that a session resumed tomorrow sees tomorrow's file, and a file changed in
 * mid-session does not change what was already sent (C-3.17, D-14).
 */
import { join } from "node:path";
import type { Disk } from "../ports.ts";
import type { Block } from "../wire.ts";
import { reminder } from "./reminders.ts";

/** A memory file that was found. */
export interface MemoryFile {
  readonly path: string;
  /** Whose it is, as the model is told. */
  readonly scope: "user" | "project" | "local" | "rule" | "auto";
  readonly content: string;
}

/** Reads the memory files that are there and not blank, the user's before the project's. `root` is the data root. */
export function readMemory(disk: Disk, root: string, cwd: string): MemoryFile[] {
  const places = [
    { path: join(root, "CLAUDE.md"), scope: "user" },
    { path: join(cwd, "CLAUDE.md"), scope: "project" },
  ] as const;
  return places.flatMap(({ path, scope }) => {
    // A link is followed; what is then no file, such as a pipe that nobody fills, is not read.
    const real = disk.realPath(path);
    const bytes = real !== undefined && disk.kind(real) === "file" ? disk.read(real) : undefined;
    const content = bytes ? new TextDecoder().decode(bytes) : "";
    return content.trim() === "" ? [] : [{ path, scope, content }];
  });
}

/** The reminder that carries the memory files; it stands first in `messages[0]`. Empty when there are none. */
export function memoryReminder(files: readonly MemoryFile[]): Block[] {
  if (files.length === 0) return [];
  const parts = files.map(
    ({ path, scope, content }) => `Contents of ${path} (${scope} instructions):\n\n${content.trimEnd()}`,
  );
  const told = "The user keeps instructions for you in these files. Follow them.";
  return [reminder([told, ...parts].join("\n\n"))];
}
