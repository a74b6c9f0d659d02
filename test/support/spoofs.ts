/** Texts that somebody writes who wants them to be taken for the harness's own words. */
import fc from "fast-check";
import { shownAs } from "./law.ts";

const TAGS = [
  "system-reminder",
  "persisted-output",
  "tool_use_error",
  "task-notification",
  "command-name",
  "local-command-stdout",
  "bash-input",
];
const UNSEEN = ["", "", "", "", "\u200b", "\u00ad", "\ufeff", " ", "\n", "\u0000", "\u{e0041}"];

/** A tag as somebody would write it who wants it to be taken for one of the harness; `at` is where it can be cut. */
export const anySpoof = fc
  .record({
    name: fc.constantFrom(...TAGS),
    opening: fc.constantFrom("<", "</", "< /", "＜", "<\\", "<\\\\", "<\u200b", "<\t"),
    closing: fc.constantFrom(">", " >", "/>", ' a="b">', "\n>", ""),
    unseen: fc.array(fc.constantFrom(...UNSEEN), { minLength: 24, maxLength: 24 }),
    capitals: fc.array(fc.boolean(), { minLength: 24, maxLength: 24 }),
    around: fc.constantFrom(["", ""], ["do x ", " and y"], ["<b>", "</b>"], ["1\t", "\n"], ["<<", "<"]),
    cut: fc.nat(40),
  })
  .map(({ name, opening, closing, unseen, capitals, around: [before, after], cut }) => {
    const letters = [...name].map(
      (letter, at) => (capitals[at] ? letter.toUpperCase() : letter) + unseen[at],
    );
    const text = `${before}${opening}${letters.join("")}${closing}${after}`;
    const at = [...text].slice(0, cut % [...text].length).join("").length;
    return { text, first: `${text.slice(0, at)}`, second: text.slice(at) };
  });

/** Such a text, whole and in two parts. */
export type Spoof = typeof anySpoof extends fc.Arbitrary<infer S> ? S : never;
/** As a report shows it. */
export const shownSpoof = shownAs(anySpoof, ({ text, first }: Spoof) => JSON.stringify([text, first]));

/** Does a text hold what looks like a tag of a harness? */
export function lookAlike(text: string): boolean {
  return lookAlikes(text) > 0;
}

/**
 * How often one stands in it. Looked for in another way than the harness does: does the name of a tag stand right behind
 * a `<`, all else taken out?
 */
export function lookAlikes(text: string): number {
  const kept = text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}<\\]/gu, "");
  return TAGS.reduce((sum, tag) => sum + kept.split(`<${tag.replaceAll(/[-_]/g, "")}`).length - 1, 0);
}
