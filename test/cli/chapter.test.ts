import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import stringWidth from "string-width";
import { describe, expect, test } from "vitest";
import { AskedWrongly, askedFor } from "../../scripts/chapter/asked.ts";
import { type Book, bookNumbered, bookOf } from "../../scripts/chapter/book.ts";
import { LANGUAGES } from "../../scripts/chapter/chapter.ts";
import { chapterNumbers } from "../../scripts/chapter/chapters.ts";
import { pageText, VIEWS } from "../../scripts/chapter/page.ts";
import { readingOf } from "../../scripts/chapter/reading.ts";
import { wholeText } from "../../scripts/chapter/run.ts";
import { sourcePart } from "../../scripts/chapter/source.ts";
import { viewOf } from "../../scripts/chapter/view.ts";
import { VIEWER_WORDS } from "../../scripts/chapter/words.ts";
import { readPart } from "../../scripts/parts.ts";
import { playChapter } from "../../scripts/stage/play.ts";
import { type Key, runKeyed } from "../../src/terminal/keyed.ts";
import { place } from "../support/glass.ts";
import { TINY } from "../support/tiny-chapter.ts";
import { TmuxGlass } from "../support/tmux.ts";

const GOLDEN = fileURLToPath(new URL("../golden/", import.meta.url));
const JAPANESE = /[ぁ-んァ-ヶ一-龠]/;
const PRINTED = { width: 80, color: false } as const;
const NUMBERS = chapterNumbers();

const bookWith = async (number: number): Promise<Book> => {
  const book = await bookNumbered(number);
  if (!book) throw new Error(`There is no chapter ${number}.`);
  return book;
};

describe.each(NUMBERS)("chapter %i", (number) => {
  test.each(LANGUAGES)("is printed as its golden text says, in %s", async (language) => {
    const text = wholeText(await bookWith(number), { ...PRINTED, language });
    const file = join(GOLDEN, `${String(number).padStart(2, "0")}.${language}.txt`);
    if (process.env["UPDATE"] === "1") {
      mkdirSync(GOLDEN, { recursive: true });
      writeFileSync(file, text);
    }
    expect(existsSync(file) ? readFileSync(file, "utf8") : "", "UPDATE=1 npm test writes it").toBe(text);
  });

  test("has a moment for each step, in both languages, about code that is there", async () => {
    const { chapter, steps } = await bookWith(number);
    expect(chapter.number).toBe(number);
    expect(chapter.moments).toHaveLength(steps.length);
    for (const said of [chapter.title, chapter.question, ...chapter.moments.map(({ words }) => words)]) {
      expect(said.en).not.toMatch(JAPANESE);
      expect(said.ja).toMatch(JAPANESE);
    }
    for (const { source } of chapter.moments) {
      const { line, lines } = sourcePart(source);
      const part = readPart(source);
      // The viewer leaves out the doc comment of a declaration.
      expect(line, source).toBeGreaterThanOrEqual(part.line);
      expect(line + lines.length - 1, source).toBe(part.lastLine);
    }
  });
});

test("a play comes out the same each time", async () => {
  expect(JSON.stringify(await playChapter(TINY))).toBe(JSON.stringify(await playChapter(TINY)));
});

test("a command is a step of its own; what it asks and writes comes behind it, and an ended process writes no more", async () => {
  const frames = await playChapter(TINY);
  const kinds = frames.map(({ kind }) => kind);
  expect(kinds.slice(kinds.indexOf("command"))).toEqual(["command", "request", "prompt", "request"]);
  const asked = frames[kinds.indexOf("command") + 1];
  expect(asked?.lines.map(({ line }) => line["subtype"])).toContain("compact_boundary");
  // The hour was over while nobody was there.
  expect(asked?.api?.response?.usage.cache_read_input_tokens).toBe(0);
  const late = playChapter({
    ...TINY,
    play: async (stage) => {
      const session = stage.begin();
      stage.exit();
      await session.prompt("Is anybody there?");
    },
  });
  await expect(late).rejects.toThrow("Process 1 of the play has ended.");
});

test("no line of any view is wider than it may be, in either language, in colour or not", async () => {
  const book = await bookOf(TINY);
  for (const language of LANGUAGES)
    for (const width of [36, 80])
      for (const view of VIEWS)
        for (const index of [0, 2, 3, 4, 8, 10]) {
          const text = pageText(book, index, view, { language, width, color: width === 36 });
          const wide = text.split("\n").filter((line) => stringWidth(line) > width);
          expect(wide, `${view} of step ${index + 1} at ${width}`).toEqual([]);
        }
});

test("the views show what stands at their step, and say of what is not there that it is not", async () => {
  const book = await bookOf(TINY);
  const shown = (step: number, view: (typeof VIEWS)[number]) =>
    pageText(book, step - 1, view, { ...PRINTED, language: "en" });
  expect(shown(1, "diff")).toContain("nothing was sent yet");
  expect(shown(1, "tree")).toContain("nothing was written yet");
  expect(shown(3, "diff")).toContain("the first request: all of it is new");
  expect(shown(5, "diff")).toMatch(
    /= 8 blocks the same from the beginning[\s\S]*\+ messages\[1\]\.content\[0\]/,
  );
  expect(shown(11, "diff")).toMatch(/~ messages\[0\][\s\S]*differs from character 1 on[\s\S]*- messages\[/);
  expect(shown(5, "tree")).toContain("← leaf");
  expect(shown(5, "context")).toContain("T System tools");
  expect(shown(5, "json")).toContain('"model": "claude-opus-5"');
  expect(shown(6, "context")).toContain("request 2, sent in step 5");
  expect(shown(3, "source")).toContain("SOURCE · src/log/tree.ts:");
  expect(shown(5, "harness")).toMatch(/A note beside the turn\.\n.*… 70 minutes pass/);
});

test("what is asked for: words in any order, the language of the environment, and advice for a stray word", () => {
  expect(askedFor([], {})).toEqual({ language: "en", isAll: false });
  expect(askedFor(["3", "ja", "5"], {})).toEqual({ language: "ja", isAll: false, chapter: 3, step: 5 });
  expect(askedFor(["all", "3"], { HARNESS_LANG: "ja" })).toEqual({ language: "ja", isAll: true, chapter: 3 });
  expect(askedFor([], { LC_ALL: "ja_JP.UTF-8", LANG: "en_US" }).language).toBe("ja");
  expect(askedFor([], { HARNESS_LANG: "en", LANG: "ja_JP" }).language).toBe("en");
  for (const words of [["three"], ["3", "--all"], ["3", "5", "7"], ["all"], ["3", "5", "all"]])
    expect(() => askedFor(words, {}), words.join(" ")).toThrow(AskedWrongly);
});

test("a view is quoted only where there is one", async () => {
  await expect(viewOf(98, 1, "whole", "en")).rejects.toThrow("There is no chapter 98.");
  const [number = 0] = NUMBERS;
  await expect(viewOf(number, 999, "whole", "en")).rejects.toThrow("has no step 999");
  await expect(viewOf(number, 1, "all", "en")).rejects.toThrow('There is no view "all"');
  expect(await viewOf(number, "last", "log", "ja")).toContain("ログ");
});

test("a text is found from the next step on, and the page is scrolled to it", async () => {
  const reading = readingOf(await bookOf(TINY), { language: "en", color: true, width: () => 80, from: 0 });
  const after = (keys: readonly string[], rows: number) =>
    keys.reduce((at, name) => {
      const key: Key = { name, text: name.length === 1 ? name : "", ctrl: false };
      return reading.press(at, key, rows) ?? at;
    }, reading.start);
  const found = after(["/", ..."compact", "return"], 12);
  expect(found).toMatchObject({ index: 7, sought: "compact" });
  expect(reading.draw(found, 12)).toContain("/compact");
  expect(after(["/", ..."no such text", "return"], 12)).toMatchObject({
    index: 0,
    told: '"no such text" is on no step.',
  });
  expect(after(["g", "9", "9", "return"], 12).told).toBe("There is no step 99; there are 1 to 11.");
  expect(after(["g", "9", "backspace", "4", "return"], 12).index).toBe(3);
});

test("the two languages name the same keys and the same marks", () => {
  const { en, ja } = VIEWER_WORDS;
  const names = (words: typeof en) => words.helpRows.map(([key]) => key.match(/[→←↑↓]|\b[a-z]\b|[L/]/g));
  expect(names(ja)).toEqual(names(en));
  const marks = (words: typeof en) => words.marks.map((row) => row.match(/[▓░◆+~✓✗#=]/g));
  expect(marks(ja)).toEqual(marks(en));
});

/** A terminal of 80 columns that remembers whether it is in raw mode. */
function terminal() {
  const modes: boolean[] = [];
  const input = Object.assign(new PassThrough(), { setRawMode: (mode: boolean) => modes.push(mode) });
  const output = Object.assign(new PassThrough(), { rows: 24, columns: 80 });
  return {
    modes,
    input: input as unknown as NodeJS.ReadStream,
    output: output as unknown as NodeJS.WriteStream,
  };
}

test("the terminal is as before after q, Ctrl-C, a failing page, and the end of the process", async () => {
  const press = (state: number, key: Key) => (key.name === "q" ? undefined : state + 1);
  const draw = (state: number) => {
    if (state === 2) throw new Error("This page cannot be drawn.");
    return "page";
  };
  for (const [typed, ends] of [
    ["xq", undefined],
    ["\x03", undefined],
    ["xx", "This page cannot be drawn."],
  ] as const) {
    const { modes, input, output } = terminal();
    const run = runKeyed({ start: 0, draw, press }, input, output);
    (input as unknown as PassThrough).write(typed);
    if (ends === undefined) await run;
    else await expect(run).rejects.toThrow(ends);
    expect(modes).toEqual([true, false]);
    expect(input.listenerCount("keypress")).toBe(0);
  }
  const { modes, input, output } = terminal();
  const before = process.listenerCount("exit");
  const run = runKeyed({ start: 0, draw, press }, input, output);
  process.listeners("exit").at(-1)?.call(process, 0);
  expect(modes).toEqual([true, false]);
  (input as unknown as PassThrough).write("q");
  await run;
  expect(process.listenerCount("exit")).toBe(before);
});

/** The first chapter started without a terminal, and its reader hangs up after a little. */
async function begun() {
  const child = spawn(process.execPath, started(), { stdio: ["ignore", "pipe", "pipe"] });
  const errors = text(child.stderr);
  const [first] = (await once(child.stdout, "data")) as [Buffer];
  child.stdout.destroy();
  const [code] = await once(child, "close");
  return { code, errors: await errors, first: first.toString() };
}

function started(): string[] {
  const script = fileURLToPath(new URL("../../scripts/chapter.ts", import.meta.url));
  return ["--import", "tsx", script, String(NUMBERS[0]), "en"];
}

test("in a terminal the keys step forth and back, jump, show the views, and leave it as it was; elsewhere plain text is printed, and a reader that hangs up is no error", {
  timeout: 120_000,
}, async () => {
  const [number = 0] = NUMBERS;
  const { chapter, steps } = await bookWith(number);
  const printed = begun();
  const shown = await TmuxGlass.running(place(), [process.execPath, ...started()]);
  const page = (step: number, language: "en" | "ja") =>
    `${step}/${steps.length} · ${number} · ${chapter.title[language]}`;
  await shown.sees(page(1, "en"));
  await shown.press("Right");
  await shown.sees(page(2, "en"));
  await shown.type("L");
  await shown.sees(page(2, "ja"));
  await shown.press("Left");
  await shown.sees(page(1, "ja"));
  await shown.type("g3");
  await shown.sees("ステップ番号");
  await shown.press("Enter");
  await shown.sees(page(3, "ja"));
  await shown.type("t");
  await shown.sees("ログの木");
  await shown.type("q");
  await shown.sees("left with 0");
  await shown.sees(/(?<!-)icanon/);
  const { code, errors, first } = await printed;
  expect({ code, errors }).toEqual({ code: 0, errors: "" });
  expect(first).not.toContain("\x1b");
  expect(first.split("\n")[0]).toContain(page(1, "en"));
});
