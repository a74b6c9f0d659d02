/** The official Agent SDK's reader of sessions: no dependency, but installed into a scratch folder when it is compared with. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const NAME = "@anthropic-ai/claude-agent-sdk";
const VERSION = "0.3.332";

/** What is used of it. */
export interface OfficialReader {
  getSessionMessages(
    sessionId: string,
    options: { readonly dir: string },
  ): Promise<readonly { readonly type: string; readonly uuid: string }[]>;
}

/** Installs it into a scratch folder of the caller's, if it is not there yet: its file, or undefined where it is not to be had. */
export function officialEntry(scratch: string): string | undefined {
  const folder = join(scratch, "official-sdk");
  const entry = join(folder, "node_modules", NAME, "sdk.mjs");
  try {
    if (!existsSync(entry)) {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "package.json"), '{"private":true}');
      const args = ["install", "--omit=optional", "--no-audit", "--no-fund", `${NAME}@${VERSION}`];
      execFileSync("npm", args, { cwd: folder, stdio: "ignore", timeout: 300_000 });
    }
  } catch {
    return undefined;
  }
  return entry;
}

/** Loads it, from a scratch folder; undefined where it is not to be had. `root` is the data root that it reads. */
export async function officialReader(scratch: string, root: string): Promise<OfficialReader | undefined> {
  const entry = officialEntry(scratch);
  if (entry === undefined) return undefined;
  // Its data root is taken from the environment.
  process.env["CLAUDE_CONFIG_DIR"] = root;
  return (await import(pathToFileURL(entry).href)) as OfficialReader;
}
