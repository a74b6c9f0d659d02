/**
 * The deep test of the laws themselves: each mutant is a wrong version of the product, and the law that it names must
 * fail on it (D-33). A mutant that lives, or that no longer applies, fails the run.
 */
import { execFile } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MUTANTS = join(ROOT, "test", "mutants");
const COPIED = [
  "src",
  "mock-api",
  "test",
  "scripts",
  "chapters",
  "package.json",
  "tsconfig.json",
  "vitest.config.ts",
];
const AT_ONCE = 2;
/** Longer than any law takes. A mutant that has not ended by then was not seen to fail. */
const LONGEST_MS = 120_000;

/** What came of one mutant. Only `killed` is well. */
interface Verdict {
  readonly mutant: string;
  readonly law: string;
  readonly verdict: "killed" | "LIVES" | "does not apply" | "names no law" | "breaks the tests";
  readonly seconds: number;
}

interface Run {
  readonly code: number;
  readonly output: string;
  readonly ended: boolean;
}

function run(program: string, args: readonly string[], cwd: string): Promise<Run> {
  return new Promise((resolve) => {
    const env = { ...process.env, GLASS_RUNS_FACTOR: "1" };
    execFile(program, args, { cwd, env, timeout: LONGEST_MS, maxBuffer: 1 << 28 }, (error, output) => {
      resolve({ code: error ? 1 : 0, output, ended: !error?.killed });
    });
  });
}

/** The tests of a law: how many there are and how many failed. Undefined where the report cannot be read. */
function countOf(report: string, law: string): { readonly all: number; readonly failed: number } | undefined {
  try {
    const { testResults } = JSON.parse(report.slice(report.indexOf("{"))) as {
      testResults: { assertionResults: { title: string; status: string }[] }[];
    };
    const tests = testResults.flatMap(({ assertionResults }) => assertionResults);
    const named = tests.filter(({ title }) => title.startsWith(`${law}:`));
    return { all: named.length, failed: named.filter(({ status }) => status === "failed").length };
  } catch {
    return undefined;
  }
}

/** The test files that state a law; the others need not be loaded. */
function filesOf(law: string): string[] {
  const files = readdirSync(join(ROOT, "test"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".test.ts"))
    .filter((file) => readFileSync(join(ROOT, "test", file), "utf8").includes(`"${law}"`))
    .map((file) => join("test", file));
}

/** Of `--share 3/8` the third of eight shares. */
function share(mutants: readonly string[]): string[] {
  const [, which = "1", of = "1"] = /^(\d+)\/(\d+)$/.exec(values.share ?? "1/1") ?? [];
  return mutants.filter((_, at) => at % Number(of) === (Number(which) - 1) % Number(of));
}

async function verdictOn(mutant: string): Promise<Verdict> {
  const start = Date.now();
  const patch = join(MUTANTS, mutant);
  const law = /^# law: (\S+)/.exec(readFileSync(patch, "utf8"))?.[1] ?? "";
  const copy = mkdtempSync(join(tmpdir(), "glass-mutant-"));
  try {
    for (const part of COPIED) cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    symlinkSync(join(ROOT, "node_modules"), join(copy, "node_modules"));
    const verdict = await judge(copy, patch, law);
    return { mutant, law, verdict, seconds: (Date.now() - start) / 1000 };
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

async function judge(copy: string, patch: string, law: string): Promise<Verdict["verdict"]> {
  const files = filesOf(law);
  if (law === "" || files.length === 0) return "names no law";
  if ((await run("git", ["apply", patch], copy)).code !== 0) return "does not apply";
  const args = ["run", ...files, "-t", `${law}:`, "--reporter=json"];
  const tested = await run(join(copy, "node_modules", ".bin", "vitest"), args, copy);
  if (!tested.ended) return "breaks the tests";
  const count = countOf(tested.output, law);
  if (!count || count.all === 0) return "breaks the tests";
  return count.failed > 0 ? "killed" : "LIVES";
}

const { positionals: wanted, values } = parseArgs({
  allowPositionals: true,
  options: { share: { type: "string" } },
});
const waiting = share(
  readdirSync(MUTANTS)
    .filter((file) => file.endsWith(".patch"))
    .filter((file) => wanted.length === 0 || wanted.some((each) => file.includes(each)))
    .sort(),
);
const verdicts: Verdict[] = [];

async function worker(): Promise<void> {
  for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
    const { law, verdict, seconds } = await verdictOn(mutant);
    verdicts.push({ mutant, law, verdict, seconds });
    console.log(`${verdict.padEnd(16)} ${law.padEnd(20)} ${mutant.padEnd(44)} ${seconds.toFixed(1)} s`);
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, worker));
const alive = verdicts.filter(({ verdict }) => verdict !== "killed");
console.log(
  `${verdicts.length} mutants, ${verdicts.length - alive.length} killed by the law that each names.`,
);
if (alive.length > 0 || verdicts.length === 0) process.exitCode = 1;
