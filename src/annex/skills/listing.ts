/**
 * The list of skills that the model is told: once, behind the first prompt, and from then on what has changed (O-8, bug
 * report 102). What was said before stays as it was, so the cache holds.
 */
import { createHash } from "node:crypto";
import type { Attachment } from "../../hooks.ts";
import { spelled } from "../../wire.ts";
import type { Skill } from "./skill.ts";

/** The attachment's type. One without words counts as told all the same: so a compaction can leave the list out (C-6.5). */
export const SKILL_LISTING = "skill_listing";

/** The characters that the lines of one list may have: about a hundredth of a window of 200,000 tokens. */
export const LISTING_BUDGET = 8_000;

/** The most characters of one description. */
const LONGEST = 1_536;

const FIRST =
  "These skills are there. When one of them is about what is to be done, invoke it with the tool Skill before you go on.";
const CHANGED = "The skills have changed. New, or described anew:";

/** What is to be told, and how many descriptions had to be cut for it. */
export interface Listing {
  readonly attachment: Attachment;
  readonly cut: number;
}

/**
 * What the model is to be told now: nothing, where all that there is has been told. `told`: what was told on this path.
 * Law: skills-told-once, invocation-kept
 */
export function listing(
  skills: readonly Skill[],
  told: readonly Attachment[],
  budget = LISTING_BUDGET,
): Listing | undefined {
  const known = knownFrom(told);
  const listed = skills.filter(({ isForModel }) => isForModel);
  const fresh = listed.filter((skill) => known.get(skill.name) !== digestOf(skill));
  const names = new Set(listed.map(({ name }) => name));
  const gone = [...known.keys()].filter((name) => !names.has(name));
  if (fresh.length + gone.length === 0) return undefined;
  const isInitial = !told.some(({ type }) => type === SKILL_LISTING);
  const { lines, cut } = fitted(fresh, budget);
  const left = gone.length > 0 ? [`No longer there: ${gone.join(", ")}.`] : [];
  const content = [...(lines.length > 0 ? [isInitial ? FIRST : CHANGED, ...lines] : []), ...left].join("\n");
  const now = { names: fresh.map(({ name }) => name), digests: fresh.map(digestOf), gone };
  return { attachment: { type: SKILL_LISTING, content, skillCount: fresh.length, isInitial, ...now }, cut };
}

/** What the model knows: each skill by its name, with the digest of what was told of it; of other clients' lists, the name. */
function knownFrom(told: readonly Attachment[]): Map<string, string> {
  const known = new Map<string, string>();
  for (const { type, names, digests, gone } of told) {
    if (type !== SKILL_LISTING) continue;
    for (const [index, name] of listOf(names).entries()) known.set(name, listOf(digests)[index] ?? "");
    for (const name of listOf(gone)) known.delete(name);
  }
  return known;
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(spelled) : [];
}

function digestOf({ name, description }: Skill): string {
  return createHash("sha256").update(`${name}: ${description}`).digest("hex").slice(0, 16);
}

/**
 * A line a skill. Every name stands; descriptions are cut, the longest first, until the lines keep to the budget.
 * Law: listing-fits
 */
function fitted(skills: readonly Skill[], budget: number): { lines: readonly string[]; cut: number } {
  const linesAt = (most: number) => skills.map((skill) => lineOf(skill, most));
  const fits = (most: number) => linesAt(most).join("\n").length <= budget;
  let [least, most] = [0, LONGEST];
  while (least < most) {
    const middle = Math.ceil((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle - 1;
  }
  return {
    lines: linesAt(least),
    cut: skills.filter(({ description }) => description.length > least).length,
  };
}

function lineOf({ name, description }: Skill, most: number): string {
  const text = description.length <= most ? description : beginning(description, most);
  return text === "" ? `- ${name}` : `- ${name}: ${text}`;
}

/** The beginning, with a mark that something is missing; no half of a character stands at its end. */
function beginning(text: string, most: number): string {
  return most < 2 ? "" : `${text.slice(0, most - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
