/**
 * The wrong ways of the chapters, tried: each is put into the source, and the law that it names must fail on it, with the
 * counterexample that the page prints. `npx tsx scripts/wrong-ways.ts [chapter…]`; `UPDATE=1` writes the counterexamples.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { counterexampleOf } from "../test/support/law-report.ts";
import { type WrongWay, wrongWaysOf } from "./pages/fences.ts";
import { project } from "./pages/known.ts";
import { fileNamed, SLUGS } from "./pages/lessons.ts";
import { pageOf } from "./pages/page.ts";
import { changed, fenceHolding } from "./pages/set-right.ts";
import { statedLaws } from "./pages/stated-laws.ts";
import { replacePart } from "./parts.ts";
import { TypeCheck } from "./workshop/type-check.ts";
import type { Outcome, Trial } from "./wrong-ways/trial.ts";
import { tryAll } from "./wrong-ways/try-all.ts";
import { typeFaults } from "./wrong-ways/types.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));
const UPDATES = Boolean(process.env["UPDATE"]);
/** A counterexample on a page is at most so long. */
const LONGEST = 40;

const ENDED: Readonly<Record<Exclude<Outcome["ended"], "broken">, string>> = {
  passed: "the law holds",
  never: "it did not end",
  "no such test": "the law's test was not found",
  otherwise: "it fails, and not by the law",
};

interface Verdict {
  readonly way: WrongWay;
  /** Empty where all is well. */
  readonly fault: string;
  readonly counterexample?: string;
}

const wanted = process.argv.slice(2).map(Number);
const known = project();
const pages = SLUGS.filter((_, at) => wanted.length === 0 || wanted.includes(at + 1)).map(
  (slug) => `chapters/${slug}`,
);
const ways = pages.flatMap((page) => {
  const text = known.read(`${page}.md`);
  if (text === undefined) console.error(`${page}.md is not there.`);
  return text === undefined ? [] : wrongWaysOf(pageOf(`${page}.md`, text));
});

const trials = ways.map(trialOf);
const start = Date.now();
const running = tryAll(trials, ({ at, milliseconds }) => {
  const way = ways[at];
  if (way) process.stderr.write(`  ${at + 1}/${ways.length} ${way.law}, ${Math.round(milliseconds)} ms\n`);
});
const types = await faultsOfAll();
const outcomes = await running;
const verdicts = ways.map((way, at) => verdictOn(way, outcomes[at] ?? { ended: "never" }, types[at] ?? []));
if (UPDATES) update(verdicts);
report(verdicts);

/** Throws for a law that is not stated, and for a part that is not there: the page's own test says so too. */
function trialOf({ page, line, path, name, law, wrong }: WrongWay): Trial {
  const stated = statedLaws().find(({ id }) => id === law)?.stated.path;
  if (!stated) throw new Error(`${page}:${line}: there is no law "${law}".`);
  const source = replacePart(readFileSync(join(ROOT, path), "utf8"), name, wrong, path);
  return { law, stated, path, source };
}

/** While the laws run, the compiler looks at each source. */
async function faultsOfAll(): Promise<string[][]> {
  const faults: string[][] = [];
  if (trials.length === 0) return faults;
  const checker = new TypeCheck(ROOT);
  for (const { path, source } of trials) {
    faults.push(typeFaults(checker, ROOT, path, source));
    // What the laws' process has said meanwhile is heard.
    await setImmediate();
  }
  return faults;
}

function verdictOn(way: WrongWay, outcome: Outcome, faults: readonly string[]): Verdict {
  if (faults[0]) return { way, fault: `does not compile: ${faults[0]}` };
  if (outcome.ended !== "broken")
    return {
      way,
      fault: [ENDED[outcome.ended], ...("error" in outcome ? [firstLine(outcome.error)] : [])].join(": "),
    };
  const counterexample = printed(counterexampleOf(outcome.report));
  if (counterexample.includes(ROOT) || counterexample.includes("/tmp/"))
    return { way, fault: "its counterexample names a folder of this machine" };
  const same = UPDATES || counterexample === way.counterexample.text;
  return {
    way,
    counterexample,
    fault: same ? "" : "the page prints another counterexample: UPDATE=1 writes it",
  };
}

function firstLine(text: string): string {
  return text.split("\n")[0] ?? "";
}

function printed(text: string): string {
  const lines = text.split("\n").map((line) => line.trimEnd());
  return (lines.length > LONGEST ? [...lines.slice(0, LONGEST - 1), "  …"] : lines).join("\n");
}

/** Writes the counterexamples into the pages of both languages: each behind the same wrong way. */
function update(verdicts: readonly Verdict[]): void {
  for (const path of pages.flatMap((page) => [fileNamed(page, "en"), fileNamed(page, "ja")])) {
    const text = known.read(path);
    if (text === undefined) continue;
    const changes = wrongWaysOf(pageOf(path, text)).flatMap((here) => {
      const verdict = verdicts.find(({ way }) => way.wrong === here.wrong && way.law === here.law);
      return verdict?.counterexample ? [fenceHolding(here.counterexample, verdict.counterexample)] : [];
    });
    writeFileSync(join(ROOT, path), changed(text, changes));
  }
}

function report(verdicts: readonly Verdict[]): void {
  for (const { way, fault } of verdicts) {
    const place = `${way.page}:${way.line}`;
    console.log(
      `${(fault === "" ? "caught" : "WRONG").padEnd(7)} ${way.law.padEnd(22)} ${place.padEnd(36)} ${way.path}#${way.name}`,
    );
    if (fault !== "") console.log(`        ${fault}`);
  }
  const caught = verdicts.filter(({ fault }) => fault === "").length;
  const seconds = ((Date.now() - start) / 1000).toFixed(0);
  console.log(`${verdicts.length} wrong ways, ${caught} caught by the law that each names, in ${seconds} s.`);
  if (caught < verdicts.length || verdicts.length === 0) process.exitCode = 1;
}
