/** What the README says of injections is what the tables say that are code (C-4.6). */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import { LIVES } from "#src/context/attachments.ts";

const README = readFileSync(new URL("../../README.md", import.meta.url), "utf8");

test("the README names every type of injection in the row of what becomes of it, and says of each row what is so", () => {
  const rows = ["persistent", "volatile, `vanish`", "volatile, `sticky`"].map(rowOf);
  const [persistent = [], vanish = []] = rows;
  const types = (life: "persistent" | "volatile") =>
    Object.entries(ANNEX_INJECTIONS).flatMap(([type, row]) =>
      (row.life ?? "persistent") === life ? [type] : [],
    );
  expect(namesIn(persistent[3])).toEqual(types("persistent").sort());
  expect(namesIn(vanish[3])).toEqual(types("volatile").sort());
  for (const [at, life] of [LIVES.persistent, LIVES.vanish, LIVES.sticky].entries()) {
    const [logged = "", again = "", stands = ""] = rows[at] ?? [];
    expect(!logged.startsWith("no")).toBe(life.isLogged);
    expect(!again.startsWith("no")).toBe(life.isSentAgain);
    expect(stands === "where it came up").toBe(life.stands === "where it came up");
  }
});

/** The cells of a row behind its first. */
function rowOf(first: string): string[] {
  const line = README.split("\n").find((each) => each.startsWith(`| ${first} |`)) ?? "";
  return line
    .split("|")
    .slice(2, -1)
    .map((cell) => cell.trim());
}

function namesIn(cell = ""): string[] {
  return [...cell.matchAll(/`([a-z_]+)`/g)].map(([, name = ""]) => name).sort();
}
