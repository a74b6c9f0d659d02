/** The house rules that a machine can hold (CONTRIBUTING.md says why each is there). */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { codeLines, isCore, withNumbers } from "../../scripts/numbers.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Source {
  /** Path from the project's root. */
  readonly path: string;
  readonly text: string;
  /** What it imports from this project, as paths from the root. */
  readonly imports: readonly string[];
}

/** Statements at the beginning of a line, and calls: what the files of a play import stands in strings. */
const IMPORTED =
  /(?:^(?:import|export)\s(?:[^"'`;=()]*\sfrom\s)?|\bimport\s*\(\s*)"(\.[^"]+|#src\/[^"]+|#mock-api)"/gm;

function sources(folder: string): Source[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => {
      const path = join(folder, name);
      const text = readFileSync(join(ROOT, path), "utf8");
      const named = [...text.matchAll(IMPORTED)];
      return { path, text, imports: named.map((match) => resolveImport(path, match[1] ?? "")) };
    });
}

function resolveImport(path: string, target: string): string {
  if (target === "#mock-api") return "mock-api/index.ts";
  if (target.startsWith("#src/")) return target.slice(1);
  return relative(ROOT, join(ROOT, dirname(path), target));
}

const SRC = sources("src");
const MOCK = sources("mock-api");
const CHAPTERS = sources("chapters");

/** The rooms, each of which may import only what stands before it, and itself. */
const ROOMS = [
  "wire.ts",
  "ports.ts",
  "events.ts",
  "hooks.ts",
  "log",
  "context",
  "request",
  "tools",
  "loop",
  "checkpoint",
  "opened.ts",
  "session-log.ts",
  "mentioned.ts",
  "session.ts",
  "commands",
  "annex",
  "host",
  "index.ts",
  "terminal",
  "cli.ts",
];

/**
 * `events.ts` names the log's line in a type: the step stream tells of every layer. The modes' names stand in host, so
 * that the core can be run without the annex; what they mean to a person is the annex's.
 */
const TYPES_ONLY = new Set([
  "src/events.ts -> src/log/entry.ts",
  "src/annex/permissions/modes.ts -> src/host/modes.ts",
]);

function room(path: string): number {
  const [, first = ""] = path.split("/");
  return ROOMS.indexOf(first);
}

test("every file of src stands in a room", () => {
  expect(SRC.filter(({ path }) => room(path) === -1).map(({ path }) => path)).toEqual([]);
});

test("imports run one way: a room knows only the rooms before it", () => {
  const wrong = SRC.flatMap(({ path, imports }) =>
    imports
      .filter((target) => target.startsWith("src/") && room(target) > room(path))
      .map((target) => `${path} -> ${target}`),
  );
  expect(wrong.filter((way) => !TYPES_ONLY.has(way))).toEqual([]);
});

/** Who answers offline, and who asks whether the API would take what a log rebuilds to. */
const MOCK_USERS = new Set(["src/terminal/backend.ts", "src/terminal/check/verdict.ts"]);

test("the core never imports the annex, and of the mock only the command line knows", () => {
  const strangers = SRC.filter(({ path, imports }) => {
    const core = room(path) < ROOMS.indexOf("annex");
    const reachesAnnex = imports.some((target) => target.startsWith("src/annex/"));
    const reachesMock = imports.some((target) => target.startsWith("mock-api/"));
    return (core && reachesAnnex) || (reachesMock && !MOCK_USERS.has(path));
  });
  expect(strangers.map(({ path }) => path)).toEqual([]);
});

test("chapters and scripts use the public door, the views and the mock", () => {
  const strangers = [...CHAPTERS, ...sources("scripts")].flatMap(({ path, imports }) =>
    imports
      .filter(
        (target) =>
          !/^(chapters|scripts)\/|^src\/(index\.ts|terminal\/)|^mock-api\/index\.ts$/.test(target) &&
          // The campaign and the sequences of commands play what the laws play, the kills end the processes that the tests start, and
          // both readers read what the laws generate.
          !(path === "scripts/campaign.ts" && target.startsWith("test/support/campaign/")) &&
          !(path === "scripts/command-sequences.ts" && /^test\/support\/(commands\/|law\.ts)/.test(target)) &&
          // What a broken law says is read by the workshop and by the wrong ways of the chapters.
          !(
            /^scripts\/(workshop|wrong-ways)\b/.test(path) &&
            /^test\/support\/law-(report|contrast|drawn|words)\.ts$/.test(target)
          ) &&
          !(path === "scripts/writer-kills.ts" && target === "test/support/writers.ts") &&
          !(path === "scripts/official-reader.ts" && /^test\/support\/(forests|log-lines)\.ts$/.test(target)),
      )
      .map((target) => `${path} -> ${target}`),
  );
  expect(strangers).toEqual([]);
});

test("the mock is an oracle: it imports nothing of src", () => {
  expect(MOCK.filter(({ imports }) => imports.some((target) => target.startsWith("src/")))).toEqual([]);
});

test("what is not deterministic enters through the ports: clock, ids, disk and processes are used in host only", () => {
  const UNSTEADY =
    /node:(fs|child_process|net|http|https|worker_threads|dgram)\b|Date\.now|new Date\(|Math\.random|randomUUID|performance\.now|setTimeout|setInterval/;
  const inside = SRC.filter(({ path }) => room(path) < ROOMS.indexOf("host"));
  expect(inside.length).toBeGreaterThan(20);
  expect(inside.filter(({ text }) => UNSTEADY.test(text)).map(({ path }) => path)).toEqual([]);
});

test("one place alone uses the SDK's values", () => {
  const users = SRC.filter(({ text }) => /from "@anthropic-ai\/sdk/.test(text)).map(({ path }) => path);
  expect(users).toEqual(["src/host/sdk-client.ts"]);
});

test("no file is over 250 lines, and those over 150 are named here with their reason", () => {
  const LONGER: Readonly<Record<string, string>> = {
    "src/session.ts":
      "the one place where log, context and loop meet; half of it is what is said of each method",
    "src/index.ts": "the public door is one list of names and nothing else",
    "src/ports.ts": "all that is not deterministic, in one place, is the point of the file",
    "src/log/transcript.ts": "pairing and merging share one walk over the path",
    "src/terminal/compose.ts": "a session is put together here, and each line is one of its parts",
    "src/annex/retention/due.ts": "what is due and what lies beside it are found in one look at the folders",
    "chapters/00-one-session.ts": "the guided run: stage, acts and pages, told in one file",
    "scripts/package.ts":
      "a third of it is what a stranger would write with the package, in JavaScript and in TypeScript",
    "scripts/bench/log-files.ts": "the logs that are measured, each kind made as a client makes it",
    "scripts/stage/stage.ts": "one machine: all that a session is given, and what is written down of it",
    "scripts/workshop/bench.ts":
      "handing out, following the source and resetting go by one list of what was handed out",
    "scripts/workshop/live.ts": "what a key does and what a save does share where the learner stands",
    "scripts/workshop/progress.ts": "a third of it is what becomes of a file that cannot be understood",
  };
  const lines = ({ text }: Source) => text.trimEnd().split("\n").length;
  const all = [...SRC, ...MOCK, ...CHAPTERS, ...sources("scripts")];
  expect(all.filter((file) => lines(file) > 250).map(({ path }) => path)).toEqual([]);
  const long = all.filter((file) => lines(file) > 150).map(({ path }) => path);
  expect(long.filter((path) => !(path in LONGER))).toEqual([]);
  expect(Object.keys(LONGER).filter((path) => !long.includes(path))).toEqual([]);
});

test("the core ring stays at about 2,300 lines of code", () => {
  const core = SRC.filter(({ path }) => isCore(path));
  expect(core.reduce((sum, { text }) => sum + codeLines(text), 0)).toBeLessThanOrEqual(2335);
});

test("no file is dead: each is reached from a door", () => {
  const SCRIPTS = sources("scripts");
  const DOORS = [
    "src/index.ts",
    "src/cli.ts",
    "mock-api/index.ts",
    "mock-api/cli.ts",
    "mock-api/models/generative.ts",
    "mock-api/in-process.ts",
    ...[...CHAPTERS, ...SCRIPTS].map(({ path }) => path),
  ];
  const byPath = new Map([...SRC, ...MOCK, ...CHAPTERS, ...SCRIPTS].map((file) => [file.path, file]));
  const reached = new Set<string>();
  const open = [...DOORS];
  for (const path of open) {
    if (reached.has(path)) continue;
    reached.add(path);
    open.push(...(byPath.get(path)?.imports ?? []));
  }
  expect([...byPath.keys()].filter((path) => !reached.has(path))).toEqual([]);
});

test("no file is named after what it is not: no utils, helpers, misc, manager, common", () => {
  const names = [...SRC, ...MOCK, ...CHAPTERS, ...sources("test"), ...sources("scripts")].map(
    ({ path }) => path,
  );
  expect(names.filter((path) => /(^|\/)(utils?|helpers?|misc|manager|common)(\/|\.)/.test(path))).toEqual([]);
});

test("every law that the source names is a law, and every law is named in the source where it is kept", () => {
  const stated = sources("test").flatMap(({ text }) =>
    [...text.matchAll(/\blaw\(\s*"([a-z0-9-]+)"/g)].map((match) => match[1]),
  );
  const named = [...SRC, ...MOCK, ...sources("scripts")].flatMap(({ text }) =>
    [...text.matchAll(/Law: ([a-z0-9-]+(?:,\s[a-z0-9-]+)*)/g)].flatMap((match) =>
      (match[1] ?? "").split(/,\s/),
    ),
  );
  expect(stated.length).toBeGreaterThan(0);
  expect(named.filter((id) => !stated.includes(id))).toEqual([]);
  expect(stated.filter((id) => !named.includes(id ?? ""))).toEqual([]);
  expect(stated.filter((id) => stated.indexOf(id) !== stated.lastIndexOf(id))).toEqual([]);
});

test("every law has a mutant that it is seen to kill, and every mutant names a law", () => {
  const stated = sources("test").flatMap(({ text }) =>
    [...text.matchAll(/\blaw\(\s*"([a-z0-9-]+)"/g)].map((match) => match[1] ?? ""),
  );
  const patches = readdirSync(join(ROOT, "test", "mutants")).filter((name) => name.endsWith(".patch"));
  const killers = patches.map((name) => {
    const text = readFileSync(join(ROOT, "test", "mutants", name), "utf8");
    return /^# law: ([a-z0-9-]+)\n/.exec(text)?.[1] ?? name;
  });
  expect(stated.filter((id) => !killers.includes(id))).toEqual([]);
  expect(killers.filter((id) => !stated.includes(id))).toEqual([]);
});

test("a test that is focused, skipped or not yet written does not exist", () => {
  const marked = sources("test").filter(({ text }) =>
    /\b(it|test|describe|law)\.(only|skip|todo)\b/.test(text),
  );
  expect(marked.map(({ path }) => path)).toEqual([]);
});

test("the figures in the texts are the counted ones", () => {
  for (const name of ["README.md", "README.ja.md", "CONTRIBUTING.md", "mock-api/README.md"]) {
    const path = join(ROOT, name);
    const text = readFileSync(path, "utf8");
    const counted = withNumbers(text);
    if (process.env["UPDATE"]) writeFileSync(path, counted);
    else expect(text, `${name}: UPDATE=1 npm test sets the figures right`).toBe(counted);
  }
});

test("the README opens with its two commands, then the picture of the three layers, then the rooms", () => {
  const text = readFileSync(join(ROOT, "README.md"), "utf8");
  const places = [
    "npm ci && npm start",
    "npm test",
    "```mermaid",
    "## The rooms",
    "src/request/build.ts",
  ].map((part) => text.indexOf(part));
  expect(places).not.toContain(-1);
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(text.split("\n").slice(0, 12).join("\n")).toContain("npm test");
  // Whoever has opened the wrong one of the two is one click from the other.
  expect(text.slice(0, places[2])).toContain("](README.ja.md)");
  expect(readFileSync(join(ROOT, "README.ja.md"), "utf8").split("\n").slice(0, 8).join("\n")).toContain(
    "](README.md)",
  );
});

test("every dependency is exact and named in the README with its reason", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const text = readFileSync(join(ROOT, "README.md"), "utf8");
  const all = Object.entries({ ...dependencies, ...devDependencies }) as [string, string][];
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  expect(all.filter(([name]) => !text.includes(`\`${name}\``))).toEqual([]);
});

test("every file that the README points to is there", () => {
  const text = readFileSync(join(ROOT, "README.md"), "utf8");
  const links = [...text.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? "");
  expect(links.length).toBeGreaterThan(3);
  expect(links.filter((link) => !existsSync(join(ROOT, link)))).toEqual([]);
});
