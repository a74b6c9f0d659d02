/**
 * The generative campaign (`npm run test:deep`): thousands of conversations against the mock, many of them interrupted
 * or killed somewhere. Prints counts and seconds. `npx tsx scripts/campaign.ts SEED` plays the cases of one seed again
 * and shows them; `--conversations N`, `--interrupts N` and `--kills N` say how many of each there are.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import fc from "fast-check";
import { anyConversation } from "../test/support/campaign/conversations.ts";
import { anyInterrupt, anyKill } from "../test/support/campaign/mishaps.ts";
import { type Mishap, playConversation } from "../test/support/campaign/play.ts";

/** So many conversations to the end, and so many that really were interrupted, and killed. */
const WANTED = { conversations: 5_000, interrupts: 1_000, kills: 1_000 } as const;
type Kind = keyof typeof WANTED;
const KINDS = Object.keys(WANTED) as Kind[];

/** One process a core. */
const AT_ONCE = 2;

const MISHAPS: Readonly<Record<Kind, fc.Arbitrary<Mishap>>> = {
  conversations: fc.constant({ kind: "none" }),
  interrupts: anyInterrupt,
  kills: anyKill,
};

/** What one process has played of a kind. */
interface Tally {
  played: number;
  requests: number;
  failed: string[];
}

/** The case of a seed: the same seed is the same case, today and tomorrow. */
function caseOf(kind: Kind, seed: number) {
  const [drawn] = fc.sample(fc.tuple(anyConversation, MISHAPS[kind]), { seed, numRuns: 1 });
  if (!drawn) throw new Error("A seed makes one case.");
  return drawn;
}

async function tryCase(kind: Kind, seed: number, tally: Tally): Promise<void> {
  const [conversation, mishap] = caseOf(kind, seed);
  try {
    const { requests, hasBroken } = await playConversation(conversation, mishap);
    tally.requests += requests;
    if (hasBroken || kind === "conversations") tally.played += 1;
  } catch (error) {
    tally.failed.push(
      `${kind}, seed ${seed}: ${error instanceof Error ? error.message.slice(0, 400) : String(error)}`,
    );
  }
}

/** Every `AT_ONCE`th seed from `first` on, until there are enough cases of a kind. */
async function share(first: number, wanted: Readonly<Record<Kind, number>>): Promise<Record<Kind, Tally>> {
  const tallies = Object.fromEntries(
    KINDS.map((kind): [Kind, Tally] => [kind, { played: 0, requests: 0, failed: [] }]),
  ) as Record<Kind, Tally>;
  for (const kind of KINDS) {
    const tally = tallies[kind];
    const enough = Math.ceil(wanted[kind] / AT_ONCE);
    for (let seed = first; tally.played < enough && tally.failed.length < 5; seed += AT_ONCE)
      await tryCase(kind, seed, tally);
  }
  return tallies;
}

function inProcess(first: number, args: readonly string[]): Promise<Record<Kind, Tally>> {
  return new Promise((resolve, reject) => {
    const child = spawn(
      process.execPath,
      [...process.execArgv, fileURLToPath(import.meta.url), "--share", String(first), ...args],
      { stdio: ["ignore", "pipe", "inherit"] },
    );
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += String(chunk);
    });
    child.on("close", (code) => {
      if (code === 0) resolve(JSON.parse(output) as Record<Kind, Tally>);
      else reject(new Error(`A process of the campaign ended with ${code}.`));
    });
  });
}

async function campaign(args: readonly string[]): Promise<void> {
  const start = Date.now();
  const shares = await Promise.all(Array.from({ length: AT_ONCE }, (_, first) => inProcess(first, args)));
  const failed = shares.flatMap((each) => KINDS.flatMap((kind) => each[kind].failed));
  for (const kind of KINDS) {
    const sum = (count: (tally: Tally) => number) =>
      shares.reduce((total, each) => total + count(each[kind]), 0);
    const [played, requests, wrong] = [
      sum(({ played }) => played),
      sum(({ requests }) => requests),
      sum(({ failed }) => failed.length),
    ];
    console.log(`${kind.padEnd(14)} ${played}, ${requests} requests, ${wrong} that broke a law`);
  }
  console.log(`${((Date.now() - start) / 1000).toFixed(0)} s`);
  for (const each of failed) console.error(each);
  if (failed.length > 0) process.exitCode = 1;
}

async function replay(seed: number): Promise<void> {
  for (const kind of KINDS) {
    const tally: Tally = { played: 0, requests: 0, failed: [] };
    await tryCase(kind, seed, tally);
    console.log(`${fc.stringify(caseOf(kind, seed))}\n  ${tally.failed[0] ?? "holds"}\n`);
    if (tally.failed.length > 0) process.exitCode = 1;
  }
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    share: { type: "string" },
    conversations: { type: "string" },
    interrupts: { type: "string" },
    kills: { type: "string" },
  },
});
// The SDK writes there that a model or a way to think is old.
console.warn = () => {};
if (positionals[0] !== undefined) await replay(Number(positionals[0]));
else if (values.share === undefined) await campaign(process.argv.slice(2));
else {
  const wanted = Object.fromEntries(KINDS.map((kind) => [kind, Number(values[kind] ?? WANTED[kind])]));
  console.log(JSON.stringify(await share(Number(values.share), wanted as Record<Kind, number>)));
}
