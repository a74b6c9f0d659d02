/** The log as a tree: where a conversation stands in it, and the one path that leads there (C-3.13, D-7, D-8). */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Line } from "#src/index.ts";
import { keptByRule, leafByRule, standingByRule, walkByRule } from "../support/by-the-rule.ts";
import { rebuild } from "../support/conversation.ts";
import { anyForest, anyTangle, type Forest, tidyForest } from "../support/forests.ts";
import { law } from "../support/law.ts";
import { contrast } from "../support/law-contrast.ts";
import { sketchOf } from "../support/law-sketch.ts";
import { assistant, logOf, remark, SESSION, user, words } from "../support/log-lines.ts";

test("after a rewind the path leads to the newest entry, and the other branch is left out", () => {
  const log = logOf([
    user({ uuid: "u1", parent: null }, "m0"),
    assistant({ uuid: "a1", parent: "u1" }, "msg1", words("s1")),
    user({ uuid: "u2", parent: "a1" }, "m2"),
    user({ uuid: "u3", parent: "a1" }, "m3"),
  ]);
  expect(pathOf(log)).toEqual(["u1", "a1", "u3"]);
});

law(
  "newest-leaf",
  "the leaf is the childless entry whose standing entry is latest in the file, or the one a last-prompt line names",
  [anyForest],
  ({ lines, log }) => {
    const leaf = rebuild(log, SESSION).leaf?.entry.uuid;
    const { childless, winner } = leafByRule(lines);
    if (!winner) return;
    const wanted = "named" in winner ? winner.named : winner.standing;
    const found = "named" in winner ? leaf : standingByRule(lines, leaf);
    if (childless.includes(leaf ?? "") && found === wanted) return;
    const expected = childless.find((each) => each === wanted || standingByRule(lines, each) === wanted);
    contrast("the leaf is another one", {
      expected: sketchOf(lines, { leaf: expected }),
      got: sketchOf(lines, { leaf }),
    });
  },
  { runs: 500 },
);

law(
  "clock-inert",
  "what the clocks say changes neither the leaf nor the path",
  [anyForest, fc.infiniteStream(fc.date({ noInvalidDate: true }))],
  ({ lines, log }, clock) => {
    const retimed = lines.map((line) =>
      typeof line === "string" ? line : { ...line, timestamp: clock.next().value?.toISOString() },
    );
    expect(pathOf(logOf(retimed))).toEqual(pathOf(log));
  },
  { runs: 200 },
);

law(
  "active-path",
  "the path goes from the leaf to a root by the parents alone, each entry at most once",
  [anyForest],
  ({ lines, log }) => expectWalk(lines, log),
  { runs: 500 },
);

law(
  "walk-total",
  "whatever names whatever as its parent, the walk ends, with each entry at most once",
  [anyTangle],
  ({ lines, log }) => expectWalk(lines, log),
  { runs: 500 },
);

law(
  "metadata-inert",
  "lines that are beside the conversation can stand anywhere in a log and change nothing of what is sent",
  [tidyForest, fc.array(fc.tuple(fc.nat(4), fc.nat(99), fc.nat(99)), { minLength: 1, maxLength: 5 })],
  ({ lines, log }, insertions) => {
    const more = insertions.reduce((grown, [kind, at, pick], index) => {
      const line = besides(grown, kind, pick, `x${index}`);
      return grown.toSpliced(at % (grown.length + 1), 0, line);
    }, lines as Line[]);
    expect(sent(logOf(more))).toEqual(sent(log));
  },
  { runs: 300 },
);

/** A line beside the conversation. A progress line hangs on an entry, but not where a last-prompt line points (D-7). */
function besides(lines: readonly Line[], kind: number, pick: number, uuid: string): Line {
  const named = new Set(lines.map(({ leafUuid }) => leafUuid));
  const parents = lines.map((line) => line["uuid"]).filter((each) => each !== undefined && !named.has(each));
  const parent = String(parents[pick % Math.max(1, parents.length)] ?? "x");
  const kinds: Line[] = [
    { type: "ai-title", aiTitle: "t", sessionId: SESSION },
    { type: "file-history-snapshot", messageId: parent, sessionId: SESSION },
    { type: "summary", summary: "of another file", leafUuid: parent },
    { ...user({ uuid, parent }, "in a sidechain"), isSidechain: true },
    remark({ uuid, parent }, "progress", { data: { type: "bash_progress" } }),
  ];
  return kinds[kind] ?? { type: "mode" };
}

/** The walk itself is by the rule; what else is on the path was brought in by a batch or kept by a compaction. */
function expectWalk(lines: Forest["lines"], log: string): void {
  const { path, leaf } = rebuild(log, SESSION);
  const entries = path.items.flatMap((item) => (item.kind === "entry" ? [item.node.entry.uuid] : []));
  expect(new Set(entries).size).toBe(entries.length);
  const walk = walkByRule(lines, leaf?.entry.uuid);
  const beside = new Set(
    lines.flatMap((line) => keptByRule(lines, line)).filter((uuid) => !walk.includes(uuid)),
  );
  const walked = path.items.flatMap((item, at) => {
    const next = path.items[at + 1];
    if (item.kind === "gap") return next?.kind === "entry" && next.joined ? [] : [`?${item.missing}`];
    return item.joined || beside.has(item.node.entry.uuid) ? [] : [item.node.entry.uuid];
  });
  if (walked.join() === walk.join()) return;
  contrast("the path is another one", {
    expected: sketchOf(lines, { leaf: leaf?.entry.uuid, path: walk }),
    got: sketchOf(lines, { leaf: leaf?.entry.uuid, path: walked }),
  });
}

function pathOf(log: string): string[] {
  return rebuild(log, SESSION).path.items.map((item) => (item.kind === "gap" ? "?" : item.node.entry.uuid));
}

function sent(log: string): unknown {
  return rebuild(log, SESSION).conversation.messages;
}
