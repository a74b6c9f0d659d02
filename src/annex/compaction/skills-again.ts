/** The bodies of invoked skills, sent again behind a summary within a budget (C-6.6). */
import type { Attachment } from "../../hooks.ts";
import { type InvokedSkill, invoked, invokedWords } from "../skills/invoked.ts";
import type { Skill } from "../skills/skill.ts";
import { estimateTokens } from "../window/estimate.ts";

/** Tokens, as they are estimated, that one skill may take, and all of them. */
export const SKILLS_BUDGET = { each: 5_000, all: 25_000 } as const;

/** What comes back, the skill that was invoked last at the end; and what does not, a sentence each for a person. */
export interface SkillsAgain {
  readonly attachments: readonly Attachment[];
  readonly left: readonly string[];
}

/**
 * Each as its file is now, without what was asked of it (bug report 68), and cut at its end; of too many the oldest are
 * dropped. `were`: in the order in which they were invoked. Law: skills-budget
 */
export function skillsAgain(were: readonly InvokedSkill[], found: readonly Skill[]): SkillsAgain {
  const attachments: Attachment[] = [];
  const left: string[] = [];
  let room: number = SKILLS_BUDGET.all;
  for (const { name, path, by } of were.toReversed()) {
    const skill = found.find((each) => each.path === path);
    const again = skill && shortened({ ...invoked(skill, "", by), again: true });
    if (again) room -= tokensOf(again);
    if (again && room >= 0) attachments.unshift(again);
    else left.push(`The skill ${name} is not shown again: ${again ? TOO_MANY : "its file is gone"}.`);
  }
  return { attachments, left };
}

const TOO_MANY = `the skills invoked after it take the ${SKILLS_BUDGET.all} tokens that there are for them`;

/** The longest beginning that keeps to the budget, with a word on the rest. */
function shortened(skill: Attachment): Attachment {
  if (tokensOf(skill) <= SKILLS_BUDGET.each) return skill;
  const content = String(skill["content"]);
  const upTo = (end: number): Attachment => {
    const head = content.slice(0, end).replace(/[\ud800-\udbff]$/, "");
    return { ...skill, content: `${head}\n\n[The rest is left out here. It stands in ${skill["path"]}.]` };
  };
  let [least, most] = [0, content.length];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (tokensOf(upTo(middle)) <= SKILLS_BUDGET.each) least = middle;
    else most = middle - 1;
  }
  return upTo(least);
}

function tokensOf(skill: Attachment): number {
  return estimateTokens(invokedWords(skill) ?? "");
}
