/**
 * The core without the annex (D-1): copies the project with `src/annex`, the terminal and the command line cut away,
 * checks its types, and runs the core's laws and examples on it.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
/** With what the tests' machine is made of. */
const COPIED = [
  "src",
  "mock-api",
  "test",
  "scripts/stage/memory-disk.ts",
  "scripts/stage/memory-logs.ts",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];
/** The last one compares reports with the chapters. */
const CUT_AWAY = [
  "src/annex",
  "src/terminal",
  "src/cli.ts",
  "test/annex",
  "test/cli",
  "test/house",
  "test/support/law.test.ts",
];
/** In which language a broken law is told. */
const KEPT = ["src/terminal/language.ts"];
/** Where it is cut away, no law is left that could fail. */
const NEEDED = "test/support/law.ts";

const copy = mkdtempSync(join(tmpdir(), "glass-core-"));
try {
  for (const part of COPIED) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
  for (const part of CUT_AWAY) rmSync(join(copy, part), { recursive: true });
  for (const part of KEPT) cpSync(join(ROOT, part), join(copy, part));
  for (let gone = cutWhatNeeds(copy); gone.length > 0; gone = cutWhatNeeds(copy)) {
    console.log(`Cut away with it: ${gone.join(", ")}`);
  }
  if (!existsSync(join(copy, NEEDED)))
    throw new Error(`${NEEDED} needs what is cut away: see what it imports.`);
  closeDoors(copy);
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

/** Removes what imports a file that is gone: the annex's part of the host, test support, and the tests that use it. */
function cutWhatNeeds(folder: string): string[] {
  const found = ["src/host", "test"]
    .flatMap((part) =>
      readdirSync(join(folder, part), { recursive: true, encoding: "utf8" }).map((name) => join(part, name)),
    )
    .filter((path) => path.endsWith(".ts") && importsOf(folder, path).some((target) => !existsSync(target)));
  for (const path of found) rmSync(join(folder, path));
  return found;
}

/** Absolute paths of the project's files that a file imports. */
function importsOf(folder: string, path: string): string[] {
  const text = readFileSync(join(folder, path), "utf8");
  return [...text.matchAll(/(?:from|import) "(#src\/|\.\.?\/)([^"]+\.ts)"/g)].map(
    ([, way = "", rest = ""]) =>
      way === "#src/" ? join(folder, "src", rest) : join(folder, dirname(path), way, rest),
  );
}

/** The public door without what leads to rooms that are gone. */
function closeDoors(folder: string): void {
  const door = join(folder, "src", "index.ts");
  const open = (statement: string): boolean => {
    const target = /from "(\.\/[^"]+)"/.exec(statement)?.[1];
    return target === undefined || existsSync(join(folder, "src", target));
  };
  const statements = readFileSync(door, "utf8").split(/(?<=;\n)/);
  writeFileSync(door, statements.filter(open).join(""));
}
