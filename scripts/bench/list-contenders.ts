/** The contenders in listing the sessions of a project; each is told the data root, and where the official reader lies. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { listSessions, nodeShelf, slug } from "#src/index.ts";
import { contend } from "./contend.ts";
import { PROJECT } from "./log-project.ts";

await contend({
  ours: (root) => () => listSessions(nodeShelf, root, { real: PROJECT }).map(({ title }) => title),
  "parse everything": (root) => () => parseEverything(root),
  official: async (root, entry) => {
    process.env["CLAUDE_CONFIG_DIR"] = root;
    const sdk = await import(pathToFileURL(entry ?? "").href);
    return async () =>
      (await sdk.listSessions({ dir: PROJECT, includeWorktrees: false })).map(
        ({ summary }: { summary: string }) => summary,
      );
  },
});

/** The plain way: every line of every log made an object, the last title taken. */
function parseEverything(root: string): string[] {
  const folder = join(root, "projects", slug(PROJECT));
  return readdirSync(folder).map((name) => {
    let title = "";
    for (const text of readFileSync(join(folder, name), "utf8").split("\n")) {
      const line = text === "" ? {} : JSON.parse(text);
      title = line.aiTitle ?? title;
    }
    return title;
  });
}
