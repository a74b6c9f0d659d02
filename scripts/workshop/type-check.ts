/** Types of what was changed on a bench, before any law is tried. One program for all runs: the second check is quick. */
import { join, relative, sep } from "node:path";
import ts from "typescript";

/** Something that does not compile. */
export interface TypeFault {
  /** From `src`. */
  readonly path: string;
  readonly line: number;
  readonly message: string;
}

/** Texts in place of files of `src`, by path from there. */
export type Changed = ReadonlyMap<string, string>;

/** The files of `src` that import one of these, by path from there: what they take from it may be gone. */
export function importersOf(root: string, paths: Iterable<string>): string[] {
  const src = join(root, "src");
  const names = [...paths].map((path) => `/${path.split("/").at(-1)}"`);
  return ts.sys
    .readDirectory(src, [".ts"])
    .filter((file) => names.some((name) => ts.sys.readFile(file)?.includes(name)))
    .map((file) => relative(src, file).split(sep).join("/"));
}

const EXPORTED = /^export (?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/** The changed files that no longer export all that they do in `src`: who imports them may not compile. */
export function poorerOf(root: string, changed: Changed): string[] {
  const named = (text = "") => [...text.matchAll(EXPORTED)].map(([, name]) => name);
  return [...changed.keys()].filter((path) => {
    const there = new Set(named(changed.get(path)));
    return named(ts.sys.readFile(join(root, "src", path))).some((name) => !there.has(name));
  });
}

/** Checks texts as if they stood in `src`. */
export class TypeCheck {
  readonly #src: string;
  readonly #service: ts.LanguageService;
  #changed: Changed = new Map();
  #looked: readonly string[] = [];
  #round = 0;

  constructor(root: string) {
    this.#src = join(root, "src");
    const config = ts.readConfigFile(join(root, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(
      config.config,
      { ...ts.sys, readDirectory: () => [] },
      root,
    );
    // Half-written code has names that nothing uses yet.
    const lenient = { ...options, noUnusedLocals: false, noUnusedParameters: false };
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => lenient,
      getCurrentDirectory: () => root,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      getScriptFileNames: () => this.#looked.map((path) => join(this.#src, path)),
      getScriptVersion: (file) => this.#versionOf(file),
      getScriptSnapshot: (file) => {
        const text = this.#read(file);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      fileExists: (file) => this.#textOf(file) !== undefined || ts.sys.fileExists(file),
      readFile: (file) => this.#read(file),
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  /** What does not compile in these files, and in `others`, by path from `src`; no more are looked at. */
  faultsOf(changed: Changed, others: readonly string[] = []): TypeFault[] {
    this.#changed = changed;
    this.#looked = [...changed.keys(), ...others];
    this.#round += 1;
    return this.#looked.flatMap((path) => {
      const name = join(this.#src, path);
      const syntax = this.#service.getSyntacticDiagnostics(name);
      const faults = syntax.length > 0 ? syntax : this.#service.getSemanticDiagnostics(name);
      return faults.map(({ file, start = 0, messageText }) => ({
        path,
        line: (file?.getLineAndCharacterOfPosition(start).line ?? 0) + 1,
        message: ts.flattenDiagnosticMessageText(messageText, "\n"),
      }));
    });
  }

  #versionOf(file: string): string {
    if (this.#textOf(file) !== undefined) return `changed ${this.#round}`;
    return String(ts.sys.getModifiedTime?.(file)?.getTime() ?? 0);
  }

  #read(file: string): string | undefined {
    return this.#textOf(file) ?? ts.sys.readFile(file);
  }

  #textOf(file: string): string | undefined {
    return this.#changed.get(this.#within(file));
  }

  #within(file: string): string {
    return relative(this.#src, file).split(sep).join("/");
  }
}
