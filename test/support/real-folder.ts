/** A folder on the real disk, gone again after the test. */
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

/** A fresh folder, as its real path. Removed when the running test ends. */
export function freshFolder(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "glass-test-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** All that is in a folder, links not followed: path, and the file's content or where the link points. */
export function contentsOf(folder: string, within = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(folder, within), { withFileTypes: true })) {
    const path = join(within, entry.name);
    if (entry.isDirectory()) Object.assign(found, { [path]: "folder" }, contentsOf(folder, path));
    else if (entry.isSymbolicLink()) found[path] = `-> ${readlinkSync(join(folder, path))}`;
    else found[path] = readFileSync(join(folder, path), "utf8");
  }
  return found;
}
