/** The list of sessions: what each is called, when it changed, where it belongs. */

import type { FoundSession, LogShelf } from "./candidates.ts";
import { homeOf, lastUuidOf, type Summary } from "./listing-glance.ts";
import { allSessions, type Directory, sessionsOf } from "./project.ts";
import type { Title } from "./titles.ts";

/** One session of the list. It is plain data and can be printed as JSON. */
export interface SessionRow {
  readonly id: string;
  /** Empty where there is nothing to call it by. */
  readonly title: string;
  readonly title_source: Title["source"] | null;
  /** The session that the title was written for, where it is another one (bug report 24). */
  readonly title_written_for: string | null;
  /** When its log changed last, in milliseconds since 1970. */
  readonly changed: number;
  readonly bytes: number;
  readonly branch: string | null;
  /** The session that it was branched from; null for one that was not. */
  readonly branched_from: string | null;
  /** Was nothing but `-p` ever used in it? */
  readonly printed: boolean;
  /** The directory that it is at home in. */
  readonly cwd: string | null;
  readonly path: string;
}

/** The sessions of a directory, or of all of them; the one that changed last first. Law: title-order */
export function listSessions(shelf: LogShelf, root: string, directory?: Directory): SessionRow[] {
  const found = [...(directory ? sessionsOf(shelf, root, directory) : allSessions(shelf, root))];
  const summaries = new Map(found.flatMap(({ glance }) => glance.summaries).flatMap(byLeaf));
  return found.map((session) => {
    const title = titleOf(shelf, session, summaries);
    return {
      id: session.id,
      title: title?.text ?? "",
      title_source: title?.source ?? null,
      title_written_for: title?.writtenFor ?? null,
      changed: session.changed,
      bytes: session.bytes,
      branch: session.glance.branch ?? null,
      branched_from: session.glance.origin ?? null,
      printed: session.glance.isPrinted,
      cwd: homeOf(session.glance) ?? null,
      path: session.path,
    };
  });
}

function byLeaf(summary: Summary): [string, Summary][] {
  return summary.leafUuid === undefined ? [] : [[summary.leafUuid, summary]];
}

/** A summary belongs to the log that holds the entry it names, in whichever file it was written (bug report 121). */
function titleOf(
  shelf: LogShelf,
  { path, bytes, glance }: FoundSession,
  summaries: ReadonlyMap<string, Summary>,
): Title | undefined {
  if (glance.title) return glance.title;
  const leaf =
    summaries.size === 0 ? undefined : shelf.open(path, (source) => lastUuidOf(source, bytes, summaries));
  const own = glance.summaries.findLast(({ leafUuid }) => leafUuid === undefined);
  const summary = summaries.get(leaf ?? "") ?? own;
  if (summary) return { text: summary.text, source: "summary" };
  return glance.firstPrompt === undefined ? undefined : { text: glance.firstPrompt, source: "first-prompt" };
}
