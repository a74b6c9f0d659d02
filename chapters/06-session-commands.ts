/**
 * Chapter 6, played: a question beside the conversation, a step back with its file, a summary, a branch, a new session, and
 * the old one taken up again. All of it in files that only grow.
 */
import {
  branch,
  btw,
  type CheckpointPlace,
  checkpointing,
  compact,
  NO_HOOKS,
  promptsOf,
  rewind,
  rewinder,
  type Session,
} from "#src/index.ts";
import type { Chapter, Stage } from "../scripts/chapter/chapter.ts";
import { answer, PROMPTS } from "./06-session-commands.model.ts";
import { MOMENTS, QUESTION, TITLE } from "./06-session-commands.words.ts";
import { said } from "./said.ts";

export const CHAPTER: Chapter = {
  number: 6,
  slug: "06-session-commands",
  title: TITLE,
  question: QUESTION,
  model: answer,
  play,
  moments: MOMENTS,
};

async function play(stage: Stage): Promise<void> {
  const held: Held = {};
  const session = stage.begin({ hooks: (...asked) => checkpointing(NO_HOOKS, place)(...asked) });
  const place = checkpointsOf(stage, held, session);
  held.session = session;
  await said(session, PROMPTS.write);
  const aside = await stage.command(`/btw ${PROMPTS.aside}`, () => btw(session, PROMPTS.aside));
  stage.note(aside.answer);
  await said(session, PROMPTS.japanese);

  await stage.command("/rewind", () => {
    const { uuid } = promptsOf(session).find(({ text }) => text === PROMPTS.japanese) ?? { uuid: "" };
    const files = rewinder(place);
    const plan = files.plan(uuid);
    for (const { path, action } of plan ? files.restore(plan) : []) stage.note(`${path}: ${action}`);
    rewind(session, uuid);
  });
  stage.note(`bye.mjs says: ${stage.read("bye.mjs")?.trim()}`);
  await said(session, PROMPTS.shorter);

  const { preTokens, postTokens } = await stage.command("/compact", () => compact(session));
  stage.note(`${preTokens} tokens before, about ${postTokens} after`);

  const child = await stage.command("/branch", () => branch(session, { name: "with a name" }));
  held.session = child;
  await said(child, PROMPTS.elsewhere);

  await stage.command("/clear", () => stage.begin());
  stage.exit();
  await said(stage.resume(session.id), PROMPTS.goOn);
}

/** The session that goes on: a branch takes the place of the one it was made from. */
interface Held {
  session?: Session;
}

/** Where the files' earlier states are kept, as the command line keeps them. */
function checkpointsOf(stage: Stage, held: Held, { options }: Session): CheckpointPlace {
  const session = () => {
    if (!held.session) throw new Error("The session is not open yet.");
    return held.session;
  };
  const { disk, clock } = options.ports;
  const lines = () =>
    session()
      .log.read()
      .lines.map(({ line }) => line);
  return { disk, clock, root: stage.root, cwd: stage.cwd, session, lines, tell: (text) => stage.note(text) };
}
