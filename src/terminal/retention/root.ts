/** The data root whose old sessions are taken away, and with what. */
import { realpathSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { RetentionPorts } from "../../annex/retention/due.ts";
import { nodeDisk } from "../../host/disk.ts";
import { hostProcesses } from "../../host/session-lock.ts";

/** Its real path; undefined where there is none. */
export function rootAt(path: string): string | undefined {
  return nodeDisk.kind(path) === undefined ? undefined : realpathSync.native(path);
}

/** Is it the folder of the real client, which nobody touches who has not named it? `root` is a real path. */
export function isRealClients(root: string, environment: NodeJS.ProcessEnv): boolean {
  const places = [environment["CLAUDE_CONFIG_DIR"] ?? "", join(homedir(), ".claude")];
  return places.some((place) => place !== "" && rootAt(place) === root);
}

/** This machine, as retention looks at it. */
export function retentionPorts(): RetentionPorts {
  const pause = () => new Promise<void>((go) => setImmediate(go));
  return { disk: nodeDisk, processes: hostProcesses, now: Date.now(), pause };
}
