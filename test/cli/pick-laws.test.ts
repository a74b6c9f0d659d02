/** Lists that are chosen from: what is shown of them. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { widthOf } from "#src/annex/log/one-line.ts";
import { type Choice, found, MOST_TOLD } from "#src/terminal/pick/choices.ts";
import { sessionList } from "#src/terminal/pick/session-list.ts";
import { law } from "../support/law.ts";

const words = fc
  .array(
    fc.constantFrom(
      "fix",
      " ",
      "Log",
      "日本語",
      "ﾛｸﾞ",
      "👨‍👩‍👧",
      "\n",
      "\t",
      "\x1b[2J",
      "\u202e",
      "\ud83d",
      "x".repeat(40),
    ),
    { maxLength: 8 },
  )
  .map((all) => all.join(""));

const choices: fc.Arbitrary<readonly Choice<number>[]> = fc
  .array(fc.record({ name: words, also: words, about: fc.array(words, { maxLength: 3 }) }), { maxLength: 6 })
  .map((all) => all.map((each, value) => ({ ...each, value })));

/** What steers a terminal, the joiner of emoji left out. */
const STEERS = /(?!\u200d)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

law(
  "list-harmless",
  "Whatever the things of a list are called: each stands in one row that fits, what is told of it in few, no row steers the terminal, and those that are shown are those that hold every word that is searched for",
  [
    choices,
    fc.constantFrom("", "fix", "LOG fix", "ログ", "日本", "nothing"),
    fc.integer({ min: 12, max: 100 }),
  ],
  (all, searched, width) => {
    const list = { choices: all, aboutOf: (value: number) => [`more of ${value}`] };
    const shown = found(list, searched, width);
    for (const { name, description } of shown) {
      const told = description.split("\n");
      if (told.length > MOST_TOLD) throw new Error(`${told.length} rows are told`);
      for (const row of [name, ...told]) {
        if (widthOf(row) > width) throw new Error(`wider than ${width}: ${JSON.stringify(row)}`);
        if (STEERS.test(row)) throw new Error(`steers the terminal: ${JSON.stringify(row)}`);
      }
    }
    const plain = (text: string) => text.normalize("NFKC").toLowerCase();
    const wanted = plain(searched).split(" ");
    const fit = all.filter(({ name, also = "" }) =>
      wanted.every((word) => plain(`${name} ${also}`).includes(word)),
    );
    expect(shown.map(({ value }) => value)).toEqual(fit.map(({ value }) => value));
  },
  { runs: 150 },
);

test("sessions: age and title in a row, then what they are; where they lie apart is told", () => {
  const row = {
    id: "0123456789abcdef",
    title: "Fix the log",
    title_source: "custom-title",
    title_written_for: null,
    changed: 0,
    bytes: 3 * 1024 * 1024,
    branch: "main",
    cwd: "/a/b-c",
    path: "/nowhere.jsonl",
    printed: false,
    branched_from: null,
  } as const;
  const list = sessionList(
    [row, { ...row, title: "", branch: null, changed: 7_000_000, branched_from: "89abcdef0" }],
    {
      now: 7_200_000,
    },
  );
  const shown = found(list, "", 72);
  expect(shown.map(({ name }) => name)).toEqual(["2 h ago    Fix the log", "3 min ago  (without a title)"]);
  expect(shown.map(({ description }) => description)).toEqual([
    "  01234567 · main · 3.0 MB · /a/b-c",
    "  01234567 · 3.0 MB · /a/b-c · branched off 89abcdef",
  ]);
});
