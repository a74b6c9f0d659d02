/**
 * Settings files: what the user and the project want of every session. Three are read, the user's, the project's and
 * the project's own on this machine; of a value that stands in several the last of these counts, and hooks and
 * permissions add up in this order. A file with a fault leaves no settings at all: the rule that denies, or the hook
 * that guards, may be what cannot be read of it. Law: settings-whole
 */
import { join } from "node:path";
import type { Reminders } from "../../context/attachments.ts";
import type { Disk } from "../../ports.ts";
import type { Effort } from "../../request/models.ts";
import type { RestoredFiles } from "../compaction/carry-over.ts";
import { commandsIn, type HookCommand } from "../hooks/configured.ts";
import type { PlacedMcpSettings } from "../mcp/settings.ts";
import { checkedSettings, type PermissionsCheck, type SettingsFault } from "./checked.ts";
import type { SettingsFile } from "./schema.ts";

/** What the settings files come to. */
export interface Settings {
  /** In configured order: the user's, the project's, the project's own on this machine. */
  readonly hooks: readonly HookCommand[];
  /** The `permissions` parts as they stand in the files, in the same order. */
  readonly permissions: readonly { readonly file: string; readonly part: unknown }[];
  /** What they say of MCP servers, in the same order. */
  readonly mcp: readonly PlacedMcpSettings[];
  readonly model?: string;
  readonly effort?: Effort;
  readonly alwaysThinkingEnabled?: boolean;
  readonly reminders?: Reminders;
  readonly outputStyle?: string;
  /** How long sessions are kept; of the user alone: no project has a say in what becomes of another's. */
  readonly cleanupPeriodDays?: number;
  readonly autoCompact?: boolean;
  readonly restoreFiles?: RestoredFiles;
}

/** Of these the last one counts. */
type Values = Omit<Settings, "hooks" | "permissions" | "mcp">;

/** The settings, and what a person should be told of the files; or all faults. Each sentence names its file. */
export type SettingsRead =
  | { readonly settings: Settings; readonly told: readonly string[] }
  | { readonly faults: readonly string[] };

/** The settings files of a project, whether they are there or not; the later one wins. `root` is the data root. */
export function settingsPlaces(root: string, cwd: string): readonly string[] {
  return [
    join(root, "settings.json"),
    join(cwd, ".claude", "settings.json"),
    join(cwd, ".claude", "settings.local.json"),
  ];
}

/** Reads the settings. A file that is not there says nothing. Never throws. */
export function readSettings(
  disk: Disk,
  root: string,
  cwd: string,
  permissionsFault: PermissionsCheck = () => undefined,
): SettingsRead {
  const told: string[] = [];
  const faults: string[] = [];
  const hooks: HookCommand[] = [];
  const permissions: { file: string; part: unknown }[] = [];
  const mcp: PlacedMcpSettings[] = [];
  let values: Values = {};
  for (const [place, file] of settingsPlaces(root, cwd).entries()) {
    const source = sourceOf(disk, file);
    if (source === undefined) continue;
    const checked = typeof source === "string" ? checkedSettings(source, permissionsFault) : source;
    if ("faults" in checked) {
      faults.push(
        ...checked.faults.map(({ line, what }) => `${file}${line ? `, line ${line}` : ""}: ${what}.`),
      );
      continue;
    }
    const parts = checked.settings;
    const { commands, notRun } = commandsIn(parts.hooks ?? {});
    told.push(...notRun.map((what) => `${file}: ${what}.`));
    // Whoever wrote the project's files may not be who runs this.
    if (commands.length > 0 && place > 0) told.push(hooksOfProject(file, commands.length));
    hooks.push(...commands);
    mcp.push({ file, isUsers: place === 0, part: parts });
    if (parts.permissions !== undefined) permissions.push({ file, part: parts.permissions });
    values = { ...values, ...valuesIn(parts) };
    const { cleanupPeriodDays } = parts;
    if (cleanupPeriodDays === undefined) continue;
    if (place === 0) values = { ...values, cleanupPeriodDays };
    else told.push(`${file}: cleanupPeriodDays counts in your own settings only.`);
  }
  return faults.length > 0 ? { faults } : { settings: { hooks, permissions, mcp, ...values }, told };
}

function valuesIn({ effortLevel: effort, ...file }: SettingsFile): Values {
  const { model, alwaysThinkingEnabled, outputStyle, reminders, autoCompact, restoreFiles } = file;
  const all = { model, effort, alwaysThinkingEnabled, outputStyle, reminders, autoCompact, restoreFiles };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

function hooksOfProject(file: string, count: number): string {
  return `${file}: ${count === 1 ? "a hook" : `${count} hooks`} of this project will be run, as commands of your own.`;
}

/** The text of a file; undefined where there is none, else why it cannot be read. */
function sourceOf(disk: Disk, file: string): string | undefined | { faults: readonly SettingsFault[] } {
  try {
    // A link is followed; what is then no file, such as a pipe that nobody fills, is not read.
    const real = disk.realPath(file);
    if (real === undefined) return undefined;
    if (disk.kind(real) !== "file") return { faults: [{ what: "it is not a file" }] };
    const bytes = disk.read(real);
    return bytes && new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    const reason = error instanceof TypeError ? "it is not UTF-8" : String((error as Error).message ?? error);
    return { faults: [{ what: `it cannot be read (${reason})` }] };
  }
}
