/**
 * Which files of a project a search looks at: those that git would list, in a git repository or not. What a
 * `.gitignore` of the project names is left out, and `.git` itself; other settings of git do not count. Symlinks are
 * not followed, so nothing outside of the project is come upon.
 */
import { join, relative } from "node:path";
import ignore, { type Ignore } from "ignore";
import type { Disk } from "../../ports.ts";

/** A file that may be searched. */
export interface ProjectFile {
  /** From the project folder on. */
  readonly path: string;
  /** When it was last changed, in milliseconds. */
  readonly changed: number;
  readonly bytes: number;
}

interface Folder {
  readonly path: string;
  readonly rules: Ignore;
}

/**
 * The files below a folder of the project, in no order. Whoever names an ignored folder wants to look into it: then only
 * the rules that stand in it count. `start` has passed the gate. Law: searched-as-git
 */
export function* filesBelow(disk: Disk, root: string, start: string): Generator<ProjectFile> {
  const open: Folder[] = [{ path: start, rules: rulesAbove(disk, root, start) }];
  for (let folder = open.pop(); folder; folder = open.pop()) {
    const rules = withOwnRules(disk, root, folder);
    for (const { name, kind, changed, bytes } of disk.list(folder.path)) {
      const full = join(folder.path, name);
      const path = relative(root, full);
      if (name === ".git" || rules.ignores(kind === "folder" ? `${path}/` : path)) continue;
      if (kind === "folder") open.push({ path: full, rules });
      if (kind === "file") yield { path, changed, bytes };
    }
  }
}

/** The rules that folders above `start` have for what is in it; none where they leave it out altogether. */
function rulesAbove(disk: Disk, root: string, start: string): Ignore {
  const parts = relative(root, start).split("/").slice(0, -1);
  const above = start === root ? [] : ["", ...parts].map((_, depth) => join(root, ...parts.slice(0, depth)));
  const rules = above.reduce((outer, path) => withOwnRules(disk, root, { path, rules: outer }), noRules());
  return start !== root && rules.ignores(`${relative(root, start)}/`) ? noRules() : rules;
}

/** The rules in a folder: those from above, then its own, for the last one that fits decides. */
function withOwnRules(disk: Disk, root: string, { path, rules }: Folder): Ignore {
  const file = join(path, ".gitignore");
  const bytes = disk.kind(file) === "file" ? disk.read(file) : undefined;
  if (!bytes) return rules;
  const own = new TextDecoder().decode(bytes).split("\n");
  return noRules()
    .add(rules)
    .add(own.flatMap((line) => ruleFor(relative(root, path), line)));
}

/** A rule of a folder's own file, as it would stand in the project's: a name fits at any depth below the folder. */
function ruleFor(folder: string, line: string): string[] {
  if (line.trim() === "" || line.startsWith("#")) return [];
  const [, not = "", pattern = ""] = /^(!?)(.*)$/s.exec(line) ?? [];
  if (folder === "" || pattern === "") return [line];
  const isAnchored = pattern.trimEnd().slice(0, -1).includes("/");
  const place = folder.replace(/[\\*?[\]!# ]/g, "\\$&");
  return [`${not}/${place}/${isAnchored ? pattern.replace(/^\//, "") : `**/${pattern}`}`];
}

function noRules(): Ignore {
  return ignore({ ignorecase: false });
}
