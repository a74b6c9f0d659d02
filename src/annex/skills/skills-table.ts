/** The skills as a person is shown them. */
import { cutTo, oneLine } from "../log/one-line.ts";
import type { FoundSkills } from "./read-skills.ts";
import { folderOf, type Skill } from "./skill.ts";

/** Columns of a description. */
const WIDTH = 100;

/** All skills, with whose they are, how large, and where. `commands`: names that are the terminal's own. */
export function printSkills({ skills, hidden }: FoundSkills, commands: readonly string[]): string {
  if (skills.length === 0)
    return "There are no skills. One is a file .claude/skills/NAME/SKILL.md of the project.";
  const listed = skills.map((skill) => [head(skill), ...remarks(skill, commands)].join("\n  "));
  const others = hidden.map(
    ({ name, path }) => `/${name} of ${path} is not used: another of that name comes first.`,
  );
  return [...listed, ...others].join("\n");
}

/** One line a skill that a person may invoke, for a page of help; "" where there is none. */
export function skillHelp({ skills }: FoundSkills, commands: readonly string[]): string {
  const invocable = skills.filter((skill) => skill.isForUser && !isHiddenBy(commands, skill));
  if (invocable.length === 0) return "";
  const lines = invocable.map(({ name, hint, description }) =>
    cutTo(`${`/${name} ${hint}`.trim().padEnd(20)}  ${description}`, WIDTH),
  );
  return ["Skills (/skills tells more):", ...lines].join("\n");
}

/** What a person should know at the start: skills whose names are commands of the terminal. */
export function hiddenTold({ skills }: FoundSkills, commands: readonly string[]): readonly string[] {
  return skills.filter((skill) => isHiddenBy(commands, skill)).map(notCalled);
}

function isHiddenBy(commands: readonly string[], { name, isForUser }: Skill): boolean {
  return isForUser && commands.includes(name.toLowerCase());
}

function notCalled({ name }: Skill): string {
  return `The skill ${name} cannot be invoked by /${name} here: a command of this terminal has that name.`;
}

function head({ name, hint, source, body, description }: Skill): string {
  const size = `${new Intl.NumberFormat("en").format(body.length)} characters`;
  return cutTo(`${`/${name} ${hint}`.trim()} · ${source} · ${size} · ${description}`, WIDTH);
}

function remarks(skill: Skill, commands: readonly string[]): string[] {
  const { isForModel, isForUser, ignored } = skill;
  return [
    oneLine(folderOf(skill)),
    isHiddenBy(commands, skill) ? notCalled(skill) : "",
    isForModel ? "" : "Only you can invoke it: the model is not told of it.",
    isForUser ? "" : "Only the model can invoke it.",
    ignored.length > 0 ? `Not honoured here: ${ignored.join(", ")}.` : "",
  ].filter((text) => text !== "");
}
