/** The arguments of `glass cache-report`, apart from it: who asks for something else need not wait until it is loaded. */
import type { CacheReportCommand } from "./command.ts";
import { type OptionValues, UsageError } from "./options.ts";

/** What it is asked for: a session by its id or the beginning of that, a log by its path, or the newest session. */
export function cacheReportArgs(
  [name, ...more]: readonly string[],
  values: OptionValues,
): Pick<CacheReportCommand, "kind" | "name" | "json"> {
  if (more.length > 0) throw new UsageError("cache-report takes one session.");
  if (name !== undefined && values.continue) throw new UsageError("Give -c or a session, not both.");
  if (name === undefined && !values.continue)
    throw new UsageError("Name a session: cache-report ID|FILE; -c takes the newest of this folder.");
  return { kind: "cache-report", name, json: values.json === true };
}
