/** Permission modes: how much may be done without asking (C-1.3), and what of them outlives a process. */
import type { PermissionMode } from "../../host/modes.ts";
import type { ReadLog } from "../../log/read.ts";
import type { ToolKind } from "../../ports.ts";

export type { PermissionMode } from "../../host/modes.ts";

/** What a mode lets run where no rule speaks. */
const UNASKED: Readonly<Record<PermissionMode, readonly ToolKind[]>> = {
  default: ["read"],
  acceptEdits: ["read", "edit"],
  plan: ["read"],
  bypassPermissions: ["read", "edit", "shell"],
};

/** The modes that a new process does not take up by itself: the one holds back, the other lets everything run. */
const NOT_RESTORED: readonly PermissionMode[] = ["plan", "bypassPermissions"];

/** Is a call of this kind let through by the mode alone? */
export function runsUnasked(mode: PermissionMode, kind: ToolKind): boolean {
  return UNASKED[mode].includes(kind);
}

/** The mode that lets a kind of call through. */
export function modeFor(kind: ToolKind): PermissionMode {
  return kind === "shell" ? "bypassPermissions" : kind === "edit" ? "acceptEdits" : "default";
}

/** Is this the name of a mode? */
export function isMode(name: unknown): name is PermissionMode {
  return typeof name === "string" && Object.hasOwn(UNASKED, name);
}

/** All modes by name. */
export const MODE_NAMES = Object.keys(UNASKED) as readonly PermissionMode[];

/** The mode after this one, as Shift+Tab goes round; `bypassPermissions` only where the launch has allowed it. */
export function nextMode(mode: PermissionMode, mayBypass: boolean): PermissionMode {
  const round: readonly PermissionMode[] = ["default", "acceptEdits", "plan"];
  const modes = mayBypass ? [...round, "bypassPermissions" as const] : round;
  return modes[(modes.indexOf(mode) + 1) % modes.length] ?? "default";
}

/**
 * The mode in which a session was last, as its log says it: on a `permission-mode` line or on a prompt (O-30). Never
 * `plan` nor `bypassPermissions`, which a person chooses anew (C-5.4b); undefined then, and where nothing is said.
 */
export function restoredMode(log: ReadLog): PermissionMode | undefined {
  const said = log.lines.map(({ line }) => line).filter((line) => line["isSidechain"] !== true);
  const last = said.findLast((line) => line["permissionMode"] !== undefined)?.["permissionMode"];
  return isMode(last) && !NOT_RESTORED.includes(last) ? last : undefined;
}

/** The mode a process begins in: what the launch says, else what the session was in, else what the settings say. */
export function startingMode(said: {
  readonly launch?: PermissionMode | undefined;
  readonly restored?: PermissionMode | undefined;
  readonly settings?: PermissionMode | undefined;
}): PermissionMode {
  return said.launch ?? said.restored ?? said.settings ?? "default";
}
