/** The logs that a person means by a file or a folder. */
import { statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { logsBelow } from "../../host/log-shelf.ts";

/** A log, and what it is called to the person who named it, or a folder that it lies in. */
export interface NamedLog {
  readonly path: string;
  readonly name: string;
  readonly bytes: number;
}

/** Files of other programs that lie beside session logs and look like one (facts 8 and 15). */
const NO_LOGS = new Set(["journal.jsonl", "history.jsonl"]);

/** A file is a log, whatever its name. In a folder, and all folders below it, logs are the ones that hold anything (fact 7); a folder that may not be read is `told`. */
export function logsNamed(
  name: string,
  here: string,
  told: (folder: string, error: unknown) => void,
): NamedLog[] {
  const path = resolve(here, name);
  const found = statSync(path);
  if (!found.isDirectory()) return [{ path, name, bytes: found.size }];
  return logsBelow(path, told)
    .filter((log) => !NO_LOGS.has(basename(log)))
    .map((log) => ({
      path: log,
      name: join(name, log.slice(path.length)),
      bytes: statSync(log, { throwIfNoEntry: false })?.size ?? 0,
    }))
    .filter(({ bytes }) => bytes > 0);
}
