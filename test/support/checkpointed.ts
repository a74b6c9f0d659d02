/** A session with checkpoints, in which a test says which tools are called, a batch a turn. */

import { historyLines } from "#src/annex/checkpoint/history-lines.ts";
import { type Rewinder, rewinder } from "#src/annex/checkpoint/rewinder.ts";
import { planTold, restoreTold } from "#src/annex/checkpoint/told.ts";
import { nodeDisk } from "#src/host/disk.ts";
import { type CheckpointPlace, checkpointing, type Disk, NO_HOOKS } from "#src/index.ts";
import { type Asked, ToolSession } from "./tool-session.ts";
import { World } from "./world.ts";

/** A session on a world, or in a folder on the real disk. */
export class Checkpointed {
  readonly world: World;
  readonly place: CheckpointPlace;
  readonly tools: ToolSession;
  readonly told: string[] = [];

  /** The batches are all that will be called. `folders` are two real ones: the project's and the data root. */
  constructor(
    batches: readonly (readonly Asked[])[],
    folders?: { readonly cwd: string; readonly root: string },
  ) {
    const { world, disk, cwd } = folders
      ? { world: new World(folders), disk: nodeDisk, cwd: folders.cwd }
      : inMemory(new World());
    this.world = world;
    this.place = {
      disk,
      clock: world.clock,
      root: world.root,
      cwd,
      session: () => this.tools.session,
      lines: this.#freshLines(),
      tell: (text) => this.told.push(text),
    };
    const shell = {
      run: async (command: string) => {
        disk.remove(`${cwd}/${command.slice("rm ".length)}`);
        return { output: "", exitCode: 0, timedOut: false };
      },
    };
    this.tools = new ToolSession(world, batches, {
      shell,
      disk,
      cwd,
      hooks: checkpointing(NO_HOOKS, this.place),
    });
  }

  /** As it is in a process that has just been started. */
  get rewinder(): Rewinder {
    return rewinder({ ...this.place, lines: this.#freshLines() });
  }

  /** Goes back to before the nth prompt; returns what is told of it, before and after. */
  restore(nth: number): { readonly before: string[]; readonly after: string[] } {
    const { list, plan: planFor, restore } = this.rewinder;
    const plan = planFor(list()[nth]?.messageId ?? "");
    if (!plan) throw new Error(`There is no checkpoint ${nth}.`);
    const { cwd } = this.place;
    return { before: planTold(plan, cwd), after: restoreTold(restore(plan), cwd) };
  }

  #freshLines(): CheckpointPlace["lines"] {
    return historyLines(() => {
      const { path } = this.tools.session;
      return { path, file: this.world.start().ports.openLog(path) };
    });
  }

  /** A file's text; undefined where it is not there. */
  text(path: string): string | undefined {
    const bytes = this.place.disk.read(`${this.place.cwd}/${path}`);
    return bytes && new TextDecoder().decode(bytes);
  }

  put(path: string, text: string): void {
    this.place.disk.write(`${this.place.cwd}/${path}`, text);
  }

  /** The lines of its log that speak of files. */
  lines(): string[] {
    const text = this.world.text(this.tools.session.path);
    return text.split("\n").filter((line) => line.includes('"type":"file-history-'));
  }
}

/** A call that writes a file; with `Read` before it where it is there. */
export function writes(file_path: string, content: string): Asked[] {
  return [
    { name: "Read", input: { file_path } },
    { name: "Write", input: { file_path, content } },
  ];
}

/** A command that removes a file. */
export function removes(path: string): Asked[] {
  return [{ name: "Bash", input: { command: `rm ${path}` } }];
}

function inMemory(world: World): { world: World; disk: Disk; cwd: string } {
  const { disk, cwd } = world;
  // A folder that holds nothing is not there.
  disk.put(`${cwd}/README.md`, "");
  return { world, disk, cwd };
}
