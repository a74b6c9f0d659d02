/** The contenders in opening a log; each is told the data root, the log, and where the official reader lies. */
import { createReadStream, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import {
  buildTree,
  LogIndex,
  leafOf,
  OpenLogs,
  type Path,
  pathTo,
  type ReadLog,
  readLog,
  tailReader,
  transcribe,
} from "#src/index.ts";
import { type Contender, contend } from "./contend.ts";
import { BENCH_CWD, BENCH_SESSION } from "./log-files.ts";

const ASKED = { sessionId: BENCH_SESSION };
const logAt = new OpenLogs().open;

await contend({
  ours: onLog((path) => pathIn(tailReader()(logAt(path), ASKED)).items.length),
  "ours, and the messages of it": onLog((path) => {
    return transcribe(pathIn(tailReader()(logAt(path), ASKED))).messages.length;
  }),
  "parse everything": onLog((path) => pathIn(readLog(readFileSync(path))).items.length),
  "readline and parse": onLog(parsedByLine),
  official: async (root, _, entry) => {
    process.env["CLAUDE_CONFIG_DIR"] = root;
    const sdk = await import(pathToFileURL(entry ?? "").href);
    return async () => (await sdk.getSessionMessages(BENCH_SESSION, { dir: BENCH_CWD })).length;
  },
  index: onLog((path) => {
    const file = logAt(path);
    return LogIndex.of(file, file.size(), ASKED).entries;
  }),
  "index by parsing": onLog((path) => buildTree(readLog(readFileSync(path)), BENCH_SESSION).nodes.length),
});

function onLog(open: (path: string) => unknown): Contender {
  return (_, path = "") =>
    () =>
      open(path);
}

/** The entries of the conversation: what the official reader gives as well. */
function pathIn(log: ReadLog): Path {
  const tree = buildTree(log, BENCH_SESSION);
  return pathTo(tree, leafOf(tree));
}

/** What many tools do: line by line, each made an object, and all of them kept. */
async function parsedByLine(path: string): Promise<number> {
  const lines: unknown[] = [];
  const input = createReadStream(path);
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    lines.push(JSON.parse(text));
  }
  return lines.length;
}
