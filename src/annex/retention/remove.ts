/** Takes away what is due, each session as a whole, looked at once more just before. */
import { type DueSession, isHeld, type RetentionPorts } from "./due.ts";

/** Takes files away: the one thing that the harness's other ports cannot do to a log. */
export interface Deletion {
  /** When what stands there changed last, in milliseconds, a link not followed; undefined where nothing is. */
  changed(path: string): number | undefined;
  /** Removes a file or a link, or a folder with all in it, links not followed. Throws what the system says. */
  remove(path: string): void;
}

/** What became of it. */
export interface Removed {
  readonly gone: readonly DueSession[];
  /** One sentence for each session that could not be taken away, or not all of it. */
  readonly failed: readonly string[];
}

/**
 * Removes sessions, as long as nobody has touched them since they were found. The log goes first: stopped anywhere, there is
 * no session that lacks a part of itself, and what is left behind is found the next time.
 * Law: retention-exact, retention-stopped
 */
export async function removeDue(
  due: readonly DueSession[],
  deletion: Deletion,
  ports: RetentionPorts,
  signal?: AbortSignal,
): Promise<Removed> {
  const gone: DueSession[] = [];
  const failed: string[] = [];
  for (const session of due) {
    await ports.pause();
    if (signal?.aborted) break;
    const { id, logs, beside, locks } = session;
    const isTouched = logs.some(({ path, changed }) => deletion.changed(path) !== changed);
    if (isTouched || locks.some((lock) => isHeld(lock, ports))) continue;
    try {
      for (const path of [...logs.map((log) => log.path), ...beside]) deletion.remove(path);
      gone.push(session);
    } catch (error) {
      failed.push(`Session ${id} could not be removed: ${error instanceof Error ? error.message : error}.`);
    }
  }
  return { gone, failed };
}
