/**
 * Where a session's log lies (C-3.1, C-3.2): one folder per project under the data root, one file per session.
 */
import { join } from "node:path";

const SESSION_FILE = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.jsonl$/;

/** Characters of a slug after which a long path is told apart by a hash (fact 3). */
export const LONGEST_SLUG = 200;

/**
 * The project folder's name: the working directory with every character that is not a letter or digit of ASCII
 * replaced by `-`; a long one is cut and ends in a hash of the path. Many directories share a slug (fact 2), so the
 * truth about the directory is in the entries' `cwd`.
 */
export function slug(cwd: string): string {
  const path = cwd.normalize("NFC");
  const name = path.replace(/[^A-Za-z0-9]/g, "-");
  return name.length <= LONGEST_SLUG ? name : `${name.slice(0, LONGEST_SLUG)}-${hashOf(path)}`;
}

function hashOf(path: string): string {
  let hash = 0;
  for (let at = 0; at < path.length; at += 1) hash = (Math.imul(hash, 31) + path.charCodeAt(at)) | 0;
  return Math.abs(hash).toString(36);
}

/** The folder of a project's logs under the data root. */
export function projectFolder(root: string, cwd: string): string {
  return join(root, "projects", slug(cwd));
}

/** The log file of a session. */
export function sessionPath(root: string, cwd: string, sessionId: string): string {
  return join(projectFolder(root, cwd), `${sessionId}.jsonl`);
}

/** Is this the form of a session id, which is also the form of a log file's name (fact 7)? */
export function isSessionId(id: string): boolean {
  return SESSION_FILE.test(`${id}.jsonl`);
}

/** The session id that a file is named after; undefined for any other name. */
export function sessionIdOf(fileName: string): string | undefined {
  return SESSION_FILE.exec(fileName)?.[1];
}
