/** A session by what a person calls it: the beginning of its id, its title, or a part of that (C-5.4a). */
import type { LogShelf } from "./candidates.ts";
import { listSessions, type SessionRow } from "./listing.ts";
import type { Directory } from "./project.ts";

/**
 * The sessions of a directory that are called so, the one that changed last first: those whose id begins so or, where there is
 * none, those with just that title or, where there is none, those whose title holds it. Capitals do not count.
 * Law: session-named
 */
export function sessionsNamed(
  shelf: LogShelf,
  root: string,
  directory: Directory,
  name: string,
): SessionRow[] {
  const rows = listSessions(shelf, root, directory);
  const asked = plain(name);
  if (asked === "") return [];
  const ways = [
    ({ id }: SessionRow) => id.startsWith(name.trim()),
    ({ title }: SessionRow) => plain(title) === asked,
    ({ title }: SessionRow) => plain(title).includes(asked),
  ];
  return ways.map((isIt) => rows.filter(isIt)).find((found) => found.length > 0) ?? [];
}

function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
}
