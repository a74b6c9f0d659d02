/** Which memory files a session begins with, in which order, and how much of them (C-3.15, C-6.1, D-14). */
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import { MOST_BYTES, MOST_LINES, shownNotes } from "../../src/annex/memory/auto.ts";
import { memoryText } from "../../src/annex/memory/imports.ts";
import { loadMemory, MOST_HOPS } from "../../src/annex/memory/load.ts";
import { nodeDisk } from "../../src/host/disk.ts";
import { law, shownAs } from "../support/law.ts";
import { freshFolder } from "../support/real-folder.ts";
import { placeOf, startOf } from "../support/remembering.ts";
import { World } from "../support/world.ts";

/** All places of a project two folders below the root of the file system, in the order of the public documentation. */
const PLACES = [
  "/home/user/.glass/projects/-home-user-demo/memory/MEMORY.md",
  "/home/user/.glass/CLAUDE.md",
  "/home/user/.glass/rules/a.md",
  "/home/user/.glass/rules/deep/b.md",
  "/CLAUDE.md",
  "/.claude/rules/r.md",
  "/home/CLAUDE.md",
  "/home/CLAUDE.local.md",
  "/home/user/CLAUDE.md",
  "/home/user/demo/CLAUDE.md",
  "/home/user/demo/.claude/CLAUDE.md",
  "/home/user/demo/.claude/rules/a/z.md",
  "/home/user/demo/.claude/rules/b.md",
  "/home/user/demo/CLAUDE.local.md",
];

law(
  "memory-order",
  "memory files stand in the order of their places: notes, the user's own, then each folder's from the root down, a person's own in it last; blank ones not at all",
  [fc.uniqueArray(fc.constantFrom(...PLACES)), fc.uniqueArray(fc.constantFrom(...PLACES), { maxLength: 3 })],
  (there, blank) => {
    const world = new World();
    for (const path of there)
      world.disk.put(path, blank.includes(path) ? " \r\n\n" : `\ufeffm of ${path}\r\n`);
    const expected = PLACES.filter((path) => there.includes(path) && !blank.includes(path));
    expect(startOf(world)).toEqual(expected);
    const { files } = loadMemory(placeOf(world));
    expect(files.map(({ content }) => content)).toEqual(expected.map((path) => `m of ${path}`));
  },
  { runs: 100 },
);

const FILES = 7;

/** Which files import which: file 0 is CLAUDE.md, file 1 is CLAUDE.local.md, the others are only imported. */
const anyImports = shownAs(
  fc.array(fc.uniqueArray(fc.nat(FILES - 1), { maxLength: 3 }), { minLength: FILES, maxLength: FILES }),
  (imports) => imports.map((to, from) => `${nameOf(from)} imports ${to.map(nameOf).join(", ")}`).join("\n"),
);

function nameOf(file: number): string {
  return ["CLAUDE.md", "CLAUDE.local.md"][file] ?? `docs/f${file}.md`;
}

law(
  "imports-end",
  "imports of any shape end: a file stands once if at most four of them lead to it from a memory file, else not at all and it is told; so is each that leads round in a circle",
  [anyImports],
  (imports) => {
    const world = new World();
    for (const [from, to] of imports.entries()) {
      const up = from < 2 ? "./" : "../";
      world.disk.put(
        `${world.cwd}/${nameOf(from)}`,
        `m${from} ${to.map((each) => `@${up}${nameOf(each)}`).join(" ")}`,
      );
    }
    const near = hopsTo(imports);
    const loaded = loadMemory(placeOf(world));
    const names = loaded.files.map(({ path }) => path.slice(world.cwd.length + 1));
    expect([...names].sort()).toEqual([...near.keys()].map(nameOf).sort());
    const far = loaded.left.filter(({ why }) => /more than 4 imports/.test(why));
    expect(far.filter(({ path }) => names.includes(path.slice(world.cwd.length + 1)))).toEqual([]);
    const circles = [...near.keys()].filter((from) => imports[from]?.includes(from));
    for (const from of circles)
      expect(loaded.left.map(({ path, why }) => `${path} ${why}`).join("\n")).toMatch(
        new RegExp(`${nameOf(from)} imported by \\S*${nameOf(from)}, line 1: that goes round in a circle`),
      );
  },
  { runs: 200 },
);

/** The files that can be come to, and over how few imports: told in the plainest way. */
function hopsTo(imports: readonly (readonly number[])[]): Map<number, number> {
  const hops = new Map([
    [0, 0],
    [1, 0],
  ]);
  for (let hop = 1; hop <= MOST_HOPS; hop += 1)
    for (const [from, at] of [...hops])
      if (at === hop - 1) for (const to of imports[from] ?? []) if (!hops.has(to)) hops.set(to, hop);
  return hops;
}

/** Where an `@` may stand in a file, and whether it imports there. */
const SPOTS: Readonly<Record<string, readonly [isImport: boolean, write: (name: string) => string]>> = {
  line: [true, (name) => `@${name}`],
  sentence: [true, (name) => `See @${name} for more.`],
  list: [true, (name) => `- one\n- two @${name}`],
  bold: [true, (name) => `**@${name}**`],
  heading: [true, (name) => `# Title @${name}`],
  span: [false, (name) => `Run \`x @${name}\` there.`],
  fence: [false, (name) => `\`\`\`sh\ncat @${name}\n\`\`\``],
  tildes: [false, (name) => `~~~\n@${name}\n~~~`],
  indented: [false, (name) => `Such as:\n\n    @${name}`],
  comment: [false, (name) => `<!-- for people: @${name}\nand more -->`],
  address: [false, (name) => `Ask somebody@${name} about it.`],
};

law(
  "imports-in-words",
  "an @ imports what it names where it stands in words, and nothing in code, in a comment or within a word; a comment that stands by itself is not shown",
  [fc.array(fc.constantFrom(...Object.keys(SPOTS)), { maxLength: 8 })],
  (spots) => {
    const named = spots.map((spot, at) => ({ spot, name: `docs/f${at}.md` }));
    const source = named.map(({ spot, name }) => SPOTS[spot]?.[1](name)).join("\n\n");
    const { text, imports } = memoryText(source);
    expect(imports.map(({ name }) => name)).toEqual(
      named.filter(({ spot }) => SPOTS[spot]?.[0]).map(({ name }) => name),
    );
    for (const { spot, name } of named) expect(text.includes(name)).toBe(spot !== "comment");
  },
  { runs: 200 },
);

/** Notes of lines of a given number of characters, of one to four bytes each. */
const anyNotes = shownAs(
  fc.array(
    fc.record({
      length: fc.oneof(fc.nat(200), fc.constant(9_000)),
      of: fc.constantFrom("a", "é", "あ", "😀"),
    }),
    { minLength: 1, maxLength: 260 },
  ),
  (lines) => lines.map(({ length, of }) => `${length} times ${of}`).join("\n"),
);

law(
  "notes-cut",
  "of notes the first 200 lines or 25 KB are shown, whichever comes first, whole lines, or of a longer first line whole characters; that they go on is told",
  [anyNotes],
  (plan) => {
    const lines = plan.map(({ length, of }, at) => `${at}${of.repeat(length)}`);
    const { text, remark } = shownNotes(`${lines.join("\n")}\n`);
    const [shown = "", mark] = text.split(/\n\n(?=\(Only)/);
    const bytes = Buffer.byteLength(shown);
    expect(lines.join("\n").startsWith(shown)).toBe(true);
    expect(bytes).toBeLessThanOrEqual(MOST_BYTES);
    const isWhole = shown === lines.join("\n");
    expect([mark !== undefined, remark !== undefined]).toEqual([!isWhole, !isWhole]);
    const last = shown.split("\n").length;
    if (shown !== lines.slice(0, last).join("\n")) {
      // Within the first line: as many of its characters as there is room for.
      expect([last, shown.isWellFormed(), bytes > MOST_BYTES - 4]).toEqual([1, true, true]);
      return;
    }
    expect(last).toBeLessThanOrEqual(MOST_LINES);
    const next = lines[last];
    const hasRoom = last < MOST_LINES && bytes + 1 + Buffer.byteLength(next ?? "") <= MOST_BYTES;
    expect(next !== undefined && hasRoom).toBe(false);
  },
  { runs: 100 },
);

/** The ways out of a project that others may have written. */
const WAYS_OUT: Readonly<Record<string, (project: string, outside: string) => void>> = {
  "a relative import": (project) => nodeDisk.write(join(project, "CLAUDE.md"), "@../outside/secret.md"),
  "an absolute import": (project, outside) =>
    nodeDisk.write(join(project, "CLAUDE.md"), `@${outside}/secret.md`),
  "an import through a link": (project, outside) => {
    nodeDisk.write(join(project, "CLAUDE.md"), "@docs/secret.md");
    symlinkSync(outside, join(project, "docs"));
  },
  "a linked CLAUDE.md": (project, outside) =>
    symlinkSync(join(outside, "secret.md"), join(project, "CLAUDE.md")),
  "a linked rule": (project, outside) => {
    nodeDisk.write(join(project, ".claude/rules/own.md"), "Fine.");
    symlinkSync(join(outside, "secret.md"), join(project, ".claude/rules/r.md"));
  },
  "linked rules": (project, outside) => {
    nodeDisk.write(join(project, ".claude/CLAUDE.md"), "Fine.");
    symlinkSync(outside, join(project, ".claude/rules"));
  },
  "an import of an imported file": (project) => {
    nodeDisk.write(join(project, "CLAUDE.local.md"), "@docs/a.md");
    nodeDisk.write(join(project, "docs/a.md"), "@../../outside/secret.md");
  },
};

law(
  "memory-confined",
  "no memory file of a project leads out of its repository, by whatever way; the user's own may",
  [fc.constantFrom(...Object.keys(WAYS_OUT)), fc.boolean(), fc.boolean()],
  (way, isRepository, isUsers) => {
    const top = freshFolder();
    const cwd = join(top, "project");
    const outside = join(top, "outside");
    nodeDisk.write(join(outside, "secret.md"), "A secret.");
    nodeDisk.write(join(cwd, isRepository ? ".git/HEAD" : "src/a.ts"), "x");
    WAYS_OUT[way]?.(cwd, outside);
    if (isUsers) nodeDisk.write(join(top, "root/CLAUDE.md"), `@${outside}/secret.md`);
    const { files, left } = loadMemory({
      disk: nodeDisk,
      root: join(top, "root"),
      cwd,
      home: join(top, "home"),
    });
    const secrets = files.filter(({ content }) => content.includes("A secret."));
    expect(secrets.map(({ scope }) => scope)).toEqual(isUsers ? ["user"] : []);
    if (way !== "linked rules") expect(left.map(({ why }) => why).join()).toMatch(/it lies outside of/);
  },
  { runs: 60 },
);
