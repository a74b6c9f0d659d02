/** The table of rules: it is whole, and what it says of a rule is so. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { RULES } from "../../mock-api/index.ts";
import { fixedBecause, switchOf } from "../../mock-api/rules/rule.ts";

const MOCK = fileURLToPath(new URL("../../mock-api/", import.meta.url));
const read = (file: string): string => readFileSync(join(MOCK, file), "utf8");

test("every rule of the API has a row: MR-1 to MR-120", () => {
  const ids = new Set<string>(RULES.map(({ id }) => id));
  const all = Array.from({ length: 120 }, (_, nth) => `MR-${nth + 1}`);
  expect(all.filter((id) => !ids.has(id))).toEqual([]);
});

test("the file that a rule says it is kept in names the rule", () => {
  const kept = RULES.filter(({ keptIn }) => keptIn?.endsWith(".ts"));
  expect(kept.length).toBeGreaterThan(50);
  const unnamed = kept.filter(({ id, keptIn = "" }) => !new RegExp(`\\b${id}\\b`).test(read(keptIn)));
  expect(unnamed.map((rule) => `${switchOf(rule)}: ${rule.keptIn}`)).toEqual([]);
});

test("no two rows have one name", () => {
  expect(new Set(RULES.map(switchOf)).size).toBe(RULES.length);
});

test("a rule that another file keeps can be turned just where that file asks for it", () => {
  const sources = readdirSync(MOCK, { recursive: true, encoding: "utf8" }).filter((file) =>
    file.endsWith(".ts"),
  );
  const asked = sources.flatMap((file) =>
    [...read(file).matchAll(/\bisOn\("(MR-[^"]+)"\)/g)].map((match) => match[1]),
  );
  const checked = RULES.filter(({ keptIn }) => keptIn === undefined).map(switchOf);
  const turnable = RULES.filter((rule) => rule.keptIn !== undefined && !fixedBecause(rule)).map(switchOf);
  expect(asked.filter((rule) => !checked.includes(rule ?? "")).toSorted()).toEqual(turnable.toSorted());
});
