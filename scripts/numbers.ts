/**
 * The figures that the README and the chapters state, counted here. In a text a figure stands between two markers:
 * an HTML comment `n:NAME` before it and one `/n` after it. A test compares; `UPDATE=1 npm test` rewrites.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { RULES } from "#mock-api";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const OUTSIDE_CORE = /^src\/(annex|host|terminal)\/|^src\/(index|cli)\.ts$/;

/** Does a file of `src` belong to the core (D-1)? */
export function isCore(path: string): boolean {
  return !OUTSIDE_CORE.test(path);
}

/** Lines that hold code: neither blank, nor only a comment, nor an import, which wires and says nothing. */
export function codeLines(source: string): number {
  const bare = source.replace(/^\s*\/\*\*?[\s\S]*?\*\/\s*$/gm, "").replace(/^import [\s\S]*?;$/gm, "");
  return bare.split("\n").filter((line) => line.trim() !== "" && !line.trim().startsWith("//")).length;
}

const REFUSALS = RULES.filter(({ kind }) => kind === "refusal");

/** Is a rule on where nobody says otherwise? */
function isOn({ on, confidence }: (typeof RULES)[number]): boolean {
  return on ?? confidence !== "L";
}

/** Every figure by its name, as it is printed. */
export function numbers(): Record<string, string> {
  const core = files("src", ".ts").filter(isCore);
  const laws = files("test", ".test.ts").flatMap((path) => [...read(path).matchAll(/\blaw\(\s*"/g)]);
  const counted = {
    "core-lines": sum(core.map((path) => codeLines(read(path)))),
    "core-files": core.length,
    "src-lines": sum(files("src", ".ts").map((path) => codeLines(read(path)))),
    "mock-lines": sum(files("mock-api", ".ts").map((path) => codeLines(read(path)))),
    laws: laws.length,
    rules: new Set(RULES.map(({ id }) => id)).size,
    "rule-rows": RULES.length,
    "refusal-rows": REFUSALS.length,
    "refusal-rows-on": REFUSALS.filter(isOn).length,
    mutants: files("test/mutants", ".patch").length,
    recordings: files("test/recorded", ".log.jsonl").length,
    "build-lines": codeLines(read("src/request/build.ts")),
    "loop-lines": codeLines(read("src/loop/step.ts")) + codeLines(read("src/loop/turn.ts")),
  };
  return Object.fromEntries(
    Object.entries(counted).map(([name, value]) => [name, value.toLocaleString("en-US")]),
  );
}

/** A text with its figures set right. Throws on a figure that has no count. */
export function withNumbers(text: string, known: Readonly<Record<string, string>> = numbers()): string {
  return text.replace(/<!-- n:([a-z-]+) -->[\s\S]*?<!-- \/n -->/g, (_, name: string) => {
    if (known[name] === undefined)
      throw new Error(`The text states a figure "${name}" that scripts/numbers.ts does not count.`);
    return `<!-- n:${name} -->${known[name]}<!-- /n -->`;
  });
}

function files(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
