/** The contenders in counting usage; each is told a data root, and counts all logs under it. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { usageCommand } from "#src/terminal/log-usage.ts";
import { contend } from "./contend.ts";

/** Tokens by model. */
type Totals = Record<
  string,
  { input: number; output: number; written: number; read: number; cost: number | null }
>;

await contend({
  ours: (root) => () => ours(root),
  "parse everything": (root) => () => parseEverything(root),
  ccusage: (root, program) => () => byCcusage(root, program ?? ""),
});

function ours(root: string): Totals {
  let printed = "";
  const out = { print: (text: string) => (printed += text), note: () => {} };
  const command = {
    kind: "log",
    verb: "usage",
    files: [root],
    here: root,
    json: true,
    strict: false,
  } as const;
  usageCommand(command, out);
  const { models } = JSON.parse(printed) as { models: readonly Record<string, number & string>[] };
  return Object.fromEntries(
    models.map((row) => [
      row["model"],
      {
        input: Number(row["input_tokens"]),
        output: Number(row["output_tokens"]),
        written: Number(row["cache_creation_input_tokens"]),
        read: Number(row["cache_read_input_tokens"]),
        cost: row["cost_usd"] ?? null,
      },
    ]),
  );
}

/** The plain way: each file as one string, every line made an object, the last line of a response counted. */
function parseEverything(root: string): number {
  const calls = new Map<string, number>();
  for (const name of readdirSync(root, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".jsonl")) continue;
    for (const text of readFileSync(join(root, name), "utf8").split("\n")) {
      if (text === "") continue;
      const line = JSON.parse(text);
      if (line.type === "assistant") calls.set(line.message.id, line.message.usage.output_tokens);
    }
  }
  return [...calls.values()].reduce((sum, tokens) => sum + tokens, 0);
}

function byCcusage(root: string, program: string): Totals {
  const printed = execFileSync(program, ["claude", "daily", "--json", "--offline", "--timezone", "UTC"], {
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: root, CLAUDE_CONFIG_DIR: root },
    maxBuffer: 1 << 26,
  });
  const { daily } = JSON.parse(printed) as {
    daily: readonly { modelBreakdowns: readonly Record<string, string & number>[] }[];
  };
  const totals: Totals = {};
  for (const row of daily.flatMap((day) => day.modelBreakdowns)) {
    const name = String(row["modelName"]);
    const sum = totals[name] ?? { input: 0, output: 0, written: 0, read: 0, cost: 0 };
    totals[name] = {
      input: sum.input + Number(row["inputTokens"]),
      output: sum.output + Number(row["outputTokens"]),
      written: sum.written + Number(row["cacheCreationTokens"]),
      read: sum.read + Number(row["cacheReadTokens"]),
      cost: (sum.cost ?? 0) + Number(row["cost"]),
    };
  }
  return totals;
}
