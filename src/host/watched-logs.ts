/** The logs of one process on this machine, watched over against a second terminal (D-12). */
import { SessionGuard } from "../annex/locks/guard.ts";
import type { Ports } from "../ports.ts";
import { type Fsync, OpenLogs } from "./open-logs.ts";
import { hostProcesses, lockFiles } from "./session-lock.ts";

/** Logs as a command line opens them. */
export interface WatchedLogs {
  readonly openLog: Ports["openLog"];
  /** Tells the person if another process writes the session with this log. */
  readonly look: (path: string) => void;
  /** The same for a session that was taken up: others see that it is open, though nothing is written yet. */
  readonly hold: (path: string) => void;
  /** Lets go of all files, and takes away this process's locks. */
  readonly close: () => void;
}

/** `tell` says something to the person. */
export function watchedLogs(fsync: Fsync, tell: (text: string) => void): WatchedLogs {
  const logs = new OpenLogs({ fsync });
  const clock = { now: () => new Date() };
  const guard = new SessionGuard({ files: lockFiles, processes: hostProcesses, clock }, tell);
  return {
    openLog: guard.over(logs.open),
    look: (path) => guard.look(path),
    hold: (path) => guard.hold(path),
    close: () => {
      guard.release();
      logs.close();
    },
  };
}
