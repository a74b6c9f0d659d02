/** What laws say: in Japanese by the chapters' list of laws, in English by the tests that state them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { placeOf } from "../../test/support/law-words.ts";
import type { Language } from "../chapter/chapter.ts";
import { lawsIn } from "../pages/stated-laws.ts";
import { filesStating } from "./law-process.ts";

/** The sentences of laws, by id. */
export function sentencesOf(root: string, laws: readonly string[], language: Language): Map<string, string> {
  const stated = new Map<string, string>();
  for (const file of filesStating(root, laws)) {
    for (const { id, sentence } of lawsIn(readFileSync(join(root, file), "utf8"))) stated.set(id, sentence);
  }
  return new Map(
    laws.map((id) => {
      const { sentence } = language === "en" ? {} : placeOf(id, language, join(root, "chapters"));
      return [id, sentence ?? stated.get(id) ?? ""];
    }),
  );
}
