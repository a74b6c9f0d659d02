/** Locks as files of this machine, and the processes that they speak of. */
import {
  closeSync,
  constants,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import type { LockFiles } from "../annex/locks/guard.ts";
import type { Processes } from "../annex/locks/holder.ts";

/** Where a process's state and its start stand among the fields of its record, counted from behind its name. */
const STATE = 0;
const START_TICKS = 19;

/** The locks on this disk; each can be read by its owner alone. */
export const lockFiles: LockFiles = {
  read: (path) => {
    try {
      return textIn(path);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return undefined;
      throw error;
    }
  },
  create: (path, text) => {
    // Written elsewhere and linked: so a lock that is there is whole, though its process be killed at any moment.
    const draft = `${path}.${process.pid}`;
    try {
      writeFileSync(draft, text, { mode: 0o600 });
      linkSync(draft, path);
      return true;
    } catch (error) {
      if (codeOf(error) === "EEXIST") return false;
      throw error;
    } finally {
      rmSync(draft, { force: true });
    }
  },
  remove: (path, text) => {
    // Taken aside before it is looked at: between a look and a removal another process may put its own there.
    const aside = `${path}.${process.pid}`;
    try {
      renameSync(path, aside);
    } catch (error) {
      if (codeOf(error) === "ENOENT") return;
      throw error;
    }
    if (textIn(aside) !== text) putBack(aside, path);
    rmSync(aside, { force: true });
  },
};

/** This machine's processes. Only Linux says when each was started. */
export const hostProcesses: Processes = {
  self: { pid: process.pid, started: startOf("self"), host: hostname() },
  living: (pid) => {
    try {
      process.kill(pid, 0);
    } catch (error) {
      // It is there, and another user's.
      if (codeOf(error) !== "EPERM") return undefined;
    }
    return isZombie(pid) ? undefined : { started: startOf(pid) };
  },
};

/** Read without waiting: a pipe may stand in a lock's place. */
function textIn(path: string): string {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    return readFileSync(file, "utf8");
  } finally {
    closeSync(file);
  }
}

function putBack(aside: string, path: string): void {
  try {
    linkSync(aside, path);
  } catch (error) {
    if (codeOf(error) !== "EEXIST") throw error;
  }
}

/** A process's start in ticks since the machine's own, which has an id; undefined where the system keeps no such record. */
function startOf(pid: number | "self"): string | undefined {
  const ticks = recordOf(pid)?.[START_TICKS];
  const boot = textOf("/proc/sys/kernel/random/boot_id");
  return ticks === undefined || boot === undefined ? undefined : `${boot.trim()} ${ticks}`;
}

/** A killed process keeps its number until its parent has looked. */
function isZombie(pid: number): boolean {
  return /^[ZX]$/.test(recordOf(pid)?.[STATE] ?? "");
}

/** The fields of `/proc/PID/stat` behind the program's name, which may hold anything. */
function recordOf(pid: number | "self"): string[] | undefined {
  const text = textOf(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(")") + 2).split(" ");
}
function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}
