/**
 * Where the code stands that a step is about: `src/log/path.ts#walk`, a region, a declaration or a method of that file. Found by how
 * the lines are formatted: the compiler knows better (`scripts/parts.ts`, and a test compares), but takes half a second to load.
 */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ROOT = new URL("../../", import.meta.url);

/** A part of a file. */
export interface SourcePart {
  readonly path: string;
  /** The line of its first line of code, counted from 1. */
  readonly line: number;
  readonly name: string;
  /** Its lines, as they stand in the file. */
  readonly lines: readonly string[];
}

/** Finds a part. Throws where the file or the part is not there, and says which. */
export function sourcePart(named: string): SourcePart {
  const [path = "", name = ""] = named.split("#");
  const lines = linesOf(path, named);
  const found = regionIn(lines, name) ?? declarationIn(lines, name);
  if (!found) throw new Error(`${path} has neither a region nor a declaration "${name}".`);
  const [from, to] = found;
  return { path, name, line: from + 1, lines: lines.slice(from, to) };
}

function linesOf(path: string, named: string): string[] {
  try {
    return readFileSync(fileURLToPath(new URL(path, ROOT)), "utf8").split("\n");
  } catch {
    throw new Error(`There is no file ${path}, which "${named}" names.`);
  }
}

type Range = readonly [from: number, to: number];

function regionIn(lines: readonly string[], name: string): Range | undefined {
  const begins = lines.findIndex((line) => line.trim() === `//#region ${name}`);
  const ends = lines.findIndex((line, at) => at > begins && line.trim() === "//#endregion");
  return begins === -1 || ends === -1 ? undefined : [begins + 1, ends];
}

/** A declaration reaches as far as the lines behind it are indented deeper, or close a bracket. */
function declarationIn(lines: readonly string[], name: string): Range | undefined {
  const member = name.slice(name.lastIndexOf(".") + 1);
  const begins = [DECLARED, MEMBER]
    .map((declares) => lines.findIndex((line) => declares.exec(line)?.[1] === member))
    .find((at) => at !== -1);
  if (begins === undefined) return undefined;
  const indent = /^ */.exec(lines[begins] ?? "")?.[0] ?? "";
  const goesOn = new RegExp(`^(?:${indent}[\\s)\\]}]|$)`);
  const next = lines.findIndex((line, at) => at > begins && !goesOn.test(line));
  let ends = next === -1 ? lines.length : next;
  while (lines[ends - 1] === "") ends -= 1;
  return [begins, ends];
}

const DECLARED = /^(?:export )?(?:async )?(?:function|const|let|class|interface|type) (\w+)/;
/** A method of a class at the top level. */
const MEMBER = /^ {2}(?:static |async |get )*(#?\w+)\(/;
