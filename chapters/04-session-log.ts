/**
 * Chapter 4, played: the example turn of eight entries, a batch that a kill cuts in two, another process that goes on from
 * the file alone, and a second branch in the same file.
 */
import { type Hooks, isChainEntry, type Line, promptsOf, rewind, type Session } from "#src/index.ts";
import type { Chapter, Stage } from "../scripts/chapter/chapter.ts";
import { answer, PROMPTS, SOURCE, shell } from "./04-session-log.model.ts";
import { MOMENTS, QUESTION, TITLE } from "./04-session-log.words.ts";
import { said } from "./said.ts";

export const CHAPTER: Chapter = {
  number: 4,
  slug: "04-session-log",
  title: TITLE,
  question: QUESTION,
  model: answer,
  shell,
  play,
  moments: MOMENTS,
};

async function play(stage: Stage): Promise<void> {
  const lines: Line[] = [];
  const listen = (event: { readonly type: string; readonly line?: Line }) => {
    if (event.line) lines.push(event.line);
  };
  stage.put("greet.ts", SOURCE);
  const first = stage.begin({
    hooks,
    emit: (event) => {
      listen(event);
      // The Read is done and logged, the command is still running: now the process is killed.
      if (event.type === "tool-end" && event.call.name === "Read") stage.exit();
    },
  });
  await said(first, PROMPTS.why);
  await killedIn(first, PROMPTS.fix);

  const second = stage.resume(first.id, { hooks, emit: listen });
  await said(second, PROMPTS.again);
  const fix = promptsOf(second).find(({ text }) => text === PROMPTS.fix);
  await stage.command("/rewind", () => rewind(second, fix?.uuid ?? ""));
  await said(second, PROMPTS.instead);
  for (const text of counted(lines)) stage.note(text);
  stage.exit();
}

/** What the user's settings leave in the log: notes of the harness for itself, which no model sees (C-3.10). */
const hooks: Hooks = async (moment, _signal, told = () => []) => {
  if (moment.event === "UserPromptSubmit" && told().every(({ type }) => type !== "task_reminder"))
    return { attachments: [{ type: "task_reminder" }] };
  if (moment.event === "PostToolUse" && moment.call.name === "Bash")
    return { attachments: [{ type: "hook_success", hookName: "PostToolUse:Bash", exitCode: 0 }] };
  return { attachments: [] };
};

async function killedIn(session: Session, prompt: string): Promise<void> {
  const lived = await session.prompt(prompt).then(
    () => true,
    () => false,
  );
  if (lived) throw new Error("The process was to be killed in this turn, and lived.");
}

/** Input tokens as the lines show them, added line by line, and then call by call (C-3.9). */
function counted(lines: readonly Line[]): string[] {
  const shown = lines.filter(isChainEntry).flatMap(({ message }) => {
    const { id, usage } = (message ?? {}) as { id?: string; usage?: Record<string, number> };
    return id && usage ? [{ id, tokens: inputOf(usage) }] : [];
  });
  const calls = new Map(shown.map(({ id, tokens }) => [id, tokens]));
  const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0).toLocaleString("en-US");
  return [
    `${shown.length} lines show a usage: added up, ${sum(shown.map(({ tokens }) => tokens))} tokens of input`,
    `${calls.size} calls were made: each counted once, ${sum([...calls.values()])}`,
  ];
}

function inputOf(usage: Readonly<Record<string, number>>): number {
  const parts = ["input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"];
  return parts.reduce((sum, part) => sum + (usage[part] ?? 0), 0);
}
