/**
 * Chapter 7, played: what fills the window before the first prompt, what comes with each file, what an agent keeps out of
 * it, and what is left when the conversation is compacted. The session has all that a grown-up harness has.
 */
import {
  ANNEX_INJECTIONS,
  agentTool,
  allTools,
  carryingOver,
  compact,
  hooksFrom,
  openServers,
  type Session,
  SessionMemory,
  Skills,
  together,
} from "#src/index.ts";
import type { Chapter, Stage } from "../scripts/chapter/chapter.ts";
import { FORMATTER, furnish, TRACKER } from "./07-context-window.machine.ts";
import { answer, PROMPTS } from "./07-context-window.model.ts";
import { MOMENTS, QUESTION, TITLE } from "./07-context-window.words.ts";
import { said } from "./said.ts";

export const CHAPTER: Chapter = {
  number: 7,
  slug: "07-context-window",
  title: TITLE,
  question: QUESTION,
  model: answer,
  play,
  moments: MOMENTS,
};

async function play(stage: Stage): Promise<void> {
  furnish(stage);
  const { session, memory } = await opened(stage);
  await said(session, PROMPTS.mend);
  await said(session, PROMPTS.others);
  await stage.command("/memory", () => {
    for (const line of memory.report(session.log.told()).split("\n")) stage.note(line);
  });
  const { preTokens, postTokens } = await stage.command("/compact", () => compact(session));
  stage.note(`${preTokens} tokens before, about ${postTokens} after`);
  await said(session, PROMPTS.bye);
}

/** A session as the command line composes it, with a window of 200,000 tokens. */
async function opened(stage: Stage): Promise<{ session: Session; memory: SessionMemory }> {
  const { disk, root, cwd } = stage;
  const tell = (text: string) => stage.note(text);
  const place = { disk, root, cwd, home: "/home/user" };
  const skills = new Skills({ ...place, tell });
  const newMemory = () => new SessionMemory({ place, tell });
  const memory = newMemory();
  const servers = await openServers(TRACKER.toStart, TRACKER.connect, tell);
  const formatter = hooksFrom(FORMATTER.commands, {
    run: FORMATTER.run,
    clock: { now: () => session.options.ports.clock.now() },
    cwd,
    session: () => session,
    tell,
  });
  const carried = carryingOver({
    session: () => session,
    restoreFiles: "none",
    skills: () => skills.found().skills,
  });
  const hooks = together(formatter, skills.hooks, servers.hooks);
  const tools = [...allTools(), skills.tool, ...servers.tools];
  const agents = agentTool({
    options: () => newMemory().of({ ...session.options, hooks, tools }),
    parent: () => session,
    tells: together(skills.ofAgents, servers.hooks),
  });
  const session: Session = stage.begin({
    settings: { model: "claude-haiku-4-5", thinking: "off" },
    appendSystemPrompt: "Answer in one or two sentences.",
    injections: ANNEX_INJECTIONS,
    readMemory: memory.read,
    hooks: together(hooks, memory.hooks, carried),
    tools: [...tools, agents],
  });
  return { session, memory };
}
