/** Rules: the Markdown files under `.claude/rules` of a folder and of the user, for all files or for those of their `paths`. */
import { join, relative } from "node:path";
import type { Disk } from "../../ports.ts";
import { isInside } from "../../tools/confine.ts";
import { isRecord } from "../../wire.ts";
import { markdownFile } from "../context/frontmatter.ts";
import { pathGlob } from "../context/path-glob.ts";

/** What a rule's file says. */
export interface RuleText {
  readonly body: string;
  /** The patterns of the files that it is for; undefined where it is for all, and so comes back by itself (C-6.7). */
  readonly paths: readonly string[] | undefined;
  /** What is wrong with its head: then it is for all files, for a rule that nobody sees guards nothing. */
  readonly fault?: string;
}

/** Reads a rule's text. `paths` is a list of patterns, or a text with commas between them. */
export function ruleText(text: string): RuleText {
  const read = markdownFile(text);
  if ("fault" in read)
    return { body: text, paths: undefined, fault: `line ${read.fault.line}: ${read.fault.what}` };
  const { head, body } = read;
  const value = head["paths"] ?? undefined;
  if (value === undefined) return { body, paths: undefined };
  const all: readonly unknown[] = isRecord(value)
    ? []
    : Array.isArray(value)
      ? value
      : `${value}`.split(COMMA);
  const paths = all.flatMap((each) => (typeof each === "string" && each.trim() !== "" ? [each.trim()] : []));
  if (paths.length > 0) return { body, paths };
  return { body, paths: undefined, fault: "its `paths` names no pattern" };
}

/** One that does not stand in braces. */
const COMMA = /,(?![^{]*\})/;

/** The rule files in a folder, at any depth, in the order of their paths; links are followed, each folder once. */
export function ruleFiles(disk: Disk, folder: string, within: string | undefined): string[] {
  const found: string[] = [];
  const open = [folder];
  const seen = new Set<string>();
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const real = realFolder(disk, path);
    if (real === undefined || seen.has(real) || (within !== undefined && !isInside(within, real))) continue;
    seen.add(real);
    for (const { name, kind } of orNone(() => disk.list(real)) ?? []) {
      const inside = join(path, name);
      const isFolder = kind === "folder" || (kind === "link" && realFolder(disk, inside) !== undefined);
      if (isFolder) open.push(inside);
      else if (name.endsWith(".md")) found.push(inside);
    }
  }
  return found.sort((one, other) => (one < other ? -1 : 1));
}

/**
 * Is a rule for a file? `base` is the folder that its patterns are taken from, `ways` are the paths that lead to the file.
 * A pattern that names a folder speaks of all that is in it; one that is none matches nothing.
 */
export function isFor(patterns: readonly string[], base: string, ways: readonly string[]): boolean {
  const paths = ways.filter((way) => isInside(base, way)).map((way) => relative(base, way));
  return patterns.some((pattern) => {
    const glob = pattern.replace(/^(\.?\/)+/, "").replace(/\/+$/, "");
    const matchers = orNone(() => [glob, `${glob}/**`].map(pathGlob)) ?? [];
    return paths.some((path) => matchers.some((matches) => matches(path)));
  });
}

function realFolder(disk: Disk, path: string): string | undefined {
  const real = orNone(() => disk.realPath(path));
  return real !== undefined && orNone(() => disk.kind(real)) === "folder" ? real : undefined;
}

/** Undefined where there is nothing to be had: who may not look into a folder has no rules there. */
function orNone<T>(look: () => T): T | undefined {
  try {
    return look();
  } catch {
    return undefined;
  }
}
