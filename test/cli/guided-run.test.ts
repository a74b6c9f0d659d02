import stringWidth from "string-width";
import { expect, test } from "vitest";
import { pagesOf } from "../../chapters/00-one-session.ts";
import { WORDS } from "../../chapters/00-one-session.words.ts";
import type { Happening } from "../../src/terminal/frames.ts";
import { runScript } from "../support/glass.ts";

test("without a terminal the guided run prints every step once and exits 0, in plain text", async () => {
  // What is said on the command line wins over the environment.
  const { code, out, err } = await runScript("chapters/00-one-session.ts", ["en"], { HARNESS_LANG: "ja" });
  expect({ code, err }).toEqual({ code: 0, err: "" });
  expect(out).not.toContain("\x1b");
  const steps = [...out.matchAll(/^(\d+)\/(\d+) · /gm)].map((match) => [match[1], match[2]]);
  expect(steps).toEqual(steps.map((_, index) => [String(index + 1), String(steps.length)]));

  const reads = [...out.matchAll(/read from cache ([\d,]+)/g)].map((match) =>
    Number(match[1]?.replace(",", "")),
  );
  expect(reads.length).toBeGreaterThanOrEqual(4);
  expect(reads[0]).toBe(0);
  expect(reads.slice(1).every((read) => read > 0)).toBe(true);

  // The parallel batch: called second, done first.
  expect(out).toMatch(/Read is done: call 2, result 1[\s\S]*Bash is done: call 1, result 3/);
  // The resume: another process takes up the session.
  const processes = new Set([...out.matchAll(/process (\d+) ─/g)].map((match) => match[1]));
  expect(processes.size).toBe(2);
  expect(out).toContain("takes up session");
});

test("with one byte of the system prompt changed, the resumed request reads nothing and the screen says why", async () => {
  const { code, out } = await runScript("chapters/00-one-session.ts", ["--one-byte"], { HARNESS_LANG: "en" });
  expect(code).toBe(0);
  expect(out).toContain("! The system prompt has changed since this session last ran.");
  const reads = [...out.matchAll(/read from cache ([\d,]+)/g)].map((match) => match[1]);
  expect(reads.at(-1)).toBe("0");
  // The cache changes the price, never the answer (C-1.8).
  expect(out).toContain('text "One line of greet.mjs');
});

test("the guided run says the same things in both languages, and the L key changes between them", () => {
  const { en, ja } = WORDS;
  expect(Object.keys(ja.moments)).toEqual(Object.keys(en.moments));
  for (const [moment, words] of Object.entries(ja.moments)) {
    expect(words, moment).toMatch(/[ぁ-んァ-ヶ一-龠]/);
    const marks = (said: string) => (said.match(/[▓░◆]/g) ?? []).sort();
    expect(marks(words), moment).toEqual(marks(en.moments[moment as keyof typeof en.moments]));
  }
  const begin: Happening = {
    process: 1,
    event: { type: "session", sessionId: "0", path: "/log", resumed: false, lines: 0 },
  };
  const pages = pagesOf([begin], { now: "ja" }, false, () => 100);
  expect(pages.draw(0)).toContain(ja.title);
  pages.extra?.["l"]?.();
  expect(pages.draw(0)).toContain(en.title);
});

test("no line of the guided run is wider than the terminal, in either language", () => {
  const prompt: Happening[] = [
    { process: 1, event: { type: "session", sessionId: "0", path: "/log", resumed: false, lines: 0 } },
    { process: 1, event: { type: "prompt", text: "問い ".repeat(100) } },
  ];
  for (const now of ["en", "ja"] as const) {
    const pages = pagesOf(prompt, { now }, true, () => 60);
    const lines = [0, 1].flatMap((page) => pages.draw(page).split("\n"));
    expect(lines.filter((line) => stringWidth(line) > 60)).toEqual([]);
  }
});
