/** What laws say: in Japanese by the chapters' list of laws, in English by the tests that state them. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { placeOf } from "../../test/support/law-words.ts";
import type { Language } from "../chapter/chapter.ts";
import { filesStating } from "./law-process.ts";

/** The sentences of laws, by id. */
export function sentencesOf(root: string, laws: readonly string[], language: Language): Map<string, string> {
  const stated = new Map<string, string>();
  for (const file of filesStating(root, laws)) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, id = "", sentence = ""] of text.matchAll(/\blaw\(\s*"([a-z0-9-]+)",\s*"([^"]+)"/g)) {
      stated.set(id, sentence);
    }
  }
  return new Map(
    laws.map((id) => {
      const { sentence } = language === "en" ? {} : placeOf(id, language, join(root, "chapters"));
      return [id, sentence ?? stated.get(id) ?? ""];
    }),
  );
}
