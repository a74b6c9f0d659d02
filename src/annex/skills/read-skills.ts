/** Where skills are found, and which of two with one name is meant. */
import { join } from "node:path";
import type { Disk } from "../../ports.ts";
import { readToldFile } from "../memory/files.ts";
import { boundaryOf } from "../memory/places.ts";
import { type Skill, skillFrom } from "./skill.ts";

/** The skills of a project and of its user, as their files are now. */
export interface FoundSkills {
  /** By name, so that they stand in the same order in every process. */
  readonly skills: readonly Skill[];
  /** Those that cannot be had, for another of the same name comes first. */
  readonly hidden: readonly Skill[];
  /** What is wrong with files that therefore count for nothing; a sentence each, for a person. */
  readonly faults: readonly string[];
}

type Place = Pick<Skill, "name" | "path" | "source">;

/** What can be typed as one word, and stands in a line of its own. */
const NAME = /^[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.:-]{0,63}$/u;

/**
 * Reads them all. Of two with one name a skill comes before a command file, and the user's before the project's. The
 * project's may be anybody's, so no link leads out of it, and a file that a rule for Read denies is none.
 * Law: told-confined
 */
export function readSkills(disk: Disk, root: string, cwd: string, home = root): FoundSkills {
  const project = boundaryOf(cwd, { disk, home });
  const found = new Map<string, Skill>();
  const hidden: Skill[] = [];
  const faults: string[] = [];
  const read = placesIn(disk, root, cwd).map((place) =>
    typeof place === "string" ? place : readSkill(disk, place, place.source === "user" ? undefined : project),
  );
  for (const skill of read) {
    if (skill === undefined) continue;
    if (typeof skill === "string") faults.push(skill);
    else if (!found.has(skill.name)) found.set(skill.name, skill);
    // Where the project is the user's own folder, both places are one.
    else if (found.get(skill.name)?.path !== skill.path) hidden.push(skill);
  }
  const byName = (one: Skill, other: Skill) => (one.name < other.name ? -1 : 1);
  return { skills: [...found.values()].sort(byName), hidden, faults };
}

/** Where skills may be; of a folder that cannot be looked into, what is wrong with it. */
function placesIn(disk: Disk, root: string, cwd: string): (Place | string)[] {
  const homes = [
    { folder: root, source: "user" },
    { folder: join(cwd, ".claude"), source: "project" },
  ] as const;
  const skills = homes.flatMap(({ folder, source }) =>
    namesIn(disk, join(folder, "skills"), (name, path) => ({ name, path: join(path, "SKILL.md"), source })),
  );
  const commands = homes.flatMap(({ folder, source }) =>
    namesIn(disk, join(folder, "commands"), (name, path) =>
      name.endsWith(".md") ? { name: name.slice(0, -3), path, source } : undefined,
    ),
  );
  return [...skills, ...commands];
}

function namesIn(
  disk: Disk,
  folder: string,
  placed: (name: string, path: string) => Place | undefined,
): (Place | string)[] {
  try {
    return disk.list(folder).flatMap(({ name }) => placed(name, join(folder, name)) ?? []);
  } catch (error) {
    return [`${folder}: it cannot be looked into (${whyOf(error)}). Skills in it are left out.`];
  }
}

/** A skill, what is wrong with it, or undefined where there is none. */
function readSkill(disk: Disk, place: Place, within: string | undefined): Skill | string | undefined {
  const { name, path } = place;
  try {
    const read = readToldFile(disk, path, within, outsideOf);
    if (!read) return undefined;
    if ("why" in read) return `${path}: ${read.why}. The skill is left out.`;
    if (!NAME.test(name))
      return `${path}: no skill can be called ${JSON.stringify(name)}. Its name is up to 64 letters, digits, - and _; it is left out.`;
    const skill = skillFrom(read.text, place);
    if (!("fault" in skill)) return skill;
    const { line, what } = skill.fault;
    return `${path}, line ${line}: ${what.replace(/\.$/, "")}. The skill is left out until that is set right.`;
  } catch (error) {
    return `${path}: it cannot be read (${whyOf(error)}). The skill is left out.`;
  }
}

function outsideOf(folder: string): string {
  return `it leads out of ${folder}, and only your own skills may`;
}

function whyOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
