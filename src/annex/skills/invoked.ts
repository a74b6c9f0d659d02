/** A skill that was invoked: its body stands in the log, as it was sent, behind the prompt or the result that asked for it. */
import type { Attachment } from "../../hooks.ts";
import { spelled } from "../../wire.ts";
import { withArguments } from "./arguments.ts";
import { folderOf, type Skill } from "./skill.ts";

/** What is told of an invoked skill. */
export interface InvokedSkill {
  readonly name: string;
  /** Its file, from which a compaction can read it again (C-6.6). */
  readonly path: string;
  readonly by: "user" | "model";
  /** What was put behind its name, which is not asked for again when the body is sent once more (bug report 68). */
  readonly args: string;
  /** The body with the arguments put in. */
  readonly content: string;
  /** Does it stand here because a compaction has taken it off the path? */
  readonly again: boolean;
}

/** The attachment's type. */
export const INVOKED_SKILL = "invoked_skill";

/** What is left in the log. The file may be another one later; what was sent stays. */
export function invoked(skill: Skill, args: string, by: InvokedSkill["by"]): Attachment {
  const content = withArguments(skill, args);
  const told: Omit<InvokedSkill, "again"> = { name: skill.name, path: skill.path, by, args, content };
  return { type: INVOKED_SKILL, ...told };
}

/** The skills that were invoked on a path: each once, as it was invoked last, and the latest at the end (C-6.6). */
export function invokedSkills(told: readonly Attachment[]): readonly InvokedSkill[] {
  const skills = new Map<string, InvokedSkill>();
  for (const attachment of told) {
    const skill = skillIn(attachment);
    if (!skill) continue;
    skills.delete(skill.name);
    skills.set(skill.name, skill);
  }
  return [...skills.values()];
}

function skillIn({ type, name, path, by, args, content, again }: Attachment): InvokedSkill | undefined {
  if (type !== INVOKED_SKILL || typeof name !== "string" || typeof path !== "string") return undefined;
  if (typeof content !== "string") return undefined;
  const who = by === "model" ? by : "user";
  return { name, path, by: who, args: spelled(args ?? ""), content, again: again === true };
}

/** Commands that other clients run before the model sees the body. */
const COMMANDS = /!`[^`]+`|^```!/m;

/** What it is not asked for again (bug report 68). */
const AGAIN =
  "What was asked of it, and how far that is, the summary says: do not begin it anew. As far as it goes on, do it as the skill says:";

/** What the model is told. */
export function invokedWords(attachment: Attachment): string | undefined {
  const skill = skillIn(attachment);
  if (!skill) return undefined;
  const who = skill.by === "model" ? "You have" : "The user has";
  const notRun = COMMANDS.test(skill.content)
    ? " Commands in it that are marked with ! were not run: run what you need of them yourself."
    : "";
  const [when, what] = skill.again ? [" before the summary", AGAIN] : ["", "Do what it says:"];
  return `${who} invoked the skill "${skill.name}"${when}. Other files that it names are found from its folder, ${folderOf(skill)}.${notRun} ${what}\n\n${skill.content}`;
}
