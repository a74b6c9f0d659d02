/**
 * Everybody who tells the model something while a session runs, at once: hooks, skills that come and go and are invoked,
 * memory that joins and changes, tools of servers that come and go. What happens meanwhile is counted, so that it is the
 * same in each run.
 */
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import { together } from "#src/annex/context/together.ts";
import { type ToolStatus, tellingTools } from "#src/annex/mcp/told-tools.ts";
import { Skills } from "#src/annex/skills/skills.ts";
import type { Hooks, SessionOptions } from "#src/index.ts";
import type { SessionPlan } from "./plan.ts";
import { remembering } from "./remembering.ts";
import type { World } from "./world.ts";

/** The same session, in which every other prompt invokes a skill. */
export function invoking({ turns }: SessionPlan): SessionPlan {
  const invokes = (prompt: string, at: number) => (at % 2 === 0 ? prompt : `/tell ${prompt}`);
  return { turns: turns.map((turn, at) => ({ ...turn, prompt: invokes(turn.prompt, at) })) };
}

/** What a session on this world is opened with, by every process. */
export function allTold(world: World): Partial<SessionOptions> {
  const { disk, root, cwd } = world;
  let count = 0;
  const write = (path: string, content: string) => disk.put(`${cwd}/${path}`, content);
  const happen = () => {
    count += 1;
    write(`.claude/skills/s${count % 3}/SKILL.md`, `---\ndescription: d${count}\n---\nDo it.`);
    disk.remove(`${cwd}/.claude/skills/s${(count + 1) % 3}/SKILL.md`);
    // It joins when `src/a.ts` is read, and is no part of what a process begins with.
    write("src/CLAUDE.md", `n${count}`);
  };
  write(".claude/skills/tell/SKILL.md", "---\ndescription: Tells.\n---\nTell $ARGUMENTS.");
  write("src/CLAUDE.md", "n0");
  const own: Hooks = async ({ event }) => {
    if (event === "UserPromptSubmit") happen();
    return { attachments: [{ type: "hook_additional_context", hookName: event, content: [`c${count}`] }] };
  };
  const statuses = () => {
    const status: ToolStatus = count % 2 === 0 ? "usable" : "altered";
    return new Map([["mcp__s__one", status], ...(count > 2 ? [["mcp__s__two", "later"] as const] : [])]);
  };
  const skills = new Skills({ disk, root, cwd, tell: () => {} });
  const { memory: _memory, hooks = own, ...more } = remembering(world);
  return {
    ...more,
    injections: ANNEX_INJECTIONS,
    hooks: together(own, skills.hooks, tellingTools(statuses), hooks),
  };
}
