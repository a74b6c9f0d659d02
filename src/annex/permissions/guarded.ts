/** Files that say what may run here, or what programs do when they are run: no rule lets them be changed unasked. */
import { filePattern, type Place } from "./files.ts";

const EVERYWHERE =
  ".git .claude .husky .idea .vscode .ssh .bashrc .bash_profile .profile .zshrc .zprofile .gitconfig .gitmodules .ripgreprc .mcp.json";

/** Is a path such a file, or in such a folder? `own`: files and folders of the harness itself, as absolute paths. */
export function guardedFiles(place: Place, own: readonly string[]): (path: string) => boolean {
  const patterns = [...EVERYWHERE.split(" "), ...own.map((path) => `/${path}`)].map((pattern) =>
    filePattern(pattern, place),
  );
  return (path) => patterns.some((pattern) => pattern.speaksOf({ named: path, real: path }));
}
