/** Whether a process of this machine lives. */
import { existsSync, readFileSync } from "node:fs";

/** Does a process of this number run? One that has ended and is only waiting to be collected does not. */
export function lives(pid: number): boolean {
  try {
    const stat = existsSync("/proc/self/stat") ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
    return !/\) [ZX]/.test(stat) && process.kill(pid, 0);
  } catch {
    return false;
  }
}
