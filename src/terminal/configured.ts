/** What the settings files want of a session, ready to be used. */

import { homedir } from "node:os";
import type { RestoredFiles } from "../annex/compaction/carry-over.ts";
import type { HookCommand } from "../annex/hooks/configured.ts";
import type { PlacedMcpSettings } from "../annex/mcp/settings.ts";
import { parseRules, type Rule } from "../annex/permissions/rules.ts";
import { searchableDisk } from "../annex/permissions/searchable.ts";
import { KEPT_DAYS } from "../annex/retention/due.ts";
import { readSettings } from "../annex/settings/settings.ts";
import { outputStyle } from "../annex/styles/output-style.ts";
import type { PermissionMode } from "../host/modes.ts";
import type { Disk } from "../ports.ts";
import type { RequestSettings } from "../request/stable.ts";
import { SettingsError } from "./setup-error.ts";

/** What they come to. */
export interface Configured {
  readonly hooks: readonly HookCommand[];
  readonly rules: readonly Rule[];
  /** The mode that a session begins in where nothing else says. */
  readonly mode: PermissionMode | undefined;
  readonly model: string | undefined;
  readonly settings: Partial<RequestSettings>;
  readonly mcp: readonly PlacedMcpSettings[];
  /** Does it compact by itself, and which files come back behind a summary? */
  readonly compaction: { readonly auto: boolean; readonly restoreFiles: RestoredFiles };
  /** Days for which sessions are kept. */
  readonly keptDays: number;
  /** The text of the output style; empty for none. */
  readonly style: string;
  /** What a person should be told of the files. */
  readonly told: readonly string[];
}

/** Reads the settings files of a project. Throws `SettingsError` where one has a fault. */
export function configured(disk: Disk, root: string, cwd: string): Configured {
  const read = readSettings(disk, root, cwd, faultOf);
  if ("faults" in read) throw new SettingsError(read.faults);
  const { settings, told } = read;
  const { hooks, permissions, model, effort, alwaysThinkingEnabled, reminders } = settings;
  const parts = permissions.map(({ file, part }) => parseRules({ permissions: part }, file));
  const rules = parts.flatMap((part) => part.rules);
  const home = homedir();
  const style = outputStyle(
    searchableDisk(rules, { disk, cwd, home }),
    root,
    cwd,
    settings.outputStyle,
    home,
  );
  return {
    hooks,
    rules,
    mode: parts.findLast(({ defaultMode }) => defaultMode !== undefined)?.defaultMode,
    model,
    mcp: settings.mcp,
    settings: {
      ...(effort !== undefined && { effort }),
      ...(alwaysThinkingEnabled === false && { thinking: "off" }),
      ...(reminders !== undefined && { reminders }),
    },
    compaction: { auto: settings.autoCompact ?? true, restoreFiles: settings.restoreFiles ?? "none" },
    keptDays: settings.cleanupPeriodDays ?? KEPT_DAYS,
    style: style.text,
    told: [...told, ...style.told],
  };
}

function faultOf(part: unknown): string | undefined {
  const [fault] = parseRules({ permissions: part }, "").faults;
  return fault && `${fault.pointer}: ${fault.message.replace(/\.$/, "")}`;
}
