/**
 * What happens to files while a session goes on, step by step: on the one side a session with checkpoints, on the other a
 * plain model of the files, which holds what each was at each prompt.
 */
import fc from "fast-check";
import { historyLines } from "#src/annex/checkpoint/history-lines.ts";
import type { PlannedFile, RestorePlan } from "#src/annex/checkpoint/plan.ts";
import { rewinder } from "#src/annex/checkpoint/rewinder.ts";
import { type CheckpointPlace, checkpointing, type Line, NO_HOOKS, readLog } from "#src/index.ts";
import { BareTurns } from "./bare-turns.ts";
import { shownAs } from "./law.ts";
import type { Asked } from "./tool-session.ts";
import { World } from "./world.ts";

/** A step. `edit` is a turn in which these files are read and written anew; `shell` one whose command does it. */
export type Step =
  | { readonly does: "edit"; readonly files: readonly string[] }
  | { readonly does: "shell" | "hand"; readonly what: "write" | "remove" | "chmod"; readonly file: string }
  | { readonly does: "restart" | "killed in a checkpoint" }
  /** `back`: how many prompts. */
  | { readonly does: "restore"; readonly back: number };

const FILES = ["a.txt", "b.txt", "d/c.txt", "d/e/f.txt"];
const anyFile = fc.constantFrom(...FILES);
const anyWhat = fc.constantFrom("write", "write", "remove", "chmod");

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant("edit"), files: fc.subarray(FILES, { maxLength: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constantFrom("shell", "hand"), what: anyWhat, file: anyFile }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constantFrom("restart", "killed in a checkpoint") }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant("restore"), back: fc.nat(5) }) },
) as fc.Arbitrary<Step>;

/** Programs of up to 14 steps. */
export const anyRewindProgram = shownAs(fc.array(anyStep, { minLength: 3, maxLength: 14 }), (steps) =>
  steps.map(shown).join("\n"),
);

function shown(step: Step): string {
  if (step.does === "edit") return `edit ${step.files.join(", ")}`;
  if (step.does === "restore") return `restore ${step.back} prompts back`;
  return "what" in step ? `${step.does}: ${step.what} ${step.file}` : step.does;
}

/** A file as the model has it. */
export interface ModelFile {
  readonly text: string;
  readonly mode: number;
}

/** The model's files, by their paths in the project. */
export type ModelFiles = ReadonlyMap<string, ModelFile>;

/** A restore as it was planned and done, and what the model says of it. */
export interface Restored {
  readonly plan: RestorePlan;
  readonly done: readonly PlannedFile[];
  /** What all files are to be now. */
  readonly expected: ModelFiles;
  /** The files whose present bytes no tool has seen and which are to change. */
  readonly foreign: readonly string[];
}

/** Who looks on. */
export interface Watch {
  readonly restored?: (restored: Restored, files: ModelFiles) => void;
  readonly afterStep?: (play: RewindPlay) => void;
}

/** Plays a program. */
export async function playRewinds(steps: readonly Step[], watch: Watch): Promise<void> {
  const play = new RewindPlay();
  for (const [at, step] of steps.entries()) {
    const restored = await play.step(step, at);
    if (restored) watch.restored?.(restored, play.files());
    watch.afterStep?.(play);
  }
}

const BEGINNING: readonly (readonly [string, ModelFile])[] = [
  ["a.txt", { text: "a\n", mode: 0o644 }],
  ["d/c.txt", { text: "c\n", mode: 0o755 }],
];

/** A program that is being played. */
export class RewindPlay {
  readonly world = new World();
  readonly place: CheckpointPlace;
  readonly #session: BareTurns;
  readonly #prompts: { readonly messageId: string; readonly files: ModelFiles }[] = [];
  /** In which turn a file was first edited, and what it was before. */
  readonly #tracked = new Map<string, { readonly turn: number; readonly before: ModelFile | undefined }>();
  readonly #seen = new Set<string>();
  readonly #model = new Map(BEGINNING);
  #turns = 0;
  #lines: () => readonly Line[];
  readonly #restart: () => void;

  constructor() {
    const { world } = this;
    for (const [file, { text, mode }] of BEGINNING) {
      world.disk.put(this.path(file), text);
      world.disk.chmod(this.path(file), mode);
    }
    const log = () => ({ path: this.#session.path, file: this.#session.file });
    this.#lines = historyLines(log);
    this.#restart = () => {
      this.#lines = historyLines(log);
    };
    this.place = {
      disk: world.disk,
      clock: world.clock,
      root: world.root,
      cwd: world.cwd,
      session: () => this.#session,
      lines: () => this.#lines(),
      tell: () => {},
    };
    const shell = { run: async (command: string) => this.#run(command) };
    this.#session = new BareTurns(world, shell, checkpointing(NO_HOOKS, this.place));
  }

  path(file: string): string {
    return `${this.world.cwd}/${file}`;
  }

  /** The log's lines, all read anew. */
  freshLines(): Line[] {
    return readLog(this.world.bytes(this.#session.path)).lines.map(({ line }) => line);
  }

  /** The bodies of all backups, by name. */
  bodies(): Map<string, string> {
    const folder = `${this.world.root}/file-history/${this.#session.id}`;
    return new Map(this.world.disk.list(folder).map(({ name }) => [name, this.#text(`${folder}/${name}`)]));
  }

  /** The project's files as they are on the disk. */
  files(): ModelFiles {
    const there = FILES.filter((file) => this.world.disk.kind(this.path(file)) === "file");
    return new Map(
      there.map((file) => {
        const mode = this.world.disk.stat(this.path(file))?.mode ?? 0;
        return [file, { text: this.#text(this.path(file)), mode }];
      }),
    );
  }

  async step(step: Step, at: number): Promise<Restored | undefined> {
    if (step.does === "restore") return this.#restore(step.back);
    if (step.does === "hand") this.#change(step.what, step.file, `hand ${at}\n`);
    if (step.does === "shell" || step.does === "edit") await this.#turn(step, at);
    if (step.does === "killed in a checkpoint") await this.#session.dieInCheckpoint();
    if (step.does === "restart" || step.does === "killed in a checkpoint") this.#restart();
    return undefined;
  }

  async #turn(step: Step, at: number): Promise<void> {
    const before = new Map(this.#model);
    const messageId = await this.#session.turn(callsOf(step, at));
    this.#prompts.push({ messageId, files: before });
    for (const file of step.does === "edit" ? step.files : []) {
      const was = before.get(file);
      if (was) this.#seen.add(was.text);
      if (!this.#tracked.has(file)) this.#tracked.set(file, { turn: this.#turns, before: was });
      this.#model.set(file, { text: `edit ${at}\n`, mode: was?.mode ?? 0o644 });
      this.#seen.add(`edit ${at}\n`);
    }
    this.#turns += 1;
  }

  #restore(back: number): Restored | undefined {
    const turn = Math.max(0, this.#prompts.length - 1 - back);
    const prompt = this.#prompts[turn];
    const { plan: planFor, restore } = rewinder(this.place);
    const plan = prompt && planFor(prompt.messageId);
    if (!prompt || !plan) return undefined;
    const foreign: string[] = [];
    for (const [file, tracked] of this.#tracked) {
      const now = this.#model.get(file);
      const then = tracked.turn < turn ? prompt.files.get(file) : tracked.before;
      if (now && now.text !== then?.text && !this.#seen.has(now.text)) foreign.push(file);
      if (then) this.#model.set(file, then);
      else this.#model.delete(file);
    }
    return { plan, done: restore(plan), expected: new Map(this.#model), foreign: foreign.sort() };
  }

  #run(command: string) {
    const [what = "", file = "", ...text] = command.split(" ");
    this.#change(what, file, `${text.join(" ")}\n`);
    return { output: "", exitCode: 0, timedOut: false };
  }

  #change(what: string, file: string, text: string): void {
    const { disk } = this.world;
    const mode = this.#model.get(file)?.mode;
    if (what === "write") disk.put(this.path(file), text);
    if (what === "write") this.#model.set(file, { text, mode: mode ?? 0o644 });
    if (what === "remove") disk.remove(this.path(file));
    if (what === "remove") this.#model.delete(file);
    const was = this.#model.get(file);
    if (what !== "chmod" || !was) return;
    disk.chmod(this.path(file), was.mode ^ 0o111);
    this.#model.set(file, { ...was, mode: was.mode ^ 0o111 });
  }

  #text(path: string): string {
    return new TextDecoder().decode(this.world.disk.read(path));
  }
}

/** The calls of a step that is a turn. */
function callsOf(step: Step, at: number): Asked[] {
  if (step.does === "shell")
    return [{ name: "Bash", input: { command: `${step.what} ${step.file} shell ${at}` } }];
  if (step.does !== "edit") return [];
  return step.files.flatMap((file_path) => [
    { name: "Read", input: { file_path } },
    { name: "Write", input: { file_path, content: `edit ${at}\n` } },
  ]);
}
