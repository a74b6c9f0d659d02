/** The ports of this machine: the real clock, random ids, the real disk and shell. */
import { randomUUID } from "node:crypto";
import type { Ports } from "../ports.ts";
import { nodeDisk } from "./disk.ts";
import { OpenLogs } from "./open-logs.ts";
import { nodeShell } from "./shell.ts";

/**
 * Everything real but the two that are chosen per run: whom to ask, and which model answers. Who wants to say how logs
 * are kept, or when their files are let go of, brings `OpenLogs` of their own.
 */
export function hostPorts(chosen: Pick<Ports, "model" | "ask"> & Partial<Pick<Ports, "openLog">>): Ports {
  return {
    clock: { now: () => new Date() },
    ids: { uuid: () => randomUUID() },
    disk: nodeDisk,
    shell: nodeShell,
    openLog: new OpenLogs().open,
    ...chosen,
  };
}
