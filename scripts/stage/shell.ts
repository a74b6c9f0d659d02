/** A shell in memory: it knows `ls`, `cat` and `pwd`, and what a play teaches it. */
import { posix } from "node:path";
import type { Disk, Shell } from "#src/index.ts";
import type { PlayShell } from "../chapter/chapter.ts";

/** What a command comes to. */
type Ran = NonNullable<ReturnType<PlayShell>>;

/** The shell of a machine. `own` is asked first. */
export function memoryShell(disk: Disk, own: (command: string) => Ran | undefined): Shell {
  return {
    run: async (command, { cwd }) => {
      // As a program does, it takes longer than reading a file: what was called with it is done first.
      await new Promise((resolve) => setImmediate(resolve));
      const { output, exitCode = 0 } = own(command.trim()) ?? known(command.trim(), cwd, disk);
      return { output, exitCode, timedOut: false };
    },
  };
}

function known(command: string, cwd: string, disk: Disk): Ran {
  const [program = "", ...words] = command.split(/\s+/);
  const paths = words.map((word) => posix.resolve(cwd, word));
  if (program === "pwd") return { output: cwd };
  if (program === "ls") return listed(paths[0] ?? cwd, disk);
  if (program === "cat") return read(paths, disk);
  return { output: `bash: ${program}: command not found`, exitCode: 127 };
}

function listed(folder: string, disk: Disk): Ran {
  const names = disk.list(folder).map(({ name }) => name);
  return {
    output: names
      .filter((name) => name !== "")
      .sort()
      .join("\n"),
  };
}

function read(paths: readonly string[], disk: Disk): Ran {
  const contents = paths.map((path) => disk.read(path));
  const missing = paths.find((_, at) => contents[at] === undefined);
  if (missing !== undefined) return { output: `cat: ${missing}: No such file or directory`, exitCode: 1 };
  return { output: contents.map((bytes) => new TextDecoder().decode(bytes)).join("") };
}
