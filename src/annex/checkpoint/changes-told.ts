/** What a prompt has changed in the files, in one line. */
import { relative } from "node:path";
import { oneLine } from "../log/one-line.ts";
import type { FileChange } from "./changes.ts";

const DEEDS = { made: "made", removed: "removed", changed: "changed" } as const;

/** `2 files: src/a.ts +3 -1, src/b.ts made`; empty where nothing was changed. */
export function changesTold(changes: readonly FileChange[], cwd: string): string {
  if (changes.length === 0) return "";
  const files = changes.map(({ path, change, lines }) => {
    const counted = change === "changed" && lines ? `+${lines.added} -${lines.removed}` : DEEDS[change];
    return `${oneLine(relative(cwd, path))} ${counted}`;
  });
  return `${files.length === 1 ? "1 file" : `${files.length} files`}: ${files.join(", ")}`;
}
