/** Regions of the source, and who quotes them: one that nobody does is a mark that says nothing. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Chapter } from "../chapter/chapter.ts";
import { regionFaults, regionsOf } from "../parts/regions.ts";
import type { Exercise } from "../workshop/exercise.ts";
import { meaningOf } from "./fences.ts";
import type { Page } from "./page.ts";
import { filesIn } from "./stated-laws.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const FOLDERS = ["src", "mock-api", "chapters", "scripts"];

/** What is wrong with the regions of the project, a sentence each; `quoted` are all references that name one. */
export function allRegionFaults(quoted: ReadonlySet<string>): string[] {
  return FOLDERS.flatMap((folder) => filesIn(folder, ".ts")).flatMap((path) => {
    const text = readFileSync(join(ROOT, path), "utf8");
    const unused = regionsOf(text).filter(({ name }) => !quoted.has(`${path}#${name}`));
    return [
      ...regionFaults(text, path),
      ...unused.map(
        ({ name }) =>
          `${path}: no page quotes the region "${name}", no play shows it, no exercise cuts it out.`,
      ),
    ];
  });
}

/** The parts that pages quote or replace. */
export function quotedIn(pages: readonly Page[]): string[] {
  return pages.flatMap(({ fences }) =>
    fences.flatMap(({ info }) => {
      const meaning = meaningOf(info);
      return meaning?.kind === "source" || meaning?.kind === "wrong" ? [meaning.reference] : [];
    }),
  );
}

/** The parts that the plays show beside their steps, and those that the exercises cut out. */
export async function shownOrCut(): Promise<string[]> {
  const found: string[] = [];
  for (const name of readdirSync(join(ROOT, "chapters"))) {
    if (/^0[1-7]-[a-z-]+\.ts$/.test(name))
      found.push(...(await exported<Chapter>(name, "CHAPTER")).moments.map(({ source }) => source));
    if (/^0[1-7]-[a-z-]+\.exercises\.ts$/.test(name))
      found.push(...(await exported<readonly Exercise[]>(name, "EXERCISES")).map(({ hole }) => hole));
  }
  return found;
}

async function exported<T>(file: string, name: string): Promise<T> {
  const path = join(ROOT, "chapters", file);
  if (!existsSync(path)) throw new Error(`There is no ${path}.`);
  const loaded = (await import(path)) as Readonly<Record<string, T | undefined>>;
  const value = loaded[name];
  if (value === undefined) throw new Error(`chapters/${file} exports no ${name}.`);
  return value;
}
