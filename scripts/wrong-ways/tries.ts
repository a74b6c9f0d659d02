/**
 * The process of trials: one vitest with a project for each, in which one file of `src` is another. It is given the name of
 * a file with the trials and prints a line of JSON for each that is done. It may never end, as the wrong may not: who has
 * started it ends it, with all that it has started.
 */
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createVitest, type TestCase } from "vitest/node";
import { readReports } from "../../test/support/law-report.ts";
import type { Done, Outcome, Trial } from "./trial.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const [list = ""] = process.argv.slice(2);
const trials = JSON.parse(readFileSync(list, "utf8")) as readonly Trial[];
const left = new Set(trials.keys());

/** A project of vitest that runs one law's test on a source with one file changed. */
function projectOf({ law, stated, path, source }: Trial, at: number) {
  const reports = reportsOf(at);
  mkdirSync(reports, { recursive: true });
  const wrong = {
    name: "wrong-way",
    enforce: "pre" as const,
    load: (id: string) => (id.split("?")[0] === join(ROOT, path) ? source : undefined),
  };
  const env = { GLASS_RUNS_FACTOR: "1", GLASS_SEED: "20260728", GLASS_REPORTS: reports };
  const test = {
    name: String(at),
    include: [stated],
    testNamePattern: new RegExp(`^${law}:`),
    env,
    isolate: false,
  };
  return { plugins: [wrong], test };
}

function reportsOf(at: number): string {
  return join(`${list}.reports`, String(at));
}

function outcomeOf(tried: TestCase, at: number): Outcome {
  const result = tried.result();
  if (result.state === "passed") return { ended: "passed" };
  const report = readReports(reportsOf(at)).find(({ id }) => id === trials[at]?.law);
  if (report) return { ended: "broken", report };
  return { ended: "otherwise", error: result.errors?.[0]?.message ?? "" };
}

function tell(done: Done): void {
  if (left.delete(done.at)) process.stdout.write(`${JSON.stringify(done)}\n`);
}

const vitest = await createVitest("test", {
  root: ROOT,
  // The project's own settings are for the source as it is.
  config: false,
  watch: false,
  maxWorkers: 2,
  testTimeout: 20_000,
  projects: trials.map(projectOf),
  reporters: [
    {
      onTestCaseResult(tried) {
        const at = Number(tried.project.name);
        if (tried.result().state === "skipped" || tried.result().state === "pending") return;
        tell({ at, outcome: outcomeOf(tried, at), milliseconds: tried.diagnostic()?.duration ?? 0 });
      },
      onTestModuleEnd(module) {
        const [error] = module.errors();
        if (error)
          tell({
            at: Number(module.project.name),
            outcome: { ended: "otherwise", error: error.message },
            milliseconds: 0,
          });
      },
    },
  ],
});
await vitest.start();
for (const at of [...left]) tell({ at, outcome: { ended: "no such test" }, milliseconds: 0 });
await vitest.close();
rmSync(`${list}.reports`, { recursive: true, force: true });
process.exit(0);
