/** Files that a command is given: a pipe or a device in the place of one would be waited for without end. */
import { type Stats, statSync } from "node:fs";
import { SetupError } from "./terminal.ts";

/** Throws `SetupError` where something stands at the path that is neither a file nor a folder. */
export function checkRegular(what: string, path: string): void {
  const found = statOf(path);
  if (!found || found.isFile() || found.isDirectory()) return;
  throw new SetupError(`The ${what} ${path} cannot be used: it is a pipe, a socket or a device, not a file.`);
}

// What cannot be looked at is found out about when it is opened, in the words for that.
function statOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}
