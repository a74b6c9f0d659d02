/**
 * The bench of an exercise: a copy of `src` in which one part is cut out, or wrong, and all the rest works. It is the
 * learner's: what was changed on it is never written over.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { lineAt } from "../parts/lines.ts";
import { findPart, referenceOf, replacePart, withHole } from "../parts.ts";
import type { Exercise } from "./exercise.ts";

/** Where the workshop is held. */
export interface Workplace {
  /** The project's root: `src` stands in it. */
  readonly root: string;
  /** Where benches and progress are kept, inside of it. */
  readonly folder: string;
}

/** A bench that is set up. */
export interface Bench {
  readonly exercise: Exercise;
  readonly place: Workplace;
  /** What stands for `src`. */
  readonly src: string;
  /** The learner's files that were made out of a source that is another one by now, by path from `src`. */
  readonly older: readonly string[];
}

/** What was handed out, by path from `src`: a digest of each file's text. */
type Handed = Map<string, string>;

/** What stands in an exercise's hole at first: a statement that says whose it is. */
export function statementOf({ id }: Pick<Exercise, "id">): string {
  return `throw new Error("${id}: this part is yours to write (chapter ${Number.parseInt(id, 10)}).");`;
}

/** The file of a hole, as it is handed out. Throws where `text` has no such part. */
export function starterOf(exercise: Exercise, text: string): string {
  const { path, name } = referenceOf(exercise.hole);
  if (exercise.planted === undefined) return withHole(text, name, statementOf(exercise), path);
  // What a part means stays, whatever it does: its doc comment is the source's.
  return replacePart(text, name, exercise.planted.replace(/^\s*\/\*\*.*?\*\/\s*/s, ""), path);
}

/** Is the bench there? */
export function isBegun(exercise: Exercise, place: Workplace): boolean {
  return existsSync(join(place.folder, exercise.id, "src"));
}

/**
 * Sets a bench up, or follows what has become of `src` since it was: files that the learner has not touched are as they
 * are there, the others stay. Law: bench-kept
 */
export function openBench(exercise: Exercise, place: Workplace): Bench {
  const older: string[] = [];
  const bench = { exercise, place, src: join(place.folder, exercise.id, "src"), older };
  const handed = handedIn(bench);
  const now = handOut(bench);
  for (const [path, text] of now) {
    const file = join(bench.src, path);
    const there = readOr(file);
    const digest = digestOf(text);
    const isOurs = there === undefined ? !isThere(file) : digestOf(there) === handed.get(path);
    if (isOurs && there !== text) write(file, text);
    // Of a file that is the learner's it stays known which source it was made out of.
    if (isOurs || there === text || !handed.has(path)) handed.set(path, digest);
    if (handed.get(path) !== digest) older.push(path);
  }
  for (const [path, digest] of handed) {
    if (now.has(path)) continue;
    const there = readOr(join(bench.src, path));
    if (there !== undefined && digestOf(there) === digest) rmSync(join(bench.src, path));
    handed.delete(path);
  }
  write(handedPath(bench), JSON.stringify({ version: 1, files: Object.fromEntries(handed) }));
  return bench;
}

/** What is not as it was handed out, by path from `src`; undefined for a file that is gone. */
export function changedOn(bench: Bench): Map<string, string | undefined> {
  const changed = new Map<string, string | undefined>();
  const handed = handedIn(bench);
  const there = new Set(existsSync(bench.src) ? sourcesIn(bench.src) : []);
  for (const path of new Set([...handed.keys(), ...there])) {
    const text = there.has(path) ? readOr(join(bench.src, path)) : undefined;
    if (text === undefined || digestOf(text) !== handed.get(path)) changed.set(path, text);
  }
  return changed;
}

/** Hands everything out anew. What was changed is kept beside, as `path.ts.bak`; returned from the root. */
export function resetBench(bench: Bench): string[] {
  const kept: string[] = [];
  for (const [path, text] of changedOn(bench)) {
    if (text === undefined && !isThere(join(bench.src, path))) continue;
    const aside = freeName(join(bench.src, `${path}.bak`));
    renameSync(join(bench.src, path), aside);
    kept.push(fromRoot(bench.place, aside));
  }
  openBench(bench.exercise, bench.place);
  return kept;
}

/** The file to edit, from the root, and the line of the part that is to be written. */
export function linkOf({ exercise, place, src }: Bench): string {
  const { path, name } = referenceOf(exercise.hole);
  const file = join(src, relative("src", path));
  return `${fromRoot(place, file)}:${lineOf(readOr(file) ?? "", name, path)}`;
}

/** A path as it is shown and as a command takes it: from the root, with slashes. */
export function fromRoot({ root }: Workplace, path: string): string {
  return relative(root, path).split(sep).join("/");
}

/** A name that is free: with a number behind it where it is taken. */
export function freeName(path: string): string {
  let free = path;
  for (let number = 2; existsSync(free); number += 1) free = `${path}${number}`;
  return free;
}

function lineOf(text: string, name: string, path: string): number {
  try {
    return lineAt(text, findPart(text, name, path).own.start);
  } catch {
    // The learner has given the part another name, or its file cannot be parsed.
    return 1;
  }
}

function handOut({ exercise, place }: Bench): Map<string, string> {
  const src = join(place.root, "src");
  const hole = relative("src", referenceOf(exercise.hole).path).split(sep).join("/");
  return new Map(
    sourcesIn(src).map((path) => {
      const text = readFileSync(join(src, path), "utf8");
      return [path, path === hole ? starterOf(exercise, text) : text];
    }),
  );
}

function handedIn(bench: Bench): Handed {
  try {
    const { files } = JSON.parse(readFileSync(handedPath(bench), "utf8")) as {
      files: Record<string, string>;
    };
    return new Map(Object.entries(files));
  } catch {
    // Not begun, or somebody has written over it: then what stands on the bench is taken for the learner's.
    return new Map();
  }
}

function handedPath({ exercise, place }: Bench): string {
  return join(place.folder, exercise.id, "handed-out.json");
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => name.split(sep).join("/"))
    .sort();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Also a folder in a file's place, and a link that leads nowhere: they are the learner's. */
function isThere(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** The text of a file; undefined where it cannot be read. */
export function readOr(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
}

function digestOf(text: string): string {
  return createHash("sha1").update(text).digest("base64");
}
