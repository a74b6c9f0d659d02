/** The benchmark's figure that the README promises, played again: our own row, which is the quick one. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { allOutcomes, outcomeWith } from "../../scripts/bench/cache.ts";
import { cellsOf, rowInReadme, statedInReadme } from "../../scripts/bench/cache-readme.ts";

test("over the reference session we read 99 % of what can be read, and the README states our figures", async () => {
  if (process.env["UPDATE"]) statedInReadme(await allOutcomes());
  const ours = await outcomeWith("ours");
  expect(ours.ofAllowed).toBeGreaterThanOrEqual(0.99);
  const readme = readFileSync(new URL("../../README.md", import.meta.url), "utf8");
  expect(readme, "UPDATE=1 npm test sets the figures right").toContain(rowInReadme(cellsOf(ours)));
});
