/** The language that somebody reads: one rule for the harness, the chapters, the workshop and the laws' reports. */

/** The languages that there are words in. */
export const LANGUAGES = ["en", "ja"] as const;

/** One of them. */
export type Language = (typeof LANGUAGES)[number];

/** Where it is said, the first that is set counts. */
const SAID_IN = ["HARNESS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"] as const;

/** The language that the environment asks for; English where it asks for none, or for one that there are no words in. */
export function languageOf(environment: Readonly<Record<string, string | undefined>>): Language {
  const said = SAID_IN.map((name) => environment[name]).find((value) => value !== undefined && value !== "");
  const asked = (said ?? "").slice(0, 2).toLowerCase();
  return LANGUAGES.find((language) => language === asked) ?? "en";
}
