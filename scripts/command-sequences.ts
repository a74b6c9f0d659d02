/**
 * The commands' law in full (`npm run test:deep`): 2,000 sequences of up to 40 session commands, with kills and a second
 * terminal, each beside its model. What fails is shrunk to a short program. `npx tsx scripts/command-sequences.ts 100` tries
 * fewer.
 */
import { anyProgram } from "../test/support/commands/program.ts";
import { run } from "../test/support/commands/run.ts";
import { tryLaw } from "../test/support/law.ts";

const sequences = Number(process.argv[2] ?? 2_000);
let commands = 0;
const begun = Date.now();
const failure = await tryLaw(
  {
    id: "commands-kept",
    sentence: "after every command, in any order, the table of commands holds",
    arbitraries: [anyProgram(40)],
    holds: async (program) => {
      await run(program);
      commands += program.commands.length;
    },
  },
  sequences,
  { ...process.env, GLASS_RUNS_FACTOR: "1" },
);
const seconds = ((Date.now() - begun) / 1000).toFixed(0);
console.log(
  failure?.report ?? `${sequences} sequences, ${commands} commands, 0 laws broken, in ${seconds} s.`,
);
if (failure) process.exitCode = 1;
