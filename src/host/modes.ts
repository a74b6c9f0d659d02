/** The ask port where nobody can be asked: a permission mode says what may run (C-1.3, D-29). */
import type { Ask, ToolKind } from "../ports.ts";

/** The modes, from the most careful to the one that allows all. */
export const PERMISSION_MODES = ["plan", "default", "acceptEdits", "bypassPermissions"] as const;

/** How much may be done without asking. */
export type PermissionMode = (typeof PERMISSION_MODES)[number];

const ALLOWED: Readonly<Record<PermissionMode, readonly ToolKind[]>> = {
  plan: ["read"],
  default: ["read"],
  acceptEdits: ["read", "edit"],
  bypassPermissions: ["read", "edit", "shell"],
};

const NEEDED: Readonly<Record<ToolKind, PermissionMode>> = {
  read: "default",
  edit: "acceptEdits",
  shell: "bypassPermissions",
};

/** Answers by the mode alone. A refusal names the mode that would allow the call. */
export function askByMode(mode: PermissionMode): Ask {
  return {
    permit: async ({ tool, kind }) =>
      ALLOWED[mode].includes(kind)
        ? { allowed: true }
        : {
            allowed: false,
            reason: `${tool} was not run: the permission mode is ${mode} and nobody can be asked. It needs the mode ${NEEDED[kind]}.`,
          },
  };
}
