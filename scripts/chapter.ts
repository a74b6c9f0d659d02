/**
 * Steps through a chapter in the terminal, forward and back; without a terminal it prints every step once.
 *
 *   npm run chapter             the chapters
 *   npm run chapter 3           step through chapter 3
 *   npm run chapter 3 all ja    print it, in Japanese
 */
import { AskedWrongly, askedFor } from "./chapter/asked.ts";

const { stdin, stdout, stderr } = process;
stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 1));
try {
  const asked = askedFor(process.argv.slice(2), process.env);
  // Loaded only now: to say what is wrong with a word takes nothing of the harness.
  const { runChapter } = await import("./chapter/run.ts");
  await runChapter(asked, stdin, stdout);
} catch (error) {
  const isAdvice = error instanceof AskedWrongly;
  const message = error instanceof Error ? error.message : String(error);
  stderr.write(isAdvice ? `${message}\n` : `The chapter could not be played: ${message}\n`);
  process.exitCode = isAdvice ? 2 : 1;
}
