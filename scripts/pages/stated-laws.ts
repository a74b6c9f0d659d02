/** The laws as the tests state them, and the lines of the source that keep them. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { lineAt } from "../parts/lines.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

/** A place in a file of the project. */
export interface Place {
  /** From the root. */
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
}

/** A law: what it is called, what it says, where it is stated and where it is kept. */
export interface StatedLaw {
  readonly id: string;
  readonly sentence: string;
  readonly stated: Place;
  /** Lines that name it as the law that they keep, in the order of the files. */
  readonly kept: readonly Place[];
}

const STATED = /\blaw\(\s*"([a-z0-9-]+)",\s*("(?:[^"\\\n]|\\.)*")/g;
const KEPT = /Law: ([a-z0-9-]+(?:,\s+(?:\*\s+)?[a-z0-9-]+)*)/g;

/** Every law, in the order of the test files. */
export function statedLaws(): StatedLaw[] {
  const kept = keptLaws();
  return filesIn("test", ".test.ts").flatMap((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    return lawsIn(text).map(({ id, sentence, index }) => ({
      id,
      sentence,
      stated: { path, line: lineAt(text, index) },
      kept: kept.get(id) ?? [],
    }));
  });
}

/** The laws that the text of a test file states, and where in it each begins. */
export function lawsIn(text: string): { id: string; sentence: string; index: number }[] {
  return [...text.matchAll(STATED)].map(({ 1: id = "", 2: sentence = '""', index }) => {
    return { id, sentence: JSON.parse(sentence) as string, index };
  });
}

function keptLaws(): Map<string, Place[]> {
  const kept = new Map<string, Place[]>();
  for (const path of ["src", "mock-api", "scripts"].flatMap((folder) => filesIn(folder, ".ts"))) {
    const text = readFileSync(join(ROOT, path), "utf8");
    for (const { 1: ids = "", index } of text.matchAll(KEPT)) {
      for (const { 0: id, index: within } of ids.matchAll(/[a-z0-9-]+/g)) {
        const place = { path, line: lineAt(text, index + "Law: ".length + within) };
        kept.set(id, [...(kept.get(id) ?? []), place]);
      }
    }
  }
  return kept;
}

/** The files of a folder whose name ends so, from the root, sorted. */
export function filesIn(folder: string, ending: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(ending))
    .map((name) => join(folder, name))
    .sort();
}
