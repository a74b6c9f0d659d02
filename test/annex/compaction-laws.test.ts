/** Compaction beside `/compact` itself: when one is made unasked, and what comes back behind a summary (C-5.2d, C-5.2e). */
import fc from "fast-check";
import { expect } from "vitest";
import { SKILLS_BUDGET, skillsAgain } from "#src/annex/compaction/skills-again.ts";
import { type InvokedSkill, invokedWords } from "#src/annex/skills/invoked.ts";
import type { Skill } from "#src/annex/skills/skill.ts";
import { estimateTokens } from "#src/annex/window/estimate.ts";
import { type AutomaticRun, anyAutomaticPlan, playAutomatic, type Sent } from "../support/automatic-plan.ts";
import { anyLife, live, type Outcome } from "../support/carried-lives.ts";
import { law, shownAs } from "../support/law.ts";

law(
  "compacts-once",
  "before each request the conversation is compacted once if the answer before it left no more than the buffer, and else not; what nobody has answered yet follows the summary as it was said, and no call is parted from its result",
  [anyAutomaticPlan],
  async (plan) => {
    const run = await playAutomatic(plan);
    expect(run.calls.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
    const expected = plan.turns.flat();
    let [tries, isMeasured] = [0, false];
    for (const { steps, summaries, made } of roundsOf(run, plan.outcomes)) {
      const [last] = expected.splice(0, isMeasured ? 1 : 0);
      if (last !== undefined && last !== "high") tries = 0;
      const isDue = isMeasured && last === "high" && tries < 3;
      expect(summaries).toBe(isDue ? 1 : 0);
      if (isDue) tries += 1;
      if (made) expectAfter(steps);
      isMeasured = true;
    }
  },
  { runs: 20 },
);

/** Each step with the compactions that were tried right before it. */
function roundsOf({ sent }: AutomaticRun, outcomes: readonly string[]) {
  const left = [...outcomes];
  let [summaries, made] = [0, false];
  return sent.flatMap((each) => {
    if (each.kind === "summary") {
      summaries += 1;
      made = (left.shift() ?? "made") === "made";
      return [];
    }
    const round = { steps: each, summaries, made };
    [summaries, made] = [0, false];
    return [round];
  });
}

/** Behind a summary: the prompt, where nobody has answered it; in the middle of a turn nothing, for all of it is in the summary. */
function expectAfter({ request, turn, step }: Sent): void {
  const blocks = request.messages.flatMap(({ content }) => content);
  const texts = blocks.map(({ type, text }) => (type === "text" ? String(text) : type));
  expect(texts[0]).toMatch(/\n\nsum\d+$/);
  expect(texts.slice(1)).toEqual(step === 0 ? [`m${turn}`] : []);
}

law(
  "compaction-progress",
  "a compaction that is made leaves fewer tokens than there were; after three in a row that failed or did not help none is tried until there is room again, and that is told once",
  [anyAutomaticPlan],
  async (plan) => {
    const { world, session, told, sent } = await playAutomatic(plan);
    const lines = world.text(session.path).trimEnd().split("\n");
    for (const { compactMetadata: made } of lines.map((line) => JSON.parse(line))) {
      if (made) expect(made.postTokens).toBeLessThan(made.preTokens);
    }
    const tries = sent.map(({ kind }) => (kind === "summary" ? "s" : ".")).join("");
    const fills = plan.turns.flat();
    const highs = fills.slice(0, -1).map((fill) => (fill === "high" ? "h" : "."));
    const rows = highs.join("").split(".");
    expect(tries.split("s").length - 1).toBe(rows.reduce((sum, row) => sum + Math.min(3, row.length), 0));
    const givenUp = told.filter((text) => text.startsWith("No more compactions"));
    expect(givenUp).toHaveLength(rows.filter((row) => row.length > 3).length);
  },
  { runs: 20 },
);

const anySkills = shownAs(
  fc.array(
    // Mostly there, and mostly large: else the budget for all of them is hardly ever used up.
    fc.record({
      size: fc.constantFrom(0, 40, 4_000, 19_000, 60_000, 90_000),
      isThere: fc.constantFrom(true, true, true, false),
    }),
    { minLength: 1, maxLength: 12 },
  ),
  (skills) => skills.map(({ size, isThere }) => `${size} characters${isThere ? "" : ", gone"}`).join("\n"),
);

law(
  "skills-budget",
  "of the skills that were invoked the latest come back, each from its beginning on and none over 5,000 tokens, together no more than 25,000, and without what was asked of them; who does not is told",
  [anySkills, fc.constantFrom("word ", "日本語です。", "🙂")],
  (sizes, unit) => {
    const all = sizes.map(({ size }, at) => skillOf(at, unit.repeat(size / unit.length)));
    const found = all.filter((_, at) => sizes[at]?.isThere);
    const { attachments, left } = skillsAgain(all.map(invokedOf), found);
    const words = attachments.map((each) => invokedWords(each) ?? "");
    const tokens = words.map(estimateTokens);
    const sum = tokens.reduce((total, each) => total + each, 0);
    expect(Math.max(0, ...tokens)).toBeLessThanOrEqual(SKILLS_BUDGET.each);
    expect(sum).toBeLessThanOrEqual(SKILLS_BUDGET.all);
    const names = attachments.map(({ name }) => String(name));
    expect(names).toEqual(found.slice(found.length - names.length).map(({ name }) => name));
    // Nothing is dropped that there was room for.
    if (names.length < found.length) expect(sum).toBeGreaterThan(SKILLS_BUDGET.all - SKILLS_BUDGET.each);
    expect(left).toHaveLength(all.length - names.length);
    for (const { name, content } of attachments) {
      const body = all.find((each) => each.name === name)?.body ?? "";
      const [head = ""] = String(content).split("\n\n[The rest");
      expect(body.startsWith(head) && !String(content).includes("arguments")).toBe(true);
      expect(head.isWellFormed()).toBe(true);
      if (head !== body) expect(estimateTokens(head)).toBeGreaterThan(SKILLS_BUDGET.each - 300);
    }
  },
  { runs: 20 },
);

function skillOf(at: number, body: string): Skill {
  const facts = {
    description: "",
    hint: "",
    argumentNames: [],
    isForModel: true,
    isForUser: true,
    ignored: [],
  };
  return { name: `s${at}`, path: `/skills/s${at}/SKILL.md`, source: "user", body, ...facts };
}

function invokedOf({ name, path, body }: Skill): InvokedSkill {
  return {
    name,
    path,
    by: "user",
    args: "arguments",
    content: `${body}\n\nARGUMENTS: arguments`,
    again: false,
  };
}

law(
  "carried-over",
  "behind a summary stand the same tasks, each skill that was invoked once, what skills there are once, memory as the disk has it once, and files as the setting says; a process that is killed at any line of it leaves the conversation as it was, or one that the next process makes whole",
  [anyLife],
  async (life) => {
    const { before, after, refused } = await live(life);
    expect(refused).toEqual([]);
    expect(after.tasks).toEqual(before.tasks);
    expect(after.listings).toBe(1);
    expect(after.memory).toEqual({ old: 0, new: 1 });
    expect(after.bodies).toEqual(bodiesAfter(before, after));
    expect(after.args).toBe(Object.values(after.keptBodies).reduce((sum, times) => sum + times, 0));
    expect(after.nested).toBe(after.nestedKept);
    const isSeen = (path: string) =>
      after.keptFiles.includes(path) || shownFiles(life.restore, before, after).includes(path);
    for (const path of before.files)
      expect([path, after.editable.includes(path)]).toEqual([path, isSeen(path)]);
  },
  { runs: 20 },
);

/** How often each body stands: as often as it was invoked in what is kept; else once. */
function bodiesAfter(before: Outcome, after: Outcome): Record<string, number> {
  const names = Object.keys(before.bodies);
  return Object.fromEntries(names.map((name) => [name, Math.max(1, after.keptBodies[name] ?? 0)]));
}

/** The five that were come to last, and that are not there anyway. */
function shownFiles(restore: string, before: Outcome, after: Outcome): readonly string[] {
  const others = before.files.filter((path) => !after.keptFiles.includes(path));
  return restore === "recent" ? others.slice(0, 5) : [];
}
