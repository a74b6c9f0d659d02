/**
 * Chapter 2, played: hits that grow with the conversation; an hour and ten minutes in which what was kept expires; one byte
 * more in the system prompt; the same tools in another order. After each request it is told what its input costs.
 */
import { cost } from "#mock-api";
import { CORE_TOOLS, type HarnessEvent, type SessionOptions } from "#src/index.ts";
import { count } from "#src/terminal/api-pane.ts";
import type { Chapter, Stage } from "../scripts/chapter/chapter.ts";
import { answer, PROMPTS, SOURCE } from "./02-prompt-cache.model.ts";
import { MOMENTS, QUESTION, TITLE } from "./02-prompt-cache.words.ts";
import { said } from "./said.ts";

export const CHAPTER: Chapter = {
  number: 2,
  slug: "02-prompt-cache",
  title: TITLE,
  question: QUESTION,
  model: answer,
  play,
  moments: MOMENTS,
};

async function play(stage: Stage): Promise<void> {
  const priced = { emit: (event: HarnessEvent) => tellPrice(stage, event) };
  const brief: Partial<SessionOptions> = { ...priced, appendSystemPrompt: "Be brief" };
  const oneByteMore = { ...brief, appendSystemPrompt: "Be brief." };
  stage.put("greet.mjs", SOURCE);
  const first = stage.begin(brief);
  await said(first, PROMPTS.what);
  await said(first, PROMPTS.empty);
  stage.wait(70);
  await said(first, PROMPTS.change);
  stage.exit();

  await said(stage.resume(first.id, oneByteMore), PROMPTS.still);
  const reordered = stage.resume(first.id, { ...oneByteMore, tools: [...CORE_TOOLS].reverse() });
  await said(reordered, PROMPTS.tools);
}

/** What the input of a request has cost, in fresh tokens, and what it would cost if there were no cache (C-1.13). */
function tellPrice(stage: Stage, event: HarnessEvent): void {
  if (event.type !== "response") return;
  const { model, usage } = event.response;
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written, input_tokens: rest } = usage;
  const paid = Math.round(priceOf(model, read, written, rest) / priceOf(model, 0, 0, 1));
  const all = read + written + rest;
  stage.note(
    `input paid like ${count(paid)} fresh tokens (${count(read)} × 0.1 + ${count(written)} × 2), uncached ${count(all)}`,
  );
}

/** The price of some input, written for an hour. */
function priceOf(model: string, read: number, written: number, fresh: number): number {
  const cache_creation = { ephemeral_1h_input_tokens: written, ephemeral_5m_input_tokens: 0 };
  const counted = { input_tokens: fresh, output_tokens: 0, cache_read_input_tokens: read, cache_creation };
  return cost(counted, model).total;
}
