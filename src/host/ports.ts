/** The ports of this machine: the real clock, random ids, the real disk and shell. */
import { randomUUID } from "node:crypto";
import type { Ask, Model, Ports } from "../ports.ts";
import { nodeDisk } from "./disk.ts";
import { logFileAt } from "./log-file.ts";
import { nodeShell } from "./shell.ts";

/** Everything real but the two that are chosen per run: whom to ask, and which model answers. */
export function hostPorts(chosen: { readonly model: Model; readonly ask: Ask }): Ports {
  return {
    clock: { now: () => new Date() },
    ids: { uuid: () => randomUUID() },
    disk: nodeDisk,
    shell: nodeShell,
    openLog: logFileAt,
    ...chosen,
  };
}
