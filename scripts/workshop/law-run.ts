/** Tries laws on a copy of `src`, and reads what came of it. */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { type LawReport, leftTrying, readReports } from "../../test/support/law-report.ts";
import { type LawsOf, runTests } from "./law-process.ts";

/** What came of it. */
export interface LawRun {
  /** `late`: the time was over. `full`: memory was. `left`: it was called off. */
  readonly end: "done" | "late" | "full" | "left";
  /** One for each law that is broken. */
  readonly reports: readonly LawReport[];
  /** Ids of the laws that held. */
  readonly held: readonly string[];
  /** What failed and is no law that is broken: a test that threw before its law, a file that cannot be loaded, the process. */
  readonly failures: readonly Failure[];
  /** Where it was when it was ended: the law and its case. */
  readonly trying?: { readonly id: string; readonly shown: string };
}

/** A failure that is no law's. */
export interface Failure {
  readonly title: string;
  readonly message: string;
}

interface Tested {
  readonly message: string;
  readonly assertionResults: readonly {
    readonly title: string;
    readonly status: string;
    readonly failureMessages: readonly string[];
  }[];
}

const OUT_OF_MEMORY = /heap out of memory|ERR_WORKER_OUT_OF_MEMORY|exited unexpectedly|Invalid array length/;
const TIMED_OUT = /^(Error: )?Test timed out in \d+ms/;

/** Tries the laws, those files alone that state them. Throws where one of them is stated nowhere. */
export async function runLaws(asked: LawsOf): Promise<LawRun> {
  const reports = mkdtempSync(join(tmpdir(), "glass-laws-"));
  const result = join(reports, "tests");
  try {
    const { end, said } = await runTests(asked, reports, result);
    const trying = leftTrying(reports);
    const at = { reports: readReports(reports), ...(trying ? { trying } : {}) };
    if (end !== "done") return { ...at, end, held: [], failures: [] };
    return { ...at, ...readResult(result, at.reports, said) };
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
}

function readResult(path: string, reports: readonly LawReport[], said: string): Omit<LawRun, "reports"> {
  const full = OUT_OF_MEMORY.test(said);
  const suites = resultsIn(path);
  if (!suites)
    return { end: full ? "full" : "done", held: [], failures: [{ title: "vitest", message: tail(said) }] };
  const tests = suites.flatMap(({ assertionResults }) => assertionResults);
  const held = tests
    .filter(({ status }) => status === "passed")
    .map(({ title }) => title.split(":")[0] ?? "");
  const broken = new Set(reports.map(({ id }) => id));
  const failed = tests.filter(
    ({ title, status }) => status === "failed" && !broken.has(title.split(":")[0] ?? ""),
  );
  const failures = failed.map(({ title, failureMessages }) => ({
    title,
    message: plain(failureMessages[0] ?? ""),
  }));
  const unloaded = suites.filter(
    ({ assertionResults, message }) => assertionResults.length === 0 && message !== "",
  );
  // A file that cannot be loaded is told once for each test file that needs it.
  const messages = new Set(unloaded.map(({ message }) => plain(message)));
  const all = [...failures, ...[...messages].map((message) => ({ title: "", message }))];
  const late = failures.length > 0 && failures.every(({ message }) => TIMED_OUT.test(message));
  if (all.length === 0 && reports.length === 0 && held.length === 0) {
    return { end: full ? "full" : "done", held, failures: [{ title: "vitest", message: tail(said) }] };
  }
  return { end: late && reports.length === 0 ? "late" : full ? "full" : "done", held, failures: all };
}

function resultsIn(path: string): readonly Tested[] | undefined {
  try {
    return (JSON.parse(readFileSync(path, "utf8")) as { testResults: Tested[] }).testResults;
  } catch {
    return undefined;
  }
}

/** A failure's message without where it was thrown. */
function plain(message: string): string {
  return stripVTControlCharacters(message).split(/\n\s+at /)[0] ?? "";
}

/** The last that was printed; empty where the process has ended without a word. */
function tail(text: string): string {
  const lines = stripVTControlCharacters(text).trim().split("\n");
  return lines
    .filter((line) => !line.startsWith("JSON report written"))
    .slice(-8)
    .join("\n");
}
