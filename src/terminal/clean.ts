/** `glass clean`: takes old sessions away, or with `--dry-run` says which would go. */
import { type DueSession, dueSessions } from "../annex/retention/due.ts";
import { removeDue } from "../annex/retention/remove.ts";
import { deletionIn } from "../host/deletion.ts";
import { nodeDisk } from "../host/disk.ts";
import type { CleanCommand } from "./command.ts";
import { configured } from "./configured.ts";
import type { Output } from "./output.ts";
import { isRealClients, retentionPorts, rootAt } from "./retention/root.ts";
import { sizeOf } from "./sessions-table.ts";
import { SetupError } from "./setup-error.ts";

/**
 * Returns the exit code: 1 where something could not be taken away. Throws `SetupError` for the real client's folder that
 * nobody has named, `SettingsError`.
 */
export async function cleanCommand(
  { root, cwd, named, isDry }: CleanCommand,
  environment: NodeJS.ProcessEnv,
  out: Output,
): Promise<number> {
  const place = rootAt(named ?? root);
  if (place === undefined) {
    out.note(`There is no folder ${named ?? root}, so there is nothing to clean.`);
    return 0;
  }
  if (named === undefined && isRealClients(place, environment))
    throw new SetupError(
      `${place} is the real client's own. To clean it all the same, name it: glass clean DIR.`,
    );
  const { keptDays } = configured(nodeDisk, place, cwd);
  const ports = retentionPorts();
  const due = await dueSessions(place, keptDays, ports);
  const { gone, failed } = isDry ? { gone: due, failed: [] } : await removeDue(due, deletionIn(place), ports);
  for (const path of gone.flatMap(pathsOf)) out.print(path);
  for (const each of failed) out.note(each);
  out.note(summary(gone, isDry, keptDays));
  return failed.length > 0 ? 1 : 0;
}

function pathsOf({ logs, beside }: DueSession): string[] {
  return [...logs.map(({ path }) => path), ...beside];
}

function summary(gone: readonly DueSession[], isDry: boolean, days: number): string {
  if (gone.length === 0) return `Nothing to take away: no session is unchanged for ${days} days.`;
  const [oldest] = gone;
  const since = new Date(oldest?.changed ?? 0).toISOString().slice(0, 10);
  const size = sizeOf(gone.reduce((sum, { bytes }) => sum + bytes, 0));
  const what = `${gone.length === 1 ? "1 session" : `${gone.length} sessions`} (${size}, the oldest from ${since})`;
  return isDry
    ? `${what} would go, unchanged for ${days} days (cleanupPeriodDays). Nothing was changed.`
    : `${what} gone.`;
}
