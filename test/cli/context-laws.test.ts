/** A report on a window, drawn: whatever is in it, it fits, and nothing that takes room is left out. */
import fc from "fast-check";
import { expect } from "vitest";
import { widthOf } from "#src/annex/log/one-line.ts";
import { CATEGORIES } from "#src/annex/window/categories.ts";
import { divide } from "#src/annex/window/limits.ts";
import type { ContextReport } from "#src/annex/window/report.ts";
import { contextRows } from "#src/terminal/context/draw.ts";
import { cellsOf, stretchesOf } from "#src/terminal/context/grid.ts";
import { contextMarkdown } from "#src/terminal/context/markdown.ts";
import { marksFor } from "#src/terminal/context/marks.ts";
import { law } from "../support/law.ts";

const anyName = fc
  .array(fc.constantFrom("a/b", "|", "`", "\\", "漢字", "😀", "\x1b[2J", "\n", "*", "long ".repeat(20)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(""));
const anyItem = fc.record({
  name: anyName,
  tokens: fc.nat(90_000),
  isEstimate: fc.boolean(),
  remark: fc.option(anyName, { nil: undefined }),
});
const anyShare = fc.record({
  category: fc.constantFrom(...CATEGORIES),
  tokens: fc.oneof(fc.nat(9), fc.nat(5_000), fc.nat(1_200_000)),
  isEstimate: fc.boolean(),
});

/** A report with anything in it. */
const anyReport: fc.Arbitrary<ContextReport> = fc
  .record({
    model: fc.constantFrom("claude-opus-5", "claude-haiku-4-5"),
    shares: fc.uniqueArray(anyShare, { selector: ({ category }) => category, maxLength: 7 }),
    items: fc.array(anyItem, { minLength: 1, maxLength: 8 }),
    remark: anyName,
    deferred: fc.record({ tools: fc.nat(2), tokens: fc.nat(900) }),
    frees: fc.nat(9_000),
    isEstimate: fc.boolean(),
  })
  .map(({ model, shares, items, remark, deferred, frees, isEstimate }) => {
    const total = shares.reduce((sum, { tokens }) => sum + tokens, 0);
    return {
      model,
      total,
      isEstimate,
      ...divide(model, total),
      remarks: [remark],
      shares,
      deferred,
      sections: shares.map(({ category }) => ({ category, command: undefined, items })),
      suggestions: [{ family: "memory", text: remark, frees }],
    };
  });

law(
  "grid-shows-all",
  "a grid has the cells that were asked for, in the order of the list, each kind as many as its share, and whatever takes room at least one",
  [anyReport, fc.constantFrom(100, 200)],
  (report, count) => {
    const cells = cellsOf(report, count);
    const stretches = stretchesOf(report).filter(({ tokens }) => tokens > 0);
    const all = stretches.reduce((sum, { tokens }) => sum + tokens, 0);
    expect(cells).toHaveLength(count);
    expect([...new Set(cells.map(({ kind }) => kind))]).toEqual(stretches.map(({ kind }) => kind));
    for (const { kind, tokens } of stretches) {
      const own = cells.filter((cell) => cell.kind === kind).length;
      expect(Math.abs(own - (count * tokens) / all)).toBeLessThanOrEqual(stretches.length);
    }
  },
);

const COLOURED = marksFor(true, { LANG: "en_US.UTF-8" });
const ASCII = marksFor(true, { LC_ALL: "C" });
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\x00-\x1f\x7f-\x9f]/;

law(
  "context-drawn",
  "a report fits into a terminal of any width, and neither there nor in Markdown can a name in it steer anything",
  [anyReport, fc.integer({ min: 20, max: 130 }), fc.boolean(), fc.constantFrom(COLOURED, ASCII)],
  (report, width, all, marks) => {
    for (const row of contextRows(report, { width, marks, all })) {
      const line = row.map(({ text }) => text).join("");
      expect(CONTROL.test(line)).toBe(false);
      if (widthOf(line) > width) throw new Error(`wider than ${width}: ${JSON.stringify(line)}`);
    }
    for (const line of contextMarkdown(report).split("\n")) {
      expect(CONTROL.test(line)).toBe(false);
      if (line.startsWith("|")) expect([3, 4]).toContain(line.replace(/\\./g, "").split("|").length - 1);
    }
  },
);
