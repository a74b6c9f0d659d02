/** The project's files beside a model of them: what each was when a prompt came, as far as a session's log keeps it (C-5.3b). */
import { expect } from "vitest";
import { historyLines } from "#src/annex/checkpoint/history-lines.ts";
import { rewinder } from "#src/annex/checkpoint/rewinder.ts";
import { type CheckpointPlace, historyOf, type Session, type Tool } from "#src/index.ts";
import type { World } from "../world.ts";

/** The files that tools write; a person writes these and one more, which no session ever tracks. */
export const FILES = ["a.txt", "b.txt", "d/c.txt"] as const;
export const ALL_FILES = [...FILES, "own.txt"] as const;

/** What a session's log holds of a prompt: its word, and what files were then, undefined for one that was not there. */
interface Recorded {
  readonly word: string;
  readonly files: ReadonlyMap<string, string | undefined>;
}

/** All that a session's log holds of files, oldest first. */
export type History = readonly Recorded[];

/** The files of one machine. */
export class ProjectFiles {
  readonly #world: World;
  #now: ReadonlyMap<string, string> = new Map([["a.txt", "first"]]);

  constructor(world: World) {
    this.#world = world;
    for (const [file, text] of this.#now) world.disk.put(this.#path(file), text);
  }

  /** A tool by the name of one that edits: it writes a word to a file, and says it. */
  readonly tool: Tool = {
    name: "Write",
    kind: "edit",
    description: "Writes a word to a file.",
    inputSchema: {
      type: "object",
      properties: {
        file_path: { type: "string", description: "Which file." },
        content: { type: "string", description: "The word." },
      },
      required: ["file_path", "content"],
      additionalProperties: false,
    },
    run: async ({ file_path, content }) => {
      this.#world.disk.put(this.#path(String(file_path)), String(content));
      return { content: String(content), isError: false };
    },
  };

  /** Where a session keeps its checkpoints. */
  placeOf(session: () => Session): CheckpointPlace {
    const { disk, clock, root, cwd } = this.#world;
    const log = () => ({ path: session().path, file: session().options.ports.openLog(session().path) });
    return { disk, clock, root, cwd, session, lines: historyLines(log), tell: () => {} };
  }

  /** A person writes a file, or removes it. */
  byHand(file: string, text: string | undefined): void {
    const { disk } = this.#world;
    if (text === undefined) disk.remove(this.#path(file));
    else disk.put(this.#path(file), text);
    this.#now = this.#with(file, text);
  }

  /** A turn, in which these words are written to these files. */
  turn(history: History, word: string, edits: readonly (readonly [string, string])[]): History {
    let last: Recorded = { word, files: new Map([...trackedIn(history)].map((file) => this.#then(file))) };
    for (const [file, text] of edits) {
      if (!last.files.has(file)) last = { word, files: new Map([...last.files, this.#then(file)]) };
      this.#now = this.#with(file, text);
    }
    return [...history, last];
  }

  /** Of a turn in which a process was killed only a part was done: what it is, the log and the disk say. */
  cutOff(
    before: History,
    after: History,
    session: Session,
    edits: readonly (readonly [string, string])[],
    were: ProjectFiles["now"],
  ): History {
    const { checkpoints } = historyOf(this.placeOf(() => session).lines(), this.#world.cwd);
    const [planned] = after.slice(-1);
    for (const [file] of edits) {
      const found = this.#onDisk(file);
      const texts = edits.flatMap(([each, text]) => (each === file ? [text] : []));
      expect([were.get(file), ...texts]).toContain(found);
      this.#now = this.#with(file, found);
    }
    const kept = checkpoints[before.length];
    if (!kept || !planned) return before;
    const files = [...planned.files].filter(([file]) => kept.files.has(this.#path(file)));
    return [...before, { ...planned, files: new Map(files) }];
  }

  /** Takes the code back to before a prompt, or finds that this cannot be done. */
  rewind(history: History, word: string, session: Session, uuid: string): void {
    const { plan: planFor, restore } = rewinder(this.placeOf(() => session));
    const at = history.findIndex((each) => each.word === word);
    const plan = planFor(uuid);
    expect(plan !== undefined).toBe(at !== -1);
    if (!plan) return;
    for (const file of trackedIn(history)) {
      const first = history.findIndex(({ files }) => files.has(file));
      this.#now = this.#with(file, history[Math.max(at, first)]?.files.get(file));
    }
    expect(restore(plan).filter(({ action }) => action === "skip")).toEqual([]);
  }

  /** What the model says that they are. */
  get now(): ReadonlyMap<string, string> {
    return this.#now;
  }

  /** All files are what the model says, whoever has written them. */
  check(): void {
    const found = ALL_FILES.map((file) => [file, this.#onDisk(file)]);
    expect(found).toEqual(ALL_FILES.map((file) => [file, this.#now.get(file)]));
  }

  #then(file: string): [string, string | undefined] {
    return [file, this.#now.get(file)];
  }

  #with(file: string, text: string | undefined): ReadonlyMap<string, string> {
    const others = [...this.#now].filter(([each]) => each !== file);
    return new Map(text === undefined ? others : [...others, [file, text]]);
  }

  #onDisk(file: string): string | undefined {
    const bytes = this.#world.disk.read(this.#path(file));
    return bytes && new TextDecoder().decode(bytes);
  }

  #path(file: string): string {
    return `${this.#world.cwd}/${file}`;
  }
}

function trackedIn(history: History): ReadonlySet<string> {
  return new Set(history.flatMap(({ files }) => [...files.keys()]));
}
