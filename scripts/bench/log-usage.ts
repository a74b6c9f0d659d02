/** Usage over 500 MB of logs, beside ccusage, which many count their tokens with. */
import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Arena, type Measure } from "./arena.ts";
import { writeProject } from "./log-project.ts";
import type { Row } from "./log-rows.ts";

/** The last one whose program for this machine could be had: it comes in a package of its own, a little after. */
const VERSION = "20.0.24";
const MEGABYTES = 500;

/** The rows: time beside ccusage's, its process from start to end; and in what the totals differ. */
export async function* usageRows(folder: string): AsyncGenerator<Row> {
  const root = join(folder, "root");
  writeProject(root, { sessions: 50, megabytes: MEGABYTES });
  const ccusage = installed(folder);
  const arena = await Arena.of("usage-contenders.ts", folder);
  const names = ["ours", "parse everything", ...(ccusage ? ["ccusage"] : [])];
  const measured = await arena.measure(names, [root, ccusage ?? ""]);
  const work = `usage over ${MEGABYTES} MB`;
  for (const [contender, { ms, megabytes, note }] of measured) {
    const isOther = contender === "ccusage";
    const beside = isOther ? differences(measured) : note;
    yield {
      work,
      contender: isOther ? `ccusage ${VERSION}` : contender,
      ms,
      // Its memory is that of another process.
      megabytes: isOther ? undefined : megabytes,
      ...(contender === "ours" && { bar: "faster than ccusage, equal totals" }),
      ...(beside !== undefined && { note: beside }),
    };
  }
  if (!ccusage) yield { work, contender: "ccusage", ms: undefined, note: "not to be had here" };
}

/** In which models and counts the totals differ. */
function differences(measured: ReadonlyMap<string, Measure>): string {
  const [ours, theirs] = ["ours", "ccusage"].map((name) => Object(measured.get(name)?.came));
  const models = new Set([...Object.keys(ours), ...Object.keys(theirs)]);
  const differing = [...models].flatMap((model) =>
    ["input", "output", "written", "read"].flatMap((count) => {
      const [mine, its] = [ours[model]?.[count] ?? 0, theirs[model]?.[count] ?? 0];
      return mine === its ? [] : [`${model} ${count}: ours ${mine}, its ${its}`];
    }),
  );
  return differing.length === 0 ? "tokens of every model equal" : differing.join("; ");
}

/** Its program, in a scratch folder; undefined where there is none for this machine. */
function installed(folder: string): string | undefined {
  const scratch = join(folder, "ccusage");
  const native = `@ccusage/ccusage-${process.platform}-${process.arch}`;
  mkdirSync(scratch);
  writeFileSync(join(scratch, "package.json"), '{"private":true}');
  try {
    const args = ["install", "--no-audit", "--no-fund", "--omit=optional", `${native}@${VERSION}`];
    execFileSync("npm", args, { cwd: scratch, stdio: "ignore", timeout: 300_000 });
  } catch {
    return undefined;
  }
  const program = join(scratch, "node_modules", native, "bin", "ccusage");
  if (!existsSync(program)) return undefined;
  chmodSync(program, 0o755);
  return program;
}
