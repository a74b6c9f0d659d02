/** Another copy of `src` in place of it: whoever imports a file of `src`, gets that file of the copy. */
import { existsSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/**
 * The plugin that does it, or none without a `folder`, which is named from the project's root. The folder has to lie in
 * the project, so that the copy finds the packages.
 */
export function subjectInPlaceOfSrc(folder: string | undefined): Plugin[] {
  if (!folder) return [];
  const subject = resolve(ROOT, folder);
  const inside = relative(ROOT, subject);
  if (inside.startsWith("..") || !existsSync(join(subject, "index.ts"))) {
    throw new Error(`GLASS_SUBJECT=${folder}: name a folder in the project that holds a copy of src.`);
  }
  const src = join(ROOT, "src");
  return [
    {
      name: "subject-in-place-of-src",
      enforce: "pre",
      async resolveId(source, importer, options) {
        if (!source.startsWith("#src/") && !source.startsWith(".")) return null;
        const found = await this.resolve(source, importer, { ...options, skipSelf: true });
        const [path = "", query] = found?.id.split("?") ?? [];
        const within = relative(src, path);
        if (!found || within.startsWith("..")) return null;
        return { ...found, id: join(subject, within) + (query === undefined ? "" : `?${query}`) };
      },
    },
  ];
}
