/** The workshop at a terminal and without one: keys and words, and what they do to a bench. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { askedFor } from "../../scripts/workshop/asked.ts";
import { Desk } from "../../scripts/workshop/desk.ts";
import type { LawRun } from "../../scripts/workshop/law-run.ts";
import { Live } from "../../scripts/workshop/live.ts";
import { runOnce } from "../../scripts/workshop/once.ts";
import { outcomeText } from "../../scripts/workshop/outcome-text.ts";
import { watchSaves } from "../../scripts/workshop/watch.ts";
import { EXERCISE, FAULTY, put, SOURCES, smallProject } from "./small-project.ts";

const LOOK = { language: "en" as const, paint: (_: string, text: string) => text, width: 80 };
const HELD: LawRun = { end: "done", reports: [], held: ["sums-add"], failures: [] };
const MINE = "log/sum.ts";

/** A desk at which all laws hold, and what was said at it. */
function deskAt(exercises = [EXERCISE, FAULTY]) {
  const place = smallProject();
  const grading = {
    types: { faultsOf: () => [] },
    seconds: 30,
    freshSeed: () => 77,
    tryLaws: async () => HELD,
  };
  const desk = new Desk({ place, exercises, grading, now: () => new Date("2026-02-03T04:05:06Z") });
  const said: string[] = [];
  const say = (text: string) => void said.push(text);
  const mine = join(place.folder, EXERCISE.id, "src");
  return { desk, place, said, say, mine };
}

function liveAt(isManual = true) {
  const at = deskAt();
  const pick = async <T>({ choices }: { choices: readonly { value: T }[] }) => choices.at(-1)?.value;
  const { desk, say } = at;
  const live = new Live({ desk, asked: { isManual }, look: () => LOOK, say, pick, polls: false }, EXERCISE);
  onTestFinished(() => live.stop());
  live.start();
  /** Presses keys, and returns what was said to the last. */
  const press = async (keys: string) => {
    let last = "";
    for (const key of keys) {
      at.said.length = 0;
      await live.press(key);
      last = at.said.join("\n");
    }
    return last;
  };
  return { ...at, live, press };
}

test("the card says what to do, what to guess, where to open it and which laws grade it", () => {
  const { said } = liveAt();
  for (const part of [
    "Add up",
    "Return the sum.",
    "What is the sum of none?",
    "sums-add: a sum is all of its numbers",
  ]) {
    expect(said.join("\n")).toContain(part);
  }
  expect(said.join("\n")).toContain(".workshop/04-add-up/src/log/sum.ts:2");
});

test("the ladder of hints is shown one by one; the solution after all of them, when it is asked for twice", async () => {
  const { press } = liveAt();
  expect(await press("s")).toContain("0 of 3");
  expect(await press("h")).toBe("Hint 1 of 3: Think of a loop.");
  expect(await press("hs")).toContain("2 of 3");
  expect(await press("h")).toBe("Hint 3 of 3: all += each");
  expect(await press("h")).toContain("no more hints");
  expect(await press("sn")).toBe("");
  expect(await press("sy")).toContain("+  for (const each of numbers) all += each;");
});

test("it goes on only when it is green, and never by itself", async () => {
  const { press, mine, desk } = liveAt();
  expect(await press("r")).toContain("NOT BEGUN");
  expect(await press("n")).toBe("It is not green yet.");
  put(mine, MINE, "written");
  expect(await press("r")).toContain("GREEN. The laws hold, and once more under a fresh seed (77).");
  expect(desk.progress.current).toBe(EXERCISE.id);
  expect(await press("s")).toContain("+  for (const each of numbers) all += each;");
  expect(await press("n")).toContain("04-lost-one");
  expect(desk.progress.of(EXERCISE.id)).toMatchObject({ state: "green", tries: 1 });
});

test("a reset is asked about and keeps the old copy; the list, the link and the language are a key each", async () => {
  const { press, mine } = liveAt();
  put(mine, MINE, "written");
  await press("xn");
  expect(readFileSync(join(mine, MINE), "utf8")).toBe("written");
  await press("xy");
  expect(readFileSync(join(mine, `${MINE}.bak`), "utf8")).toBe("written");
  expect(await press("e")).toBe(".workshop/04-add-up/src/log/sum.ts:2");
  expect(await press("L")).toContain("足し算");
  expect(await press("v")).toBe("表示できる反例がありません。");
  expect(await press("l")).toContain("04-lost-one");
});

test("what does not compile is counted by faults, and told in lines that fit, each under its place", () => {
  const { desk } = deskAt();
  const message = `Type 'A' is not assignable to type 'B'.\n  ${"It has no such part, and ".repeat(3)}no other.`;
  const outcome = { state: "type-error" as const, faults: [{ path: MINE, line: 3, message }] };
  const lines = outcomeText(desk.open(EXERCISE), outcome, LOOK).split("\n");
  expect(lines.slice(0, 3)).toEqual([
    "IT DOES NOT COMPILE: 1 fault. No law was tried.",
    "  .workshop/04-add-up/src/log/sum.ts:3",
    "    Type 'A' is not assignable to type 'B'.",
  ]);
  for (const line of lines.slice(3)) expect(line).toMatch(/^ {4}.{1,76}$/);
});

test("q ends it, and a key without a meaning does nothing", async () => {
  const { live, press } = liveAt();
  expect(await press("Z")).toBe("");
  expect(await live.press("q")).toBe(false);
});

test("a save runs it; the same text saved again does not", async () => {
  const { mine, said, desk } = liveAt(false);
  put(mine, MINE, "written");
  await vi.waitFor(() => expect(said.join("\n")).toContain("GREEN"), 10_000);
  expect(desk.progress.of(EXERCISE.id)?.tries).toBe(1);
});

test("every save is told, also of a file that a save has put in the old one's place, and in a folder that is new", async () => {
  const { root } = smallProject();
  const saved = vi.fn();
  const watching = watchSaves(join(root, "src"), saved, false);
  onTestFinished(() => watching.close());
  expect(watching.how).toBe("told");
  const file = join(root, "src", "log", "sum.ts");
  writeFileSync(`${file}.new`, "a");
  renameSync(`${file}.new`, file);
  await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(1), 10_000);
  writeFileSync(file, "b");
  await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(2), 10_000);
  mkdirSync(join(root, "src", "new"));
  writeFileSync(join(root, "src", "new", "file.ts"), "c");
  await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(3), 10_000);
});

test("where the system tells of no change, the folder is looked through", async () => {
  const { root } = smallProject();
  const saved = vi.fn();
  const watching = watchSaves(join(root, "src"), saved, true, 50);
  onTestFinished(() => watching.close());
  expect(watching.how).toBe("looked for");
  put(root, "src/wire.ts", "changed");
  await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(1), 10_000);
});

test("without a terminal a word does one thing, and the exit code says whether it is green", async () => {
  const { desk, said, say, mine } = deskAt();
  const run = (...words: string[]) => {
    said.length = 0;
    return runOnce(desk, askedFor(words, {}), LOOK, say);
  };
  expect(await run()).toBe(1);
  expect(said.join("\n")).toContain("Next: edit it, then npm run workshop run 04-add-up");
  put(mine, MINE, "written");
  expect(await run("reset", "add")).toBe(1);
  expect(await run("run", "04-add-up")).toBe(0);
  expect(said.join("\n")).toContain("npm run workshop next");
  expect(await run("solution")).toBe(0);
  expect(await run("next")).toBe(1);
  expect(said[0]).toContain("04-lost-one");
  expect(await run("next")).toBe(1);
  expect(said[0]).toBe("It is not green yet.");
  expect(await run("hint", "nothing")).toBe(2);
  expect(await run("report", "json")).toBe(0);
  expect(JSON.parse(said.join("")).exercises).toMatchObject([
    { id: "04-add-up", chapter: 4, state: "green", tries: 1, hints: 0, seconds: 0 },
    { id: "04-lost-one", chapter: 4, state: "not-begun", tries: 0, hints: 0, seconds: null },
  ]);
  expect(await run("reset", "add", "yes")).toBe(0);
  expect(existsSync(join(mine, `${MINE}.bak`))).toBe(true);
  expect(readFileSync(join(mine, "wire.ts"), "utf8")).toBe(SOURCES["wire.ts"]);
});
