/** What the harness knows of each model, held against the documentation's table (MR-50, MR-88, MR-97). */
import { expect, test } from "vitest";
import { modelFacts } from "#src/request/models.ts";
import { DOCUMENTED } from "../mock-api/model-table.ts";
import { MODELS } from "../support/campaign/conversations.ts";

const ANSWERING = DOCUMENTED.filter(({ model }) => MODELS.some((name) => name === model));

test.each(ANSWERING)("$model: its size, its ways to think and its efforts", (row) => {
  const { model, window, outputCap, modes, efforts } = row;
  const facts = modelFacts(model);
  expect(facts).toMatchObject({ window, maxOutput: outputCap });
  expect([...facts.modes].sort()).toEqual([...modes].sort());
  expect(facts.efforts).toEqual(efforts);
});
