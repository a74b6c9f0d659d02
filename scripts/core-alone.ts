/**
 * The core without the annex (D-1): copies the project with `src/annex`, the terminal and the command line cut away,
 * checks its types, and runs the core's laws and examples on it.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const COPIED = ["src", "mock-api", "test", "package.json", "tsconfig.json", "vitest.config.ts"];
const CUT_AWAY = ["src/annex", "src/terminal", "src/cli.ts", "test/annex", "test/cli", "test/house"];

const copy = mkdtempSync(join(tmpdir(), "glass-core-"));
try {
  for (const part of COPIED) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  for (const part of CUT_AWAY) rmSync(join(copy, part), { recursive: true });
  for (const part of supportOfWhatIsCut(copy)) rmSync(join(copy, part));
  symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
  const fine = ["tsc --noEmit", "vitest run"].every((command) => {
    const [program = "", ...args] = command.split(" ");
    return (
      spawnSync(join(copy, "node_modules", ".bin", program), args, { cwd: copy, stdio: "inherit" }).status ===
      0
    );
  });
  console.log(
    fine ? "The core stands alone." : "The core does not stand alone: what failed is printed above.",
  );
  process.exitCode = fine ? 0 : 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

/** Test support that speaks of the rooms that are gone, such as what runs the command line. */
function supportOfWhatIsCut(folder: string): string[] {
  return readdirSync(join(folder, "test", "support"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join("test", "support", name))
    .filter((path) => /src\/(terminal|annex|cli)/.test(readFileSync(join(folder, path), "utf8")));
}
