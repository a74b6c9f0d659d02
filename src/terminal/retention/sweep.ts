/** Old sessions are taken away while something else is being done: it delays nothing, and nothing fails by it (fact 14). */
import { dueSessions } from "../../annex/retention/due.ts";
import { removeDue } from "../../annex/retention/remove.ts";
import { deletionIn } from "../../host/deletion.ts";
import { isRealClients, retentionPorts, rootAt } from "./root.ts";

/** What is swept, and for whom. */
export interface Sweep {
  /** The data root. */
  readonly root: string;
  readonly keptDays: number;
  /** The session that is open here: it stays, though nothing was said in it for long. */
  readonly isOpen: (sessionId: string) => boolean;
  readonly environment: NodeJS.ProcessEnv;
  readonly tell: (text: string) => void;
}

/** Begins; returns what ends it. What was not come to is found the next time. */
export function startSweep(sweep: Sweep): () => void {
  const stopped = new AbortController();
  void run(sweep, stopped.signal).catch((error: unknown) => {
    if (!stopped.signal.aborted)
      sweep.tell(`Old sessions could not be looked for: ${error instanceof Error ? error.message : error}`);
  });
  return () => stopped.abort();
}

async function run({ root, keptDays, isOpen, environment, tell }: Sweep, signal: AbortSignal): Promise<void> {
  const ports = retentionPorts();
  await ports.pause();
  const real = rootAt(root);
  if (signal.aborted || real === undefined || isRealClients(real, environment)) return;
  const stopping = {
    ...ports,
    pause: () => (signal.aborted ? Promise.reject(signal.reason) : ports.pause()),
  };
  const due = (await dueSessions(real, keptDays, stopping)).filter(({ id }) => !isOpen(id));
  const { gone, failed } = await removeDue(due, deletionIn(real), stopping, signal);
  const count = gone.length === 1 ? "A session was" : `${gone.length} sessions were`;
  if (gone.length > 0)
    tell(
      `${count} taken away that had not changed for ${keptDays} days (cleanupPeriodDays in your settings).`,
    );
  for (const each of failed) tell(each);
}
