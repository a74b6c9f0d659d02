/**
 * What was said at the launch of a process is no part of its session: whoever takes that up does not get it back (C-5.4b). So
 * that this is no surprise the log keeps the names of such flags, never what stood behind them, and a resume tells of them.
 */
import type { Hooks } from "../../hooks.ts";
import type { Line } from "../../log/entry.ts";

const LAUNCH_LINE = "launch-flags";

/** The flags with which a session was last run, as the end of its log says. */
export function lastFlags(latest: readonly Line[]): readonly string[] {
  const flags = latest.findLast(({ type }) => type === LAUNCH_LINE)?.["flags"];
  return Array.isArray(flags) ? flags.filter((flag) => typeof flag === "string") : [];
}

/** Which of them are not given this time, and what to do; undefined where none is missing. Law: flags-told */
export function lostTold(before: readonly string[], now: readonly string[]): string | undefined {
  const lost = before.filter((flag) => !now.includes(flag));
  if (lost.length === 0) return undefined;
  const [these, them] = lost.length === 1 ? ["a flag that is", "it"] : ["flags that are", "them"];
  return `This session was last run with ${lost.join(", ")}: ${these} not restored. Give ${them} again if you want ${them}.`;
}

/** Hooks that log with which flags this process was started, once and only if the log does not say so already. Law: flags-told */
export function loggingFlags(
  flags: readonly string[],
  before: readonly string[],
  log: () => { ledger(line: Line): void },
): Hooks {
  let known = before;
  return async (moment) => {
    const isStart = moment.event === "SessionStart" && moment.source !== "compact";
    if (isStart && known.join() !== flags.join()) {
      log().ledger({ type: LAUNCH_LINE, flags });
      known = flags;
    }
    return { attachments: [] };
  };
}
