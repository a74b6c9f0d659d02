/** What a compaction leaves: the summary and what it says it keeps, never the rest (O-15, O-17, D-20). */
import { expect, test } from "vitest";
import { isChainEntry, type Line } from "#src/index.ts";
import { keptByRule, walkByRule } from "../support/by-the-rule.ts";
import { rebuild } from "../support/conversation.ts";
import { anyForest, tidyForest } from "../support/forests.ts";
import { law } from "../support/law.ts";
import { assistant, logOf, remark, SESSION, user, words } from "../support/log-lines.ts";

const BEFORE: Line[] = [
  user({ uuid: "u1", parent: null }, "m0"),
  assistant({ uuid: "a1", parent: "u1" }, "msg1", words("s1")),
  user({ uuid: "u2", parent: "a1" }, "m2"),
  assistant({ uuid: "a2", parent: "u2" }, "msg2", words("s3")),
];

function compacted(metadata: object): Line[] {
  const boundary = { subtype: "compact_boundary", logicalParentUuid: "a2", compactMetadata: metadata };
  return [
    ...BEFORE,
    remark({ uuid: "b", parent: null }, "system", boundary),
    user({ uuid: "s", parent: "b" }, "the summary", { isCompactSummary: true }),
    user({ uuid: "u3", parent: "s" }, "m4"),
  ];
}

function kept(anchorUuid: string, uuids: string[]): object {
  return { preservedMessages: { anchorUuid, uuids, allUuids: uuids } };
}

function segment(anchorUuid: string, headUuid: string, tailUuid: string): object {
  return { preservedSegment: { anchorUuid, headUuid, tailUuid } };
}

test.each([
  ["without metadata", {}, "b s u3", ""],
  ["the last message is kept", kept("s", ["a2"]), "b s a2 u3", ""],
  ["summarized from here: the earlier ones come first", kept("b", ["u1", "a1"]), "b u1 a1 s u3", ""],
  ["summarized up to here: the later ones follow", kept("s", ["u2", "a2"]), "b s u2 a2 u3", ""],
  ["in the order of the list", kept("s", ["a2", "u2"]), "b s a2 u2 u3", ""],
  ["a segment", segment("s", "u2", "a2"), "b s u2 a2 u3", ""],
  ["one is lost", kept("s", ["u2", "lost"]), "b s u2 u3", "lost"],
  ["the anchor is lost", kept("lost", ["u2", "a2"]), "b s u3", "u2 a2"],
  ["the tail is lost", segment("s", "u2", "lost"), "b s u3", "lost"],
  ["the head is lost", segment("s", "lost", "a2"), "b s u3", "lost"],
])("%s", (_name, metadata, path, unresolved) => {
  const rebuilt = rebuild(logOf(compacted(metadata)), SESSION);
  expect(uuidsOf(rebuilt).join(" ")).toBe(path);
  expect(rebuilt.path.unresolved.join(" ")).toBe(unresolved);
});

law(
  "boundary-cut",
  "after a compaction nothing from before it is on the path but what it keeps, whole responses at the most",
  [tidyForest],
  ({ lines, log }) => {
    const entries = lines.filter((line): line is Line => typeof line === "object" && isChainEntry(line));
    const onPath = uuidsOf(rebuild(log, SESSION));
    const boundary = entries.findLast((line) => isBoundary(line) && onPath.includes(String(line["uuid"])));
    if (!boundary) return;
    const before = new Set(entries.slice(0, entries.indexOf(boundary)).map(({ uuid }) => uuid));
    const keptOnes = new Set<unknown>(keptByRule(lines, boundary));
    const strays = onPath.filter((uuid) => before.has(uuid) && !keptOnes.has(uuid));
    expect(strays.filter((uuid) => !isOfKeptBatch(entries, uuid, keptOnes))).toEqual([]);
  },
  { runs: 400 },
);

law(
  "kept-told",
  "whatever a compaction keeps is on the path in the order of its list, or reported as not to be found",
  [anyForest],
  ({ lines, log }) => {
    const rebuilt = rebuild(log, SESSION);
    const onPath = uuidsOf(rebuilt);
    const walk = walkByRule(lines, rebuilt.leaf?.entry.uuid);
    for (const { node } of rebuilt.path.items.filter((item) => item.kind === "entry")) {
      // A boundary that is itself kept by a later one says nothing more.
      if (!isBoundary(node.entry) || !walk.includes(node.entry.uuid)) continue;
      const isTold = (uuid: string) => rebuilt.path.unresolved.includes(uuid);
      const kept = keptByRule(lines, node.entry);
      expect(kept.filter((uuid) => !onPath.includes(uuid) && !isTold(uuid))).toEqual([]);
      if (kept.length === 0) expect(endsOf(node.entry).map(isTold)).not.toEqual([false, false]);
    }
  },
  { runs: 400 },
);

/** A batch that is kept in part is sent whole, for a call needs its result. */
function isOfKeptBatch(entries: readonly Line[], uuid: string, keptOnes: ReadonlySet<unknown>): boolean {
  const byUuid = new Map(entries.map((line) => [line["uuid"], line]));
  let line = byUuid.get(uuid);
  for (let steps = 0; line && steps < entries.length; steps += 1) {
    if (keptOnes.has(line["uuid"])) return true;
    line = byUuid.get(line["parentUuid"]);
  }
  return false;
}

/** The ends of a boundary's segment; nothing where it names none. */
function endsOf(boundary: Line): string[] {
  const { preservedSegment } = Object(boundary["compactMetadata"]);
  return preservedSegment ? [preservedSegment.headUuid, preservedSegment.tailUuid] : [];
}

function isBoundary(line: Line): boolean {
  return line["subtype"] === "compact_boundary";
}

function uuidsOf({ path }: ReturnType<typeof rebuild>): string[] {
  return path.items.flatMap((item) => (item.kind === "entry" ? [item.node.entry.uuid] : []));
}
