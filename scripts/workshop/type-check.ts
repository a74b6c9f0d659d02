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

/** Checks texts as if they stood in `src`. */
export class TypeCheck {
  readonly #src: string;
  readonly #service: ts.LanguageService;
  #changed: ReadonlyMap<string, string> = new Map();
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
      getScriptFileNames: () => [...this.#changed.keys()].map((path) => join(this.#src, path)),
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

  /** What does not compile in these files; the others are not looked at. */
  faultsOf(changed: Changed): TypeFault[] {
    this.#changed = changed;
    this.#round += 1;
    return [...changed.keys()].flatMap((path) => {
      const file = join(this.#src, path);
      const syntax = this.#service.getSyntacticDiagnostics(file);
      const faults = syntax.length > 0 ? syntax : this.#service.getSemanticDiagnostics(file);
      return faults.map(({ start = 0, messageText }) => ({
        path,
        line: (changed.get(path) ?? "").slice(0, start).split("\n").length,
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
