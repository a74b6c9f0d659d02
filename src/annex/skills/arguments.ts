/** A skill's body with what was put behind its name in the places that it keeps for that. */
import { folderOf, type Skill } from "./skill.ts";

/** As a shell would part them: white space parts, quotes hold together and are taken off; one that is not closed is a letter. */
const WORD = /(?:"[^"]*"|'[^']*'|\S)+/g;
const QUOTED = /"([^"]*)"|'([^']*)'/g;

/**
 * The body with the arguments put in: `$ARGUMENTS` is all of them as they were typed, `$ARGUMENTS[0]` and `$0` the first
 * word, `$1` the second; the names in `arguments` stand for the words in their order; `${CLAUDE_SKILL_DIR}` is the
 * skill's folder. A place without its word stays as it is, a name without one is empty, and behind a single backslash a
 * place is only text. Where no place has taken an argument, all of them stand at the end. What is put in is not looked
 * through again. Law: skill-body-whole
 */
export function withArguments(skill: Pick<Skill, "body" | "path" | "argumentNames">, args: string): string {
  const words = (args.match(WORD) ?? []).map((word) => word.replace(QUOTED, "$1$2"));
  const names = skill.argumentNames;
  let isTaken = false;
  const valueAt = (name: string, index: string | undefined): string | undefined => {
    if (name === "{CLAUDE_SKILL_DIR}") return folderOf(skill);
    const at = index ?? (/^\d+$/.test(name) ? name : undefined);
    const isAll = name === "ARGUMENTS" && at === undefined;
    const value = isAll ? args : words[at === undefined ? names.indexOf(name) : Number(at)];
    isTaken ||= value !== undefined;
    return value ?? (at === undefined ? "" : undefined);
  };
  const body = skill.body.replace(
    placesFor(names),
    (place: string, slashes: string, name: string, index: string | undefined) => {
      if (slashes === "\\") return place.slice(1);
      const value = valueAt(name, index);
      return value === undefined ? place : slashes + value;
    },
  );
  return args.trim() === "" || isTaken ? body : `${body}\n\nARGUMENTS: ${args}`;
}

/** Whatever begins with a `$` and may be a place, with the backslashes before it. */
function placesFor(names: readonly string[]): RegExp {
  const named = names.map((name) => `${name}(?!\\w)`);
  const places = ["\\{CLAUDE_SKILL_DIR\\}", "ARGUMENTS", "\\d+(?!\\w)", ...named].join("|");
  // Of a row of backslashes all are taken at once: else each of a thousand would be begun with anew.
  return new RegExp(`(?<!\\\\)(\\\\*)\\$(${places})(?:(?<=\\$ARGUMENTS)\\[(\\d+)\\])?`, "g");
}
