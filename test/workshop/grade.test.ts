/** What a run comes to: the states that are told apart, and the end of a run that has none. */
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openBench, type Workplace } from "../../scripts/workshop/bench.ts";
import type { Exercise } from "../../scripts/workshop/exercise.ts";
import { type Grading, grade } from "../../scripts/workshop/grade.ts";
import { runTests } from "../../scripts/workshop/law-process.ts";
import type { LawRun } from "../../scripts/workshop/law-run.ts";
import { TypeCheck } from "../../scripts/workshop/type-check.ts";
import type { LawReport } from "../support/law-report.ts";
import { EXERCISE, FAULTY, put, smallProject } from "./small-project.ts";

const HELD: LawRun = { end: "done", reports: [], held: ["sums-add"], failures: [] };
const BROKEN: LawRun = { ...HELD, held: [], reports: [brokenBy("another sum")] };

function brokenBy(because: string): LawReport {
  const found = { case: ["1 2"], raw: "[1, 2]", seed: 1, path: "0", runs: 1, shrinks: 0 };
  return { version: 1, id: "sums-add", sentence: "a sum is all of its numbers", because, ...found };
}

/** Grades an exercise of which the learner has written something, or nothing. */
function graded(
  written: string | undefined,
  runs: LawRun[],
  exercise: Exercise = EXERCISE,
  more: Partial<Grading> = {},
) {
  const place = smallProject();
  const bench = openBench(exercise, place);
  if (written !== undefined) put(bench.src, "log/sum.ts", written);
  const tryLaws = vi.fn(async () => runs.shift() ?? HELD);
  const types = { faultsOf: () => [] };
  return { tryLaws, outcome: grade(bench, { types, seconds: 30, freshSeed: () => 77, tryLaws, ...more }) };
}

test("untouched: no law is tried on an empty hole; a planted fault is seen in what it breaks", async () => {
  const { outcome, tryLaws } = graded(undefined, [BROKEN]);
  expect(await outcome).toEqual({ state: "not-begun", reports: [] });
  expect(tryLaws).not.toHaveBeenCalled();
  expect(await graded(undefined, [BROKEN], FAULTY).outcome).toEqual({
    state: "not-begun",
    reports: BROKEN.reports,
  });
});

test("something was written, and the hole is still there", async () => {
  const unwritten = { ...BROKEN, reports: [brokenBy("04-add-up: this part is yours to write (chapter 4).")] };
  expect((await graded("other words", [unwritten]).outcome).state).toBe("not-begun");
});

test("a law that is broken, by its own seed or by the fresh one", async () => {
  expect(await graded("x", [BROKEN]).outcome).toMatchObject({ state: "law-broken", isFresh: false });
  const { outcome, tryLaws } = graded("x", [HELD, BROKEN]);
  expect(await outcome).toMatchObject({ state: "law-broken", isFresh: true, reports: BROKEN.reports });
  expect(tryLaws).toHaveBeenLastCalledWith(expect.objectContaining({ seed: 77, laws: ["sums-add"] }));
});

test("green is what holds twice", async () => {
  const { outcome, tryLaws } = graded("x", [HELD, HELD]);
  expect(await outcome).toEqual({ state: "green", seed: 77 });
  expect(tryLaws).toHaveBeenCalledTimes(2);
});

test("what fails beside a law, what does not end, and what was never tried are other states", async () => {
  const failures = [{ title: "", message: "early" }];
  expect(await graded("x", [{ ...HELD, held: [], failures }]).outcome).toEqual({ state: "failed", failures });
  const trying = { id: "sums-add", shown: "1 2" };
  const late = await graded("x", [{ ...HELD, held: [], end: "late", trying }]).outcome;
  expect(late).toEqual({ state: "time-out", seconds: 30, isFull: false, trying });
  expect(await graded("x", [{ ...HELD, end: "full" }]).outcome).toMatchObject({
    state: "time-out",
    isFull: true,
  });
  expect((await graded("x", [{ ...HELD, held: [] }]).outcome).state).toBe("failed");
  expect((await graded("x", [{ ...HELD, end: "left" }]).outcome).state).toBe("left");
});

test("what imports a file that was changed is looked at too: what it takes from there may be gone", async () => {
  const faultsOf = vi.fn(() => [{ path: "index.ts", line: 1, message: "no sum" }]);
  const { outcome } = graded("export {};\n", [], EXERCISE, { types: { faultsOf } });
  expect((await outcome).state).toBe("type-error");
  expect(faultsOf).toHaveBeenCalledWith(new Map([["log/sum.ts", "export {};\n"]]), ["index.ts"]);
});

test("a file that is gone is told, and nothing is tried", async () => {
  const place = smallProject();
  const bench = openBench(EXERCISE, place);
  rmSync(join(bench.src, "wire.ts"));
  const grading = { types: { faultsOf: () => [] }, seconds: 1, freshSeed: () => 1 };
  expect(await grade(bench, grading)).toEqual({ state: "file-gone", paths: ["wire.ts"] });
  rmSync(place.folder, { recursive: true });
  expect(await grade(bench, grading)).toEqual({ state: "file-gone", paths: ["log/sum.ts"] });
});

test("types are checked as if the text stood in the source, names that nothing uses are no fault, and the next check sees the next text", () => {
  const { root } = smallProject();
  const compilerOptions = {
    module: "ESNext",
    target: "ES2023",
    noLib: true,
    types: [],
    noUnusedLocals: true,
    allowImportingTsExtensions: true,
    noEmit: true,
  };
  put(root, "tsconfig.json", JSON.stringify({ compilerOptions }));
  const types = new TypeCheck(root);
  const faultsOf = (text: string) =>
    types.faultsOf(new Map([["log/sum.ts", text]])).map(({ line, message }) => `${line} ${message}`);
  const first = 'import { WIRE } from "../wire.ts";\nconst unused = 1;\n';
  expect(faultsOf(`${first}export const sum: string = WIRE;\n`)).toEqual([
    "3 Type 'number' is not assignable to type 'string'.",
  ]);
  expect(faultsOf(`${first}export const sum: number = WIRE;\n`)).toEqual([]);
  expect(faultsOf("export const sum = (;\n")).toEqual(["1 Expression expected."]);
});

/** Stands for vitest: starts a process that never ends, and does not wait for it. */
const ENDLESS = `import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
const loop = ["-e", "for (;;) {}"];
const child = spawn(process.execPath, loop, { stdio });
child.unref();
writeFileSync("pid", String(child.pid));
`;

test("a run that is in an endless loop is ended when its time is over, with the processes that it has started", async () => {
  const place = endless();
  const { end } = await runTests(asked(place, { seconds: 0.7 }), place.root, join(place.root, "tests"));
  expect(end).toBe("late");
  await vi.waitFor(() => expect(isAlive(place)).toBe(false));
});

test("a run that is called off ends at once", async () => {
  const place = endless();
  const off = new AbortController();
  const run = runTests(
    asked(place, { seconds: 60, signal: off.signal }),
    place.root,
    join(place.root, "tests"),
  );
  await vi.waitFor(() => expect(isAlive(place)).toBe(true), 10_000);
  off.abort();
  expect((await run).end).toBe("left");
  await vi.waitFor(() => expect(isAlive(place)).toBe(false));
});

test("what a run leaves behind ends with it, though it holds what the run was heard by", async () => {
  const place = endless('stdio = "inherit"', "");
  const { end } = await runTests(asked(place, { seconds: 60 }), place.root, join(place.root, "tests"));
  expect(end).toBe("done");
  await vi.waitFor(() => expect(isAlive(place)).toBe(false));
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)("a group that is at work ends with this process, also at %s", async (signal, code) => {
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  const heard = (name: string) => process.rawListeners(name) as ((given?: unknown) => void)[];
  const before = new Set([...heard(signal), ...heard("exit")]);
  const place = endless();
  const run = runTests(asked(place, { seconds: 60 }), place.root, join(place.root, "tests"));
  await vi.waitFor(() => expect(isAlive(place)).toBe(true), 10_000);
  for (const listener of heard(signal).filter((each) => !before.has(each))) listener(signal);
  expect(exit).toHaveBeenCalledWith(code);
  for (const listener of heard("exit").filter((each) => !before.has(each))) listener();
  await run;
  await vi.waitFor(() => expect(isAlive(place)).toBe(false));
  expect([...heard(signal), ...heard("exit")].every((each) => before.has(each))).toBe(true);
});

function endless(more = 'stdio = "ignore"', end = "for (;;) {}"): Workplace {
  const place = smallProject();
  put(place.root, "node_modules/vitest/vitest.mjs", `const ${more};\n${ENDLESS}${end}\n`);
  return place;
}

function asked({ root }: Workplace, more: { seconds: number; signal?: AbortSignal }) {
  return { root, subject: ".workshop/04-add-up/src", laws: ["sums-add"], ...more };
}

/** Is the process there that was started by the one that was ended? One that nobody has waited for counts as gone. */
function isAlive({ root }: Workplace): boolean {
  const file = join(root, "pid");
  if (!existsSync(file)) return false;
  const pid = Number(readFileSync(file, "utf8"));
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    const stat = join("/proc", String(pid), "stat");
    return !existsSync(stat) || !/\) [ZX] /.test(readFileSync(stat, "utf8"));
  } catch {
    return false;
  }
}
