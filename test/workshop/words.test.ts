/** What the workshop says: the same in both languages, and what is typed to it. */
import { expect, test } from "vitest";
import { askedFor } from "../../scripts/workshop/asked.ts";
import type { Exercise } from "../../scripts/workshop/exercise.ts";
import { meant, nextOf } from "../../scripts/workshop/exercises.ts";
import { WORDS } from "../../scripts/workshop/words.ts";
import { LAW_WORDS } from "../support/law-words.ts";
import { EXERCISE } from "./small-project.ts";

/** Every text of a table by its place; a function is called with marks, and of its text those are left that it shows. */
function textsIn(table: object, place = ""): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [key, value] of Object.entries(table)) {
    const at = `${place}.${key}`;
    if (typeof value === "string") texts.set(at, value);
    else if (typeof value === "function") texts.set(at, value(4711, 4712, 4713));
    else for (const [inner, text] of textsIn(value, at)) texts.set(inner, text);
  }
  return texts;
}

test.each([
  ["the workshop", WORDS],
  ["a law's report", { en: { ...LAW_WORDS.en, causes: {} }, ja: { ...LAW_WORDS.ja, causes: {} } }],
])("%s says the same things in both languages, and shows the same in them", (_, { en, ja }) => {
  const [english, japanese] = [textsIn(en), textsIn(ja)];
  expect([...japanese.keys()]).toEqual([...english.keys()]);
  for (const [at, text] of english) {
    const marks = (said = "") =>
      [...said.matchAll(/471\d|WORKSHOP_\w+|npm run workshop \w+/g)].map(String).sort();
    expect(marks(japanese.get(at)), at).toEqual(marks(text));
    expect(text.trim(), at).not.toBe("");
  }
});

test("Japanese is Japanese", () => {
  const latin = [...textsIn(WORDS.ja)].filter(
    ([, text]) => !/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text),
  );
  expect(latin).toEqual([]);
});

test("words are understood with and without dashes, in any order but what comes first", () => {
  const nothing = { isSure: false, isJson: false, isManual: false };
  expect(askedFor([], {})).toEqual({ language: "en", ...nothing });
  expect(askedFor(["ja", "4"], {})).toEqual({ language: "ja", exercise: "4", ...nothing });
  expect(askedFor(["report", "--json"], { LANG: "ja_JP.UTF-8" })).toEqual({
    language: "ja",
    action: "report",
    ...nothing,
    isJson: true,
  });
  expect(askedFor(["report", "json"], { HARNESS_LANG: "en", LANG: "ja_JP" })).toMatchObject({
    language: "en",
    isJson: true,
  });
  expect(askedFor(["solution", "walk", "yes"], {})).toMatchObject({
    action: "solution",
    exercise: "walk",
    isSure: true,
  });
  expect(askedFor(["--lang", "ja", "manual"], {})).toEqual({ language: "ja", ...nothing, isManual: true });
  expect(askedFor(["run", "walk", "fast"], {})).toMatchObject({ stray: "fast" });
});

const ALL = ["04-walk", "04-leaf", "05-rows", "06-rewind"].map((id): Exercise => ({ ...EXERCISE, id }));

test("an exercise is meant by its id, by a part of it, or by its chapter: then the first of it that is not done", () => {
  const ids = (word: string, ...done: string[]) =>
    meant(ALL, word, (id) => done.includes(id)).map(({ id }) => id);
  expect(ids("04-leaf")).toEqual(["04-leaf"]);
  expect(ids("WIND")).toEqual(["06-rewind"]);
  expect(ids("04-")).toEqual(["04-walk", "04-leaf"]);
  expect(ids("4")).toEqual(["04-walk"]);
  expect(ids("4", "04-walk")).toEqual(["04-leaf"]);
  expect(ids("04", "04-walk", "04-leaf")).toEqual(["04-walk"]);
  expect(ids("9")).toEqual([]);
});

test("next is what was begun, then what follows it, then what was passed over", () => {
  const next = (current: string | undefined, ...done: string[]) =>
    nextOf(ALL, current, (id) => done.includes(id))?.id;
  expect(next(undefined)).toBe("04-walk");
  expect(next("05-rows")).toBe("05-rows");
  expect(next("05-rows", "05-rows")).toBe("06-rewind");
  expect(next("06-rewind", "05-rows", "06-rewind")).toBe("04-walk");
  expect(next("unknown")).toBe("04-walk");
  expect(next("04-walk", ...ALL.map(({ id }) => id))).toBeUndefined();
});
