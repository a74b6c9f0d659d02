/**
 * Chapter 3, played: a turn of four steps, with a batch of three tools and thinking between the calls; an answer that is cut
 * off and goes on; and a harness that tidies the model's thinking, until the API says no.
 */
import type { Message } from "#src/index.ts";
import type { Chapter, Stage } from "../scripts/chapter/chapter.ts";
import { answer, PROJECT, PROMPTS, shell } from "./03-agentic-loop.model.ts";
import { MOMENTS, QUESTION, TITLE } from "./03-agentic-loop.words.ts";
import { said } from "./said.ts";

export const CHAPTER: Chapter = {
  number: 3,
  slug: "03-agentic-loop",
  title: TITLE,
  question: QUESTION,
  model: answer,
  shell,
  play,
  moments: MOMENTS,
};

async function play(stage: Stage): Promise<void> {
  let tidies = false;
  for (const [path, content] of Object.entries(PROJECT)) stage.put(path, content);
  const session = stage.begin({ lastLook: (messages) => (tidies ? messages.map(tidied) : messages) });
  await said(session, PROMPTS.fix);
  await said(session, PROMPTS.tell);

  stage.note("from here on this harness tidies thinking: it takes the full stop off its end");
  tidies = true;
  const { stop } = await session.prompt(PROMPTS.again);
  if (stop !== "api_error") throw new Error("Thinking was altered, and the API took it.");

  stage.note("tidying is off again");
  tidies = false;
  await said(session, PROMPTS.once);
}

/** What no harness may do: the words of a thinking block, with another end. */
function tidied({ role, content }: Message): Message {
  const tidy = (words: unknown) => String(words).replace(/\.$/, "");
  return {
    role,
    content: content.map((block) =>
      block.type === "thinking" ? { ...block, thinking: tidy(block["thinking"]) } : block,
    ),
  };
}
