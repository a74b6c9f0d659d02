/** Finding the sessions of a directory. Many share a folder's name, so what a log itself says decides (facts 2 to 6). */
import { LONGEST_SLUG, slug } from "../../../log/place.ts";
import { type Candidate, candidatesIn, type FoundSession, type LogShelf, lookedAt } from "./candidates.ts";
import { type Glance, homeOf } from "./listing-glance.ts";

/** A directory whose sessions are looked for: its real path and, where it was named by another, that one. */
export interface Directory {
  readonly real: string;
  readonly named?: string;
}

/**
 * The names that a directory's folder may have: by the units of UTF-16, as this client and the recorded one count, and by
 * characters, as others do (fact 4). Law: slug-found
 */
export function slugsOf(cwd: string): string[] {
  const byCharacter = cwd.normalize("NFC").replace(/[^A-Za-z0-9]/gu, "-");
  return [...new Set([slug(cwd), byCharacter])];
}

/** May a folder of this name be the directory's? The ends of long names are hashes, which clients make differently (fact 3). */
function isNamed(folder: string, slugs: readonly string[]): boolean {
  return slugs.some(
    (name) =>
      folder === name || (name.length > LONGEST_SLUG && folder.startsWith(`${name.slice(0, LONGEST_SLUG)}-`)),
  );
}

/**
 * The sessions of a directory whose id begins so, the one that changed last first. Left out are those of directories that
 * share its folder (bug report 115), empty logs, logs without a conversation, and other files. A log is looked at only
 * when it is come to. Law: session-belongs
 */
export function* sessionsOf(
  shelf: LogShelf,
  root: string,
  directory: Directory,
  beginning = "",
): Generator<FoundSession> {
  const slugs = [directory.real, directory.named ?? directory.real].flatMap(slugsOf);
  const candidates = candidatesIn(shelf, root, (folder) => isNamed(folder, slugs), beginning);
  const byId = new Map<string, Candidate[]>();
  for (const candidate of candidates) byId.set(candidate.id, [...(byId.get(candidate.id) ?? []), candidate]);
  for (const candidate of candidates) {
    const alike = byId.get(candidate.id);
    if (!alike) continue;
    const found = lookedAt(shelf, candidate);
    if (!found?.glance.isConversation || !belongs(shelf, found.glance, candidate.isHere, directory)) continue;
    byId.delete(candidate.id);
    const earlier = alike.find((other) => other !== candidate && movedTo(shelf, other, directory));
    yield { ...found, ...(earlier && { earlier: earlier.path }) };
  }
}

/** All sessions under a data root, the one that changed last first. */
export function* allSessions(shelf: LogShelf, root: string, beginning = ""): Generator<FoundSession> {
  for (const candidate of candidatesIn(shelf, root, () => true, beginning)) {
    const found = lookedAt(shelf, candidate);
    if (found?.glance.isConversation) yield found;
  }
}

/** The session of this directory that changed last, of those that may be meant. */
export function newestSession(
  shelf: LogShelf,
  root: string,
  directory: Directory,
  mayBe: (session: FoundSession) => boolean = () => true,
): FoundSession | undefined {
  for (const session of sessionsOf(shelf, root, directory)) if (mayBe(session)) return session;
  return undefined;
}

/** A log that names no directory is taken at its folder's word, one in another folder only if it was moved here. */
function belongs(shelf: LogShelf, glance: Glance, isHere: boolean, directory: Directory): boolean {
  const home = isHere ? homeOf(glance) : glance.relocated;
  return home === undefined ? isHere : isSame(shelf, home, directory);
}

function movedTo(shelf: LogShelf, candidate: Candidate, directory: Directory): boolean {
  const relocated = lookedAt(shelf, candidate)?.glance.relocated;
  return relocated !== undefined && isSame(shelf, relocated, directory);
}

/** Is it the same directory, however it was written (bug report 117)? */
function isSame(shelf: LogShelf, path: string, { real, named }: Directory): boolean {
  const forms = [real, named].map((each) => each?.normalize("NFC"));
  return forms.includes(path.normalize("NFC")) || shelf.realPath(path) === real;
}
