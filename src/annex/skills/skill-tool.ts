/** The Skill tool: the model invokes a skill, and its body comes behind the results of the step (D-11). */
import type { Attachment, Hooks } from "../../hooks.ts";
import { inputs, type Tool, ToolError } from "../../tools/tool.ts";
import type { ToolUseBlock } from "../../wire.ts";
import { invoked } from "./invoked.ts";
import { nearNames } from "./near-names.ts";
import type { Skill } from "./skill.ts";

/** The tool's name. */
export const SKILL = "Skill";

const DESCRIPTION =
  "Invokes a skill: instructions for one kind of task, kept in a file. You were told which there are, and are told when they change. The instructions stand behind the results of this step. Do what they say; do not invoke a skill again for the same task.";

/** The tool, and the hook that leaves what it has read. */
export interface SkillTool {
  readonly tool: Tool;
  readonly hooks: Hooks;
}

/** Makes both. `read` gives the skills as they are now. Law: invocation-kept, skill-body-whole */
export function skillTool(read: () => readonly Skill[]): SkillTool {
  // What a call has read waits here for its result, which comes next.
  const bodies = new WeakMap<ToolUseBlock, Attachment>();
  const tool: Tool = {
    name: SKILL,
    kind: "read",
    description: DESCRIPTION,
    inputSchema: inputs(["skill"], {
      skill: { type: "string", description: "The skill's name, as it was told." },
      args: { type: "string", description: "What is put in where the skill keeps a place for it." },
    }),
    run: async ({ skill: name, args }, { call }) => {
      const skill = skillFor(String(name), read());
      bodies.set(call, invoked(skill, String(args ?? ""), "model"));
      return { content: `The skill ${skill.name} is invoked.`, isError: false };
    },
  };
  return {
    tool,
    hooks: async (moment) => {
      const body = moment.event === "PostToolUse" ? bodies.get(moment.call) : undefined;
      return { attachments: body ? [body] : [] };
    },
  };
}

function skillFor(name: string, skills: readonly Skill[]): Skill {
  const skill = skills.find((each) => each.name === name);
  if (skill?.isForModel) return skill;
  if (skill) throw new ToolError(`Only the user may invoke the skill ${name}: say /${name} to them.`);
  const names = skills.filter(({ isForModel }) => isForModel).map((each) => each.name);
  const near = nearNames(name, names).join(", ");
  throw new ToolError(`There is no skill ${name}.${near === "" ? "" : ` There is ${near}.`}`);
}
