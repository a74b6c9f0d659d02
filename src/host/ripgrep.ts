/** Finds lines with ripgrep, where it is installed; it is much faster in large projects, and finds the same. */
import { spawn } from "node:child_process";
import { type FindLines, type FoundInFile, inProcess, note, type Search } from "../annex/tools/find-lines.ts";

/** Characters of file names that one command line holds. */
const LONGEST_COMMAND = 64_000;

/** Settings of the machine do not count; only what is text is searched; it is told where a file is binary. */
const OPTIONS = ["--no-config", "--json", "--no-mmap", "--no-messages", "--encoding=none"];

/** This machine's way to find lines: ripgrep's, or where there is none or it does not take the pattern, this process's. */
export function hostFindLines(program = "rg"): FindLines {
  const otherwise = inProcess(() => new Promise((resolve) => setImmediate(resolve)));
  return async (search, around) => {
    const found = new Map<string, FoundInFile>();
    for (const files of commands(search.files)) {
      if (around.signal?.aborted) break;
      if (!(await runRipgrep(program, { ...search, files }, found, around.signal))) {
        return otherwise(search, around);
      }
    }
    return found;
  };
}

/** The files, in as many parts as command lines are needed. */
function commands(files: readonly string[]): string[][] {
  const parts: string[][] = [];
  let room = 0;
  for (const file of files) {
    if (room < file.length) {
      parts.push([]);
      room = LONGEST_COMMAND;
    }
    parts.at(-1)?.push(file);
    room -= file.length + 1;
  }
  return parts;
}

/** Adds what ripgrep finds. False where it cannot be asked. */
function runRipgrep(
  program: string,
  { pattern, ignoreCase, files }: Search,
  found: Map<string, FoundInFile>,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  return new Promise((resolve) => {
    const way = ignoreCase ? "--ignore-case" : "--case-sensitive";
    const args = [...OPTIONS, way, `--regexp=${pattern}`, "--", ...files];
    const child = spawn(program, args, { stdio: ["ignore", "pipe", "pipe"] });
    const stop = () => child.kill("SIGKILL");
    signal?.addEventListener("abort", stop, { once: true });
    let unread = "";
    let works = true;
    child.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      unread += chunk;
      if (!chunk.includes("\n")) return;
      const lines = unread.split("\n");
      unread = lines.pop() ?? "";
      for (const line of lines) take(line, found);
    });
    // What it says here is that it is not installed, or does not take the pattern.
    child.stderr.on("data", () => {
      works = false;
    });
    child.once("error", () => {
      works = false;
    });
    child.once("close", () => {
      signal?.removeEventListener("abort", stop);
      resolve(works);
    });
  });
}

/** One message of ripgrep's: a line that matches, or the end of a file, which says whether it was binary. */
function take(message: string, found: Map<string, FoundInFile>): void {
  const { type, data } = JSON.parse(message);
  if (type === "match") note(found, stringOf(data.path), data.line_number, stringOf(data.lines));
  if (type === "end" && data.binary_offset !== null) found.delete(stringOf(data.path));
}

/** Text, or where it is no UTF-8, its bytes. */
function stringOf(value: { text?: string; bytes?: string }): string {
  return value.text ?? Buffer.from(value.bytes ?? "", "base64").toString();
}
