/** Memory as it is loaded: every file once, whoever names it, each with why it is there, and what was left out and why. */
import { type FileRead, readMemoryFile } from "./files.ts";
import { looksLikeFile, type NamedImport, pathsOf } from "./imports.ts";
import type { LeftOut, Loaded, LoadedFile, Occasion, WaitingRule } from "./loaded.ts";
import { displayed, type MemoryPath, type MemoryPlace, startPaths } from "./places.ts";
import { isFor } from "./rules.ts";
import { type Shown, shownOf } from "./shown.ts";

/** How many imports may lead from a memory file to another file. */
export const MOST_HOPS = 4;

/** Loads what a session begins with. Never throws. */
export function loadMemory(place: MemoryPlace): Loaded {
  return loadPaths(place, startPaths(place));
}

/** Loads files of these paths, and what they import. A rule for some files is loaded only on the occasion of one of them. */
export function loadPaths(place: MemoryPlace, paths: readonly MemoryPath[], occasion?: Occasion): Loaded {
  const load = new Load(place, occasion);
  for (const path of paths) load.take(path);
  return load.loaded();
}

type Read = Exclude<FileRead, { readonly why: string }>;

/** One load. Law: imports-end */
class Load {
  readonly #place: MemoryPlace;
  readonly #occasion: Occasion | undefined;
  readonly #files: LoadedFile[] = [];
  readonly #waiting: WaitingRule[] = [];
  readonly #left: LeftOut[] = [];
  /** What was too far away over one import; it may be near over another. */
  readonly #far: LeftOut[] = [];
  /** By real path: over how few imports a file was come to. */
  readonly #hops = new Map<string, number>();
  readonly #reads = new Map<string, FileRead | undefined>();

  constructor(place: MemoryPlace, occasion: Occasion | undefined) {
    this.#place = place;
    this.#occasion = occasion;
  }

  take(memory: MemoryPath): void {
    const read = this.#read(memory.path, memory.within);
    if (!read) return;
    if ("why" in read) return void this.#left.push({ path: memory.path, why: read.why });
    const shown = shownOf(read.text, memory.scope);
    const { paths } = shown;
    if (memory.onlyForSome && !paths) return;
    if (paths && !(this.#occasion && isFor(paths, memory.base, this.#occasion.ways))) {
      this.#waiting.push({ ...memory, paths });
      return;
    }
    if (this.#hops.get(read.real) !== 0) this.#keep(memory, read, shown, this.#occasion?.why ?? "", []);
  }

  loaded(): Loaded {
    const found = new Set(this.#files.map(({ path }) => path));
    const far = this.#far.filter(({ path }) => !found.has(path));
    return { files: this.#files, waiting: this.#waiting, left: [...this.#left, ...far] };
  }

  /** Takes a file in, behind what it imports: what a file says itself is said after what it only names. */
  #keep(memory: MemoryPath, read: Read, shown: Shown, why: string, chain: readonly string[]): void {
    const { real, bytes } = read;
    const isStanding = this.#hops.has(real) || this.#occasion?.known.has(real);
    this.#hops.set(real, chain.length);
    const { text: content, imports, ...more } = shown;
    for (const each of imports) this.#import(each, memory, [...chain, real]);
    const { path, scope, within } = memory;
    if (!isStanding && content !== "")
      this.#files.push({ path, scope, within, content, real, bytes, why, ...more });
  }

  /** `chain` are the files that have led here, the importer last. */
  #import({ name, line }: NamedImport, importer: MemoryPath, chain: readonly string[]): void {
    const why = `imported by ${displayed(importer.path, this.#place.cwd)}, line ${line}`;
    const paths = pathsOf(name, importer.path, this.#place.home);
    const path = paths.find((each) => this.#read(each, importer.within) !== undefined);
    const read = path === undefined ? undefined : this.#read(path, importer.within);
    if (path === undefined || !read) {
      if (looksLikeFile(name))
        this.#left.push({ path: paths.at(-1) ?? name, why: `${why}: there is no such file` });
    } else if ("why" in read) {
      this.#left.push({ path, why: `${why}: ${read.why}` });
    } else if (chain.includes(read.real)) {
      this.#left.push({ path, why: `${why}: that goes round in a circle, so it is not imported again` });
    } else if (chain.length > MOST_HOPS) {
      this.#far.push({ path, why: `${why}: that is more than ${MOST_HOPS} imports away` });
    } else if ((this.#hops.get(read.real) ?? Number.POSITIVE_INFINITY) > chain.length) {
      const scope = importer.scope === "rule" ? "project" : importer.scope;
      this.#keep({ ...importer, path, scope }, read, shownOf(read.text, scope), why, chain);
    }
  }

  /** A file is read once, however often it is named. */
  #read(path: string, within: string | undefined): FileRead | undefined {
    const key = `${within ?? ""}\0${path}`;
    if (!this.#reads.has(key)) this.#reads.set(key, readMemoryFile(this.#place.disk, path, within));
    return this.#reads.get(key);
  }
}
