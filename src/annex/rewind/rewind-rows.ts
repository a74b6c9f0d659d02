/** The prompts that one can go back to, as a person chooses among them (C-5.3a). */
import { promptsTo } from "../../commands/rewind.ts";
import type { Session } from "../../session.ts";
import { ageOf } from "../log/age.ts";

/** A prompt of the list. */
export interface RewindRow {
  readonly uuid: string;
  readonly text: string;
  /** How long ago it was said. */
  readonly age: string;
  /** What it has changed in the files; left out where nobody knows. */
  readonly changed?: string;
}

/**
 * The prompts on the session's way, the newest first. `now` is in milliseconds; `changed` tells of each, by its uuid, what it
 * has changed in the files.
 */
export function rewindRows(
  session: Session,
  now: number,
  changed: ReadonlyMap<string, string> = new Map(),
): RewindRow[] {
  const tree = session.log.tree();
  const rows = promptsTo(tree, session.log.cursor).map(({ uuid, text }): RewindRow => {
    const then = Date.parse(String(tree.byUuid.get(uuid)?.entry["timestamp"]));
    const files = changed.get(uuid);
    return { uuid, text, age: ageOf(then, now), ...(files !== undefined && { changed: files }) };
  });
  return rows.reverse();
}
