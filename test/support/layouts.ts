/** Projects with symlinks on a real disk, and paths that try to leave them. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { shownAs } from "./law.ts";
import { contentsOf, freshFolder } from "./real-folder.ts";

/** What stands in every file outside of the project. */
export const SECRET = "top secret";

/** Where links can stand in the project, and where they can lead: `<top>` holds the project and what is outside. */
const LINKS = ["l0", "l1", "sub/l2"];
const TARGETS = [
  "<top>/outside",
  "<top>/outside/secret.txt",
  "<top>/outside/missing.txt",
  "<top>/project-evil",
  "..",
  "../outside",
  "../../outside",
  "l0",
  "l1",
  "sub",
  "plain.txt",
  "<top>",
];
const PARTS = [
  "..",
  ".",
  "",
  "sub",
  "plain.txt",
  "secret.txt",
  "new.txt",
  "outside",
  "project",
  "project-evil",
  "l0",
  "l1",
  "l2",
  "sub\0",
  "~",
  "...",
  "<top>",
];

/** Links in a project, and a path that is asked for. */
export interface Layout {
  readonly links: readonly { readonly at: string; readonly to: string }[];
  readonly parts: readonly string[];
  readonly absolute: boolean;
}

/** Some links, and some path through them and around them. */
export const anyLayout = shownAs<Layout>(
  fc.record({
    links: fc.array(fc.record({ at: fc.constantFrom(...LINKS), to: fc.constantFrom(...TARGETS) }), {
      maxLength: 3,
    }),
    parts: fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 5 }),
    absolute: fc.boolean(),
  }),
  ({ links, parts, absolute }) =>
    [
      ...links.map(({ at, to }) => `ln -s ${to} ${at}`),
      `path: ${absolute ? "<top>/" : ""}${parts.join("/")}`,
    ].join("\n"),
);

/** Builds `<top>/project` with its links and what stands around it. Returns the project's folder. */
export function build(top: string, links: Layout["links"]): string {
  const files = {
    "project/plain.txt": "plain",
    "project/sub/deep.txt": "deep",
    "outside/secret.txt": SECRET,
  };
  const evil = { "project-evil/secret.txt": SECRET, "secret.txt": SECRET };
  for (const [path, content] of Object.entries({ ...files, ...evil })) {
    mkdirSync(dirname(join(top, path)), { recursive: true });
    writeFileSync(join(top, path), content);
  }
  for (const { at, to } of links) {
    rmSync(join(top, "project", at), { force: true });
    symlinkSync(to.replace("<top>", top), join(top, "project", at));
  }
  return join(top, "project");
}

/** All that is around the project. */
export function outside(top: string): Record<string, string> {
  const all = Object.entries(contentsOf(top));
  return Object.fromEntries(all.filter(([path]) => path !== "project" && !path.startsWith("project/")));
}

/** A folder deep enough that no path of these leads out of what is removed after the test. */
export function deepFolder(): string {
  return join(freshFolder(), "1/2/3/4/5");
}
