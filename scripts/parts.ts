/**
 * The parts of a source file that a chapter quotes, an exercise cuts out and a wrong way replaces: a region between
 * `//#region name` and `//#endregion`, or a function, method, constant, type or class by its name.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { declarationsOf } from "./parts/declarations.ts";
import { dedented, indented, lineAt } from "./parts/lines.ts";
import { regionsOf } from "./parts/regions.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** A stretch of a text, as offsets; `end` is behind its last character. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A part of a source file. */
export interface Part {
  /** As it is asked for; a method's also with its class in front: `SessionLog.append`. */
  readonly name: string;
  readonly kind: "region" | "declaration";
  /** All of it, whole lines: a region without its markers, a declaration with its doc comment. */
  readonly whole: Stretch;
  /** Without the doc comment; of a region the same as `whole`. */
  readonly own: Stretch;
  /** What a function or method does: its braces, or an arrow's expression. Undefined for what is none. */
  readonly body?: Stretch & { readonly braces: boolean };
}

/** A part as it is quoted. */
export interface Quoted {
  /** Dedented, no newline at its end. */
  readonly text: string;
  /** Line numbers in the file, counted from 1, the last one included. */
  readonly line: number;
  readonly lastLine: number;
}

/**
 * Finds a part of a source text; `path` is for the error's words. Throws where nothing is called so, or more than one thing.
 * A region comes before a declaration of the same name.
 */
export function findPart(text: string, name: string, path: string): Part {
  const region = regionsOf(text).filter((each) => each.name === name);
  const found =
    region.length > 0 ? region : declarationsOf(text, path).filter((each) => isCalled(each, name));
  const [part, another] = found;
  if (!part) throw new Error(`${path} has no region, function, constant or type "${name}".`);
  if (!another) return part;
  const names = found.map((each) => `line ${lineAt(text, each.own.start)}: ${each.name}`).join(", ");
  throw new Error(`${path} has "${name}" ${found.length} times (${names}): say which, as Class.method.`);
}

/** A part of a text, dedented, with its lines. Throws as `findPart` does. */
export function quotePart(text: string, name: string, path: string): Quoted {
  const { whole } = findPart(text, name, path);
  return {
    text: dedented(text.slice(whole.start, whole.end)),
    line: lineAt(text, whole.start),
    lastLine: lineAt(text, whole.end - 1),
  };
}

/** A part of a file of the project: `src/log/path.ts#walkUp`, from the root. Throws where file or part is missing. */
export function readPart(reference: string): Quoted {
  const { path, name } = referenceOf(reference);
  return quotePart(readFileSync(join(ROOT, path), "utf8"), name, path);
}

/** `src/log/path.ts#walkUp` in two. Throws where a half is missing. */
export function referenceOf(reference: string): { readonly path: string; readonly name: string } {
  const [, path, name] = /^([^#\s]+)#([^#\s]+)$/.exec(reference) ?? [];
  if (!path || !name) throw new Error(`"${reference}" names no part of a file: write path#name.`);
  return { path, name };
}

/** The text with another one in a part's place: in all of a region; of a declaration the doc comment stays. */
export function replacePart(text: string, name: string, replacement: string, path: string): string {
  const { own } = findPart(text, name, path);
  const indent = indentAt(text, own.start);
  return text.slice(0, own.start) + indented(dedented(replacement), indent) + text.slice(own.end);
}

/**
 * The text with a statement in the place of what a part does: of a function's or method's body, of all of a region. Throws
 * for a part that does nothing, as a type.
 */
export function withHole(text: string, name: string, statement: string, path: string): string {
  const part = findPart(text, name, path);
  if (part.kind === "region") return replacePart(text, name, statement, path);
  if (!part.body)
    throw new Error(`${path}#${name} is neither a function nor a region: nothing can be cut from it.`);
  const indent = indentAt(text, part.own.start);
  const { start, end } = part.body;
  return `${text.slice(0, start)}{\n${indented(dedented(statement), `${indent}  `)}\n${indent}}${text.slice(end)}`;
}

function isCalled(part: Part, name: string): boolean {
  return part.name === name || part.name.endsWith(`.${name}`);
}

/** The white space at the beginning of the line at an offset. */
function indentAt(text: string, offset: number): string {
  const line = text.slice(text.lastIndexOf("\n", offset - 1) + 1);
  return /^[ \t]*/.exec(line)?.[0] ?? "";
}
