/**
 * The workshop: parts of the real source to write, or to mend, graded by the real laws.
 *
 *   npm run workshop            what to do next; at a terminal it watches, and keys are heard
 *   npm run workshop help       all that can be asked for
 */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { askedFor } from "./workshop/asked.ts";

const { stdin, stdout, stderr } = process;
const ROOT = fileURLToPath(new URL("..", import.meta.url));
stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
const asked = askedFor(process.argv.slice(2), process.env);
try {
  // Loaded only now: to say how it is used takes nothing of the harness.
  const { holdWorkshop } = await import("./workshop/hold.ts");
  const folder = join(ROOT, ".workshop");
  process.exitCode = await holdWorkshop(asked, { root: ROOT, folder }, { stdin, stdout });
} catch (error) {
  stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  // What the system says names the file, and not what is to be done.
  if (error instanceof Error && "syscall" in error) {
    const { WORDS } = await import("./workshop/words.ts");
    stderr.write(`${WORDS[asked.language].disk(".workshop/")}\n`);
  }
  process.exitCode = 1;
}
