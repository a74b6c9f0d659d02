/** Rules for files held against command lines: which files does a line name, and what may it do to them? */
import { resolve } from "node:path";
import { covers } from "./calls.ts";
import { type FilePattern, fileOf, type Place } from "./files.ts";
import { holds } from "./folders.ts";
import type { Relation } from "./rules.ts";
import { isUnsure, type PlainCommand } from "./shell/commands.ts";
import { hiddenIn } from "./shell/hidden.ts";
import { programOf } from "./shell/patterns.ts";
import { CHANGES, READS, TAKES_FOLDERS } from "./shell/programs.ts";
import { nameOf } from "./shell/runners.ts";
import { allRuns, type Reading, type Run } from "./shell/runs.ts";

/** How many files of one command line are looked at. */
const MOST_FILES = 1000;
/** Options by which a program goes to another folder before it takes the other words. */
const GOES_TO = /^(?:-C|--(?:directory|cwd|chdir|prefix|work-tree|git-dir))(?:=|$)/;

/**
 * A rule for files speaks of a command line that names such a file, or sends its output there. It may speak of one that
 * takes a folder in which such files can lie, or which does not say plainly what it takes. Law: deny-by-real-path
 */
export function fileRelation(pattern: FilePattern, tool: string, reading: Reading, place: Place): Relation {
  if ("unread" in reading) return { may: `the command is not plain enough to be sure: ${reading.unread}` };
  const isRead = covers("Read", tool);
  const runs = allRuns(reading.runs);
  const folders = foldersOf(runs, place);
  let doubt: string | undefined;
  for (const run of runs) {
    const relation = runRelation(pattern, isRead, run, folders, place);
    if (relation === "speaks") return relation;
    doubt ??= relation?.may;
  }
  doubt ??= hiddenIn(reading.runs);
  return doubt === undefined ? undefined : { may: doubt };
}

function runRelation(
  pattern: FilePattern,
  isRead: boolean,
  run: Run,
  folders: readonly string[],
  place: Place,
): Relation {
  const { words, redirects } = run.command;
  const name = nameOf(programOf(run));
  const from = [...folders, ...folders.flatMap((folder) => goneTo(words, folder))];
  const sent = redirects.filter(({ writes }) => writes !== isRead).map(({ path }) => path);
  const named = words.slice(1).flatMap(({ value }) => spellings(value));
  if (from.length * (named.length + sent.length) > MOST_FILES) return { may: "it names too many files" };
  const files = (paths: readonly string[]) =>
    from.flatMap((folder) =>
      paths.flatMap((path) => [path, ...atHome(path, place)]).map((path) => fileOf(path, place, folder)),
    );
  const isSpokenOf = (paths: readonly string[]) => files(paths).some((file) => pattern.speaksOf(file));
  if (isSpokenOf(isRead ? [...named, ...sent] : sent)) return "speaks";
  if (!isRead && !READS.has(name) && isSpokenOf(named)) return { may: `${name} may change it` };
  if (!isRead && !CHANGES.has(name)) return undefined;
  const unsure = words.slice(1).find(isUnsure);
  if (unsure) return { may: `which file ${unsure.value} is, the command does not say plainly` };
  if (run.isOpen) return { may: `not all that ${name} is given stands in the command` };
  if (!takesFolders(name, words)) return undefined;
  const taken = files([...named, ...(isEverywhere(words, from, place) ? ["."] : [])]);
  const folder = taken.find(({ real }) => real !== undefined && holds(pattern, real, place));
  return folder && { may: `${name} takes what is in ${folder.named}` };
}

/** Does it take all that is in the folders that it names, or stands in? */
function takesFolders(name: string, words: PlainCommand["words"]): boolean {
  if (/^[ef]?grep$/.test(name))
    return words.some(({ value }) => /^(-[A-Za-z]*[rR]|--(rec|dereference-r|dir))/.test(value));
  if (name === "find") return words.some(({ value }) => /^-(delete|exec|ok|fprint|fls)/.test(value));
  if (name === "git")
    return words.some(({ value }) => /^(grep|archive|clean|checkout|restore|rm|mv)$/.test(value));
  return TAKES_FOLDERS.has(name);
}

const SEARCHES = /^([ef]?grep|rg|ag|ack|find|git)$/;

const UNPACKS = /^(unzip|patch|cpio|7z)$/;

/** Does it take the folder that it stands in: to unpack into it, or because no word behind the first names a file? */
function isEverywhere(words: PlainCommand["words"], from: readonly string[], place: Place): boolean {
  const [program, ...given] = words.map(({ value }) => value);
  const name = nameOf(program ?? "");
  const plain = given.filter((value) => !value.startsWith("-")).slice(name === "find" ? 0 : 1);
  const isThere = (path: string) =>
    from.some((folder) => {
      const { real } = fileOf(path, place, folder);
      return real !== undefined && place.disk.kind(real) !== undefined;
    });
  const unpacks = UNPACKS.test(name) || (/tar$/.test(name) && /^-?[a-zA-Z]*x/.test(given[0] ?? ""));
  return unpacks || (SEARCHES.test(name) && !plain.some(isThere));
}

/** A word as a file's name: whole, behind a sign that parts a name from a value, or behind the letter of an option. */
function spellings(word: string): string[] {
  const parts = [...word.matchAll(/[=:,@]/g)].map(({ index }) => word.slice(index + 1));
  return [word, ...parts.filter((part) => part !== ""), ...(/^-\w./.test(word) ? [word.slice(2)] : [])];
}

function atHome(path: string, { home }: Place): string[] {
  return path === "~" || path.startsWith("~/") ? [home + path.slice(1)] : [];
}

/** The folders that options send a program to. */
function goneTo(words: PlainCommand["words"], from: string): string[] {
  return words.flatMap(({ value }, at) => {
    const glued = /^-C(.+)/.exec(value)?.[1];
    if (glued !== undefined) return [resolve(from, glued)];
    if (!GOES_TO.test(value)) return [];
    const folder = value.includes("=") ? value.slice(value.indexOf("=") + 1) : (words[at + 1]?.value ?? "");
    return [resolve(from, folder)];
  });
}

/** Every folder that the line may stand in when it comes to a command. */
export function foldersOf(runs: readonly Run[], { cwd }: Place): readonly string[] {
  const folders = [cwd];
  for (const { command } of runs) {
    const [program, folder] = command.words;
    if (folder && (program?.value === "cd" || program?.value === "pushd")) {
      folders.push(...folders.map((from) => resolve(from, folder.value)));
      if (folders.length > MOST_FILES) return folders;
    }
  }
  return folders;
}
