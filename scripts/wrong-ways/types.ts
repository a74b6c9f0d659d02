/** Whether a source with a wrong way in it compiles: a wrong way is wrong in what it does, and in nothing that a compiler finds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** Checks one file after the other, each in the place of the one that is there. */
export class TypeChecker {
  readonly #files: readonly string[];
  readonly #service: ts.LanguageService;
  #path = "";
  #source = "";
  #version = 0;

  /** `paths` are all files of the source, from the project's root. */
  constructor(paths: readonly string[]) {
    this.#files = paths.map((path) => join(ROOT, path));
    const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
    const { options } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
    this.#service = ts.createLanguageService({
      getScriptFileNames: () => [...this.#files],
      getScriptVersion: (path) => (path === this.#path ? String(this.#version) : "0"),
      getScriptSnapshot: (path) => {
        const text = path === this.#path ? this.#source : ts.sys.readFile(path);
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
      },
      // A wrong body may leave a parameter alone.
      getCompilationSettings: () => ({ ...options, noUnusedLocals: false, noUnusedParameters: false }),
      getCurrentDirectory: () => ROOT,
      getDefaultLibFileName: ts.getDefaultLibFilePath,
      fileExists: ts.sys.fileExists,
      readFile: ts.sys.readFile,
      readDirectory: ts.sys.readDirectory,
      directoryExists: ts.sys.directoryExists,
      getDirectories: ts.sys.getDirectories,
    });
  }

  /** What is wrong with a file and with those that import it, a sentence each. */
  faults(path: string, source: string): string[] {
    this.#path = join(ROOT, path);
    this.#source = source;
    this.#version += 1;
    return [this.#path, ...this.#importersOf(path)].flatMap((file) =>
      [...this.#service.getSyntacticDiagnostics(file), ...this.#service.getSemanticDiagnostics(file)].map(
        sentence,
      ),
    );
  }

  #importersOf(path: string): string[] {
    const name = path.slice(path.lastIndexOf("/"));
    return this.#files.filter(
      (file) => file !== this.#path && readFileSync(file, "utf8").includes(`${name}"`),
    );
  }
}

function sentence({ file, start, messageText }: ts.Diagnostic): string {
  const words = ts.flattenDiagnosticMessageText(messageText, " ");
  if (!file || start === undefined) return words;
  const { line } = file.getLineAndCharacterOfPosition(start);
  return `${file.fileName.slice(ROOT.length)}:${line + 1}: ${words}`;
}
