/** A session by what a person calls it; a line that Tab has completed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { mentionsFrom } from "#src/annex/completion/paths.ts";
import { ageOf } from "#src/annex/log/age.ts";
import { sessionsNamed } from "#src/annex/log/sessions/named.ts";
import { previewOf } from "#src/annex/log/sessions/preview.ts";
import { mentionsIn } from "#src/context/mentions.ts";
import { listSessions } from "#src/index.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { law, shownAs } from "../support/law.ts";
import { entry, idOf, shelf } from "../support/shelf.ts";

const CWD = "/home/user/demo";
const TITLES = ["Fix the log", "fix the log", "Fix the log again", "日本語の題", "ログ", "0000000", "a"];

const titles = fc.array(fc.constantFrom(...TITLES), { minLength: 1, maxLength: 6 });
const name = fc.oneof(
  fc.constantFrom(...TITLES, "FIX THE  LOG", "log", "本語", "ﾛｸﾞ", "00000001", "00000003-0000", " ", "nobody"),
  fc.nat(5).map((number) => idOf(number + 1)),
);

law(
  "session-named",
  "A name finds the sessions whose id begins so; where there is none those with just that title, else those whose title holds it, whatever their capitals and widths; the one that changed last comes first, and none of another directory",
  [titles, name],
  (all, asked) => {
    const log = (number: number, title: string, cwd: string) => ({
      [idOf(number)]: [
        entry("said", cwd),
        { type: "custom-title", customTitle: title, sessionId: idOf(number) },
      ],
    });
    const mine = all.map((title, at) => log(at + 1, title, "/a/b-c"));
    const logs = shelf({ "-a-b-c": Object.assign({}, ...mine, log(9, all[0] ?? "", "/a/b/c")) });
    const plain = (text: string) => text.normalize("NFKC").toLowerCase().replace(/\s+/gu, " ").trim();
    const numbered = all.map((title, at) => ({ id: idOf(at + 1), title: plain(title) })).reverse();
    const wanted = plain(asked);
    const byId = numbered.filter(({ id }) => id.startsWith(asked.trim()));
    const same = numbered.filter(({ title }) => title === wanted);
    const within = numbered.filter(({ title }) => title.includes(wanted));
    const expected = wanted === "" ? [] : byId.length > 0 ? byId : same.length > 0 ? same : within;
    const found = sessionsNamed(logs, "/root", { real: "/a/b-c" }, asked);
    expect(found.map(({ id }) => id)).toEqual(expected.map(({ id }) => id));
  },
  { runs: 80 },
);

const part = fc.constantFrom("a", "ab", "my notes", ".hid", "日本", "x.ts", "b-c", 'quo"te', "l\nine");
const files = shownAs(
  fc.array(fc.array(part, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 8 }),
  (all) => all.map((parts) => parts.join("/")).join(", "),
);
const typed = fc.constantFrom(
  "@",
  '@"',
  "@a",
  "@a/",
  "@m",
  '@"my notes/',
  "@.",
  "@../",
  "@日",
  "@b-c/",
  "@/home",
);

law(
  "completed-there",
  "Whatever Tab offers begins as what was typed and is there, in the project; a file that it has put into a line is what the prompt then names, and nothing else",
  [files, typed],
  (all, word) => {
    const disk = new MemoryDisk();
    // A name cannot be a folder and a file at once.
    for (const parts of all)
      disk.write(
        [CWD, ...parts.map((each, at) => (at < parts.length - 1 ? each : `${each}_`))].join("/"),
        "x",
      );
    disk.write("/home/user/secret.md", "x");
    const offered = mentionsFrom(disk, CWD, word);
    if (new Set(offered).size !== offered.length) throw new Error("offered twice");
    for (const mention of offered) {
      const bare = mention.replace(/^@"?/, "").replace(/"$/, "");
      if (!mention.startsWith(word) && !`@${bare}`.startsWith(word.replace('"', "")))
        throw new Error(`not so typed: ${mention}`);
      if (disk.kind(`${CWD}/${bare.replace(/\/$/, "")}`) === undefined)
        throw new Error(`not there: ${mention}`);
      if (mention.endsWith("/")) continue;
      const { there, missing } = mentionsIn(`see ${mention} `, disk, CWD);
      expect({ there, missing }).toEqual({ there: [{ file_path: bare }], missing: [] });
    }
  },
  { runs: 80 },
);

test("how long ago", () => {
  const minute = 60_000;
  const ages = [
    0,
    59_000,
    minute,
    59 * minute,
    60 * minute,
    47 * 60 * minute,
    40 * 24 * 60 * minute,
    Number.NaN,
    -5,
  ];
  expect(ages.map((ms) => ageOf(0, ms))).toEqual([
    "just now",
    "just now",
    "1 min ago",
    "59 min ago",
    "1 h ago",
    "1 d ago",
    "1 mo ago",
    "?",
    "just now",
  ]);
});

test("how a session ended: its last prompt and answer, without what a client wrote in a person's place", () => {
  const answer = {
    ...entry("", "/a"),
    type: "assistant",
    uuid: "a1",
    message: { role: "assistant", content: [{ type: "text", text: "So\n it\u001b[2J is." }] },
  };
  const lines = [
    entry("first", "/a"),
    entry("last words", "/a"),
    answer,
    { ...entry("meta", "/a"), isMeta: true },
  ];
  const logs = shelf({ "-a": { [idOf(1)]: lines } });
  const [row] = listSessions(logs, "/root", { real: "/a" });
  if (!row) throw new Error("no session");
  expect(previewOf(logs, row, 80)).toEqual({ prompt: "last words", answer: "So it\ufffd[2J is." });
  const gone = {
    ...logs,
    open: () => {
      throw Object.assign(new Error("gone"), { code: "ENOENT" });
    },
  };
  expect(previewOf(gone, row, 80)).toEqual({ prompt: undefined, answer: undefined });
});
