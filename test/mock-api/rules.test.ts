import { expect, test } from "vitest";
import { RULES } from "../../mock-api/rules/table.ts";

test("the table of rules holds every refusal of the first part", () => {
  const refusals = [20, 22, 25, 28, 29, 30, 31, 32, 33, 42, 45, 52, 53, 55].map((number) => `MR-${number}`);
  expect(refusals.filter((id) => !RULES.some((rule) => rule.id === id))).toEqual([]);
});
