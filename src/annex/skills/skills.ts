/**
 * Skills at work: listed for the model, invoked by it or by `/name`. Their files are read at each prompt and each call,
 * so what is added, changed or removed meanwhile is told, behind what was said before.
 */
import type { HookMoment, Hooks, HookVerdict } from "../../hooks.ts";
import type { Disk } from "../../ports.ts";
import type { Tool } from "../../tools/tool.ts";
import { together } from "../context/together.ts";
import { invoked } from "./invoked.ts";
import { LISTING_BUDGET, listing } from "./listing.ts";
import { nearNames } from "./near-names.ts";
import { type FoundSkills, readSkills } from "./read-skills.ts";
import type { Skill } from "./skill.ts";
import { skillTool } from "./skill-tool.ts";

/** Where skills are looked for, and who is told of what is wrong with them. */
export interface SkillHost {
  readonly disk: Disk;
  /** The data root. */
  readonly root: string;
  /** The project folder. */
  readonly cwd: string;
  /** The user's home folder. Left out: the data root. */
  readonly home?: string;
  readonly tell: (text: string) => void;
}

/** The skills of one process. */
export class Skills {
  readonly #host: SkillHost;
  readonly #complained = new Set<string>();
  readonly tool: Tool;
  /** What a session is to ask: a prompt `/name` invokes, or is not sent; the list comes behind the prompt. */
  readonly hooks: Hooks;
  /** What an agent's session is to ask beside the hooks on tools: its prompt is the model's, and invokes nothing (D-24). */
  readonly ofAgents: Hooks;

  constructor(host: SkillHost) {
    this.#host = host;
    const { tool, hooks } = skillTool(() => this.found().skills);
    this.tool = tool;
    this.ofAgents = async (moment, _signal, told) =>
      moment.event === "UserPromptSubmit" || isBegunAgain(moment)
        ? this.#listed(this.found().skills, told)
        : NOTHING;
    const typing: Hooks = async (moment, _signal, told) => {
      if (moment.event === "UserPromptSubmit") return this.#prompted(moment.prompt, told);
      return isBegunAgain(moment) ? this.#listed(this.found().skills, told) : NOTHING;
    };
    this.hooks = together(typing, hooks);
  }

  /** As the files are now. What is wrong with one is told once a process. */
  found(): FoundSkills {
    const { disk, root, cwd, home, tell } = this.#host;
    const found = readSkills(disk, root, cwd, home);
    for (const fault of found.faults.filter((each) => !this.#complained.has(each))) {
      this.#complained.add(fault);
      tell(fault);
    }
    return found;
  }

  /** Why a line that begins with a slash invokes nothing; undefined where it does, or is no such line. */
  refusal(line: string, commands: readonly string[]): string | undefined {
    const name = typed(line)?.name;
    return name === undefined ? undefined : refusalOf(name, this.found().skills, commands);
  }

  #prompted(prompt: string, told: Told): HookVerdict {
    const { skills } = this.found();
    const { name, args = "" } = typed(prompt) ?? {};
    const blocked = name === undefined ? undefined : refusalOf(name, skills, []);
    if (blocked !== undefined) return { attachments: [], blocked };
    const { attachments } = this.#listed(skills, told);
    const skill = skills.find((each) => each.name === name);
    return { attachments: skill ? [...attachments, invoked(skill, args, "user")] : attachments };
  }

  #listed(skills: readonly Skill[], told: Told): HookVerdict {
    const list = listing(skills, told?.() ?? []);
    if (!list) return NOTHING;
    if (list.cut > 0) this.#host.tell(cutTold(list.cut));
    return { attachments: [list.attachment] };
  }
}

/** In the middle of a turn no prompt comes that the list could stand behind. */
function isBegunAgain(moment: HookMoment): boolean {
  return moment.event === "SessionStart" && moment.source === "compact";
}

type Told = Parameters<Hooks>[2];

const NOTHING: HookVerdict = { attachments: [] };

/** A skill's name and what stands behind it; undefined for a line that is no such. A path is none. */
function typed(line: string): { readonly name: string; readonly args: string } | undefined {
  const [, name, args = ""] = /^\/([^\s/]+)(?:\s+([\s\S]*))?$/.exec(line.trimEnd()) ?? [];
  return name === undefined ? undefined : { name, args };
}

function refusalOf(name: string, skills: readonly Skill[], commands: readonly string[]): string | undefined {
  const skill = skills.find((each) => each.name === name);
  if (skill?.isForUser) return undefined;
  if (skill) return `Only the model may invoke the skill ${name}: its file says user-invocable: false.`;
  const names = skills.filter(({ isForUser }) => isForUser).map((each) => each.name);
  const near = nearNames(name, [...commands, ...names]).map((each) => `/${each}`);
  const meant = near.length > 0 ? ` Is it ${near.join(" or ")}?` : "";
  const what = commands.length > 0 ? "command and no skill" : "skill";
  return `There is no ${what} /${name}.${meant} With a space before the / the line is sent as it is.`;
}

function cutTold(cut: number): string {
  const which = cut === 1 ? "A skill's description was" : `The descriptions of ${cut} skills were`;
  return `${which} cut for the model: the list of skills keeps to ${LISTING_BUDGET} characters. /skills shows which are long.`;
}
