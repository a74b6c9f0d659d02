/**
 * Chapter 5, played: all four channels in one request, results that are wrapped, reminders that vanish and reminders that
 * stay, and a task list that is fetched and not pasted in.
 */
import {
  ANNEX_INJECTIONS,
  type Attachment,
  allTools,
  carryingOver,
  compact,
  type Hooks,
  persisting,
  type Reminders,
  type Session,
  type SessionOptions,
  taskReminders,
  together,
} from "#src/index.ts";
import type { Chapter, Stage } from "../scripts/chapter/chapter.ts";
import { answer, PROMPTS, shell } from "./05-context-injection.model.ts";
import { MOMENTS, QUESTION, TITLE } from "./05-context-injection.words.ts";
import { said } from "./said.ts";

export const CHAPTER: Chapter = {
  number: 5,
  slug: "05-context-injection",
  title: TITLE,
  question: QUESTION,
  model: answer,
  shell,
  play,
  moments: MOMENTS,
};

/** A model whose thinking holds only behind the very words that it was made after (C-2.14). */
const MODEL = "claude-opus-5-5";

async function play(stage: Stage): Promise<void> {
  stage.put("CLAUDE.md", "Answer in one or two sentences.\n");
  stage.put("notes.md", "# Notes\n\nThe list is in todo.md. Run the tests first.\n");
  stage.put("todo.md", "");
  const first = opened(stage, "vanish", "bypassPermissions", (options) => stage.begin(options));
  await said(first, PROMPTS.look);
  stage.exit();

  const second = opened(stage, "sticky", "plan", (options) => stage.resume(first.id, options));
  await said(second, PROMPTS.plan);
  await stage.command("/compact", () => compact(second));
  await said(second, PROMPTS.open);
}

/** A session with all that a grown-up harness tells the model, in the mode given. */
function opened(
  stage: Stage,
  reminders: Reminders,
  mode: string,
  open: (options: Partial<SessionOptions>) => Session,
): Session {
  const keeping = {
    ids: { uuid: () => "0000aaaa" },
    save: (path: string, content: string) => stage.put(path, content),
    folder: () => session.path.replace(/\.jsonl$/, "/tool-results"),
  };
  const session: Session = open({
    settings: { model: MODEL, reminders },
    tools: persisting(allTools(), keeping),
    injections: ANNEX_INJECTIONS,
    volatile: () => holding(mode),
    permissionMode: () => mode,
    hooks: together(
      branchHook,
      taskReminders(() => session.log.way()),
      carryingOver({ session: () => session, restoreFiles: "none", skills: () => [] }),
    ),
  });
  return session;
}

/** What holds now, and may not hold at the next request. */
function holding(mode: string): Attachment[] {
  return [
    { type: "current_date", date: "2026-07-28" },
    { type: "permission_mode", mode },
  ];
}

/** A hook of the user's, which says something at the first prompt. */
const branchHook: Hooks = async (moment, _signal, told = () => []) => {
  const isNews = told().every(({ type }) => type !== "hook_additional_context");
  if (moment.event !== "UserPromptSubmit" || !isNews) return { attachments: [] };
  const content = ["The branch is main, and nothing is staged."];
  return {
    attachments: [
      { type: "hook_additional_context", hookName: moment.event, hookEvent: moment.event, content },
    ],
  };
};
