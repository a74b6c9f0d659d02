/**
 * Chapter 1, played: a name that is said once and known for as long as it is sent; a process that ends and takes nothing
 * with it; and another session, which the same API knows nothing of.
 */
import type { Chapter, Stage } from "../scripts/chapter/chapter.ts";
import { answer, PROMPTS } from "./01-three-layers.model.ts";
import { MOMENTS, QUESTION, TITLE } from "./01-three-layers.words.ts";
import { said } from "./said.ts";

export const CHAPTER: Chapter = {
  number: 1,
  slug: "01-three-layers",
  title: TITLE,
  question: QUESTION,
  model: answer,
  play,
  moments: MOMENTS,
};

async function play(stage: Stage): Promise<void> {
  stage.put("CLAUDE.md", "Answer in one or two sentences.\n");
  // biome-ignore lint/suspicious/noTemplateCurlyInString: this is the source text of greet.mjs.
  stage.put("greet.mjs", "export const greet = (name) => `Hello, ${name}!`;\n");
  const first = stage.begin();
  await said(first, PROMPTS.hello);
  await said(first, PROMPTS.who);
  stage.exit();

  await said(stage.resume(first.id), PROMPTS.files);
  await said(stage.begin(), PROMPTS.who);
}
