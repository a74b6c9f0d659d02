/** Glob and Grep: which files they look at, and which lines they find. */
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { inProcess } from "#src/annex/tools/find-lines.ts";
import { filesBelow } from "#src/annex/tools/project-files.ts";
import { nodeDisk } from "#src/host/disk.ts";
import { type FindLines, hostFindLines } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { freshFolder } from "../support/real-folder.ts";

const FOLDERS = ["", "a/", "b/", "a/b/", "b/a/c d/", "a/a/b/", ".h/", "[a]/"];
const NAMES = ["x.js", "y.log", ".env", "k y.txt", "[z].js", "!x", "#c"];
const RULES = [
  ...["*.log", "!y.log", "/x.js", "x.*", "a/", "b", "a/b", "a/*", "!a/x.js", "**/b/", "b/**", "/a/b/x.js"],
  ...[
    "# x.js",
    "",
    "!",
    "\\!x",
    "\\#c",
    "[a]",
    "[z].js",
    "*",
    "!*/",
    "!x.js",
    "k y.txt",
    "y.log ",
    ".*",
    "?.js",
  ],
];

/** Files of a project, and rules of its `.gitignore` files by the folder that they stand in. */
interface Tree {
  readonly files: readonly string[];
  readonly rules: Readonly<Record<string, readonly string[]>>;
}

const anyFile = fc
  .tuple(fc.constantFrom(...FOLDERS), fc.constantFrom(...NAMES))
  .map((parts) => parts.join(""));
const someRules = fc.array(fc.constantFrom(...RULES), { minLength: 1, maxLength: 4 });

const anyTree = shownAs<Tree>(
  fc.record({
    files: fc.uniqueArray(anyFile, { minLength: 1, maxLength: 14 }),
    rules: fc.dictionary(fc.constantFrom("a/", "b/", ...FOLDERS), someRules, { maxKeys: 4 }),
  }),
  ({ files, rules }) =>
    [...Object.entries(rules).map(([at, lines]) => `${at}.gitignore: ${lines.join(" | ")}`), ...files].join(
      "\n",
    ),
);

law(
  "searched-as-git",
  "the files that are searched are those that git would list",
  [anyTree],
  ({ files, rules }) => {
    const root = freshFolder();
    const project = join(root, "project");
    const settings = Object.entries(rules).map(
      ([at, lines]) => [`${at}.gitignore`, lines.join("\n")] as const,
    );
    lay(project, [...files.map((file) => [file, "x"] as const), ...settings]);
    const found = [...filesBelow(nodeDisk, project, project)].map(({ path }) => path);
    expect(found.sort()).toEqual(listedByGit(root, project));
  },
  { runs: 40 },
);

function lay(folder: string, files: Iterable<readonly [string, string]>): void {
  for (const [name, content] of files) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }
}

/** What git lists of a folder, in an empty repository that stands elsewhere, whatever this machine's settings say. */
function listedByGit(root: string, project: string): string[] {
  const env = { PATH: process.env["PATH"], HOME: root, GIT_CONFIG_NOSYSTEM: "1" };
  const repository = join(root, "repository");
  lay(repository, [
    ["HEAD", "ref: refs/heads/main\n"],
    ["objects/none", ""],
    ["refs/none", ""],
  ]);
  const args = [`--git-dir=${repository}`, `--work-tree=${project}`];
  const listing = ["ls-files", "--others", "--exclude-standard", "-z"];
  const listed = execFileSync("git", [...args, ...listing], { cwd: project, env, encoding: "utf8" });
  return listed
    .split("\0")
    .filter((path) => path !== "")
    .sort();
}

const PARTS = [
  "a",
  "b",
  "foo",
  "é",
  "日",
  ".",
  "[ab]",
  "[^a]",
  "a|b",
  "(ab)+",
  "a*",
  "^",
  "$",
  "\\.",
  "b{2}",
  " ",
];
const WORDS = ["a", "b", "ab", "foo", "FOO", "é", "É", "日本", ".", "bb", " ", "\r", "\n", "\n", "\0"];

/** Files, and what is searched for in them. */
const anySearch = shownAs(
  fc.record({
    pattern: fc
      .array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join("")),
    ignoreCase: fc.boolean(),
    texts: fc.array(
      fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((words) => words.join("")),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  ({ pattern, ignoreCase, texts }) =>
    [`/${pattern}/${ignoreCase ? "i" : ""} in`, ...texts.map((text) => JSON.stringify(text))].join("\n"),
);

/** Where ripgrep is not installed the second is as the third, which is to say that it is not there. */
const WAYS: readonly FindLines[] = [
  inProcess(),
  hostFindLines(),
  hostFindLines("a-program-that-is-not-there"),
];

law(
  "found-alike",
  "the lines that are found are those that match, with ripgrep or without",
  [anySearch],
  async ({ pattern, ignoreCase, texts }) => {
    const root = freshFolder();
    const files = texts.map((_, index) => join(root, `${index}.txt`));
    lay(
      root,
      texts.map((text, index) => [`${index}.txt`, text] as const),
    );
    const lines = texts.map((text) => matching(text, new RegExp(pattern, ignoreCase ? "isu" : "su")));
    const expected = new Map(files.map((file, index) => [file, lines[index] ?? []]));
    for (const findLines of WAYS) {
      const found = await findLines({ pattern, ignoreCase, files }, { disk: nodeDisk });
      for (const [file, inFile] of expected) {
        expect(found.get(file)?.lines ?? []).toEqual(inFile);
        expect(found.get(file)?.count ?? 0).toBe(inFile.length);
      }
    }
  },
  { runs: 40 },
);

/** The lines of a text that match, told plainly. */
function matching(text: string, expression: RegExp): { number: number; text: string }[] {
  if (text.includes("\0")) return [];
  const lines = text.replace(/\n$/, "").split("\n");
  const numbered = lines.map((line, index) => ({ number: index + 1, text: line }));
  return numbered
    .filter(({ text: line }) => text !== "" && expression.test(line))
    .map(({ number, text: line }) => ({ number, text: line.replace(/\r$/, "") }));
}
