/** `glass` as a process starts it, in a third of the time: compiled once, where tsx would compile file by file at each start. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

let built: Promise<string> | undefined;

/** The path of the program, made out of `src/cli.ts` as it is now when it is first asked for. */
export function builtGlass(): Promise<string> {
  built ??= buildGlass(join(process.env["GLASS_BUILT"] ?? "", process.env["VITEST_POOL_ID"] ?? ""));
  return built;
}

async function buildGlass(outDir: string): Promise<string> {
  // Loaded only here: most tests start no process.
  const { build } = await import("vite");
  await build({
    configFile: false,
    root: ROOT,
    logLevel: "error",
    build: { ssr: "src/cli.ts", outDir, target: "node20", minify: false },
  });
  return join(outDir, "cli.js");
}
