/** Where the official reader and ours see a log differently, and why ours stays as it is: each with a log that shows it. */
import type { Line } from "#src/index.ts";

/** One difference. */
export interface Difference {
  readonly id: string;
  readonly reason: string;
  /** A log on which the two differ. */
  readonly shown: readonly (Line | string)[];
  /** Can it be at work in this log? Such generated logs are not compared. Left out: none of them has it. */
  readonly mayBeIn?: (lines: readonly Line[]) => boolean;
}

/** What is left out or sorted on both sides before they are compared: these differ in every log that has them. */
export const LEFT_OUT: readonly { readonly what: string; readonly reason: string }[] = [
  {
    what: "system entries, boundaries among them",
    reason: "the official reader gives messages, ours the whole path",
  },
  {
    what: "meta entries",
    reason: "they are sent to the model, so they are on our path; it hides them as no talk of a person's",
  },
  {
    what: "the order of what hangs beside the walk",
    reason:
      "it puts results behind the whole response, ours behind the call that each answers; what is sent is sorted after that (D-11)",
  },
];

const user = (uuid: string, parentUuid: string | null, more: object = {}): Line => ({
  type: "user",
  uuid,
  parentUuid,
  message: { role: "user", content: uuid },
  ...more,
});
const assistant = (uuid: string, parentUuid: string): Line => ({
  type: "assistant",
  uuid,
  parentUuid,
  message: { id: uuid, role: "assistant", model: "claude-opus-5", content: [{ type: "text", text: uuid }] },
});
const system = (uuid: string, parentUuid: string | null, subtype: string, more: object = {}): Line => ({
  type: "system",
  uuid,
  parentUuid,
  subtype,
  ...more,
});
const BOUNDARY = "compact_boundary";
const TALK = [user("u1", null), assistant("a1", "u1")] as const;

export const DIFFERENCES: readonly Difference[] = [
  {
    id: "byte-order-mark",
    reason: "it loses the first line of a file that begins with one; ours reads it (bug report 34)",
    shown: [`\ufeff${JSON.stringify(TALK[0])}`, TALK[1]],
  },
  {
    id: "glued-line",
    reason: "it loses an entry that stands behind the torn end of another; ours saves it (bug report 26)",
    shown: [TALK[0], `{"type":"attachment","uuid":"x${JSON.stringify(TALK[1])}`, user("u2", "a1")],
  },
  {
    id: "cycle",
    reason: "of entries in a ring it gives nothing; ours gives each of them once (bug report 15)",
    shown: [user("u1", "a1"), assistant("a1", "u1")],
  },
  {
    id: "gap",
    reason: "it stops where a parent is missing; ours goes on before and marks the place (D-8)",
    shown: [...TALK, user("u2", "lost"), assistant("a2", "u2")],
  },
  {
    id: "system-entry-as-root",
    reason:
      "where the conversation begins anew with a system entry, a rewind to its start among them, it goes on before (D-21)",
    shown: [...TALK, system("s1", null, "rewind"), { type: "last-prompt", leafUuid: "s1" }],
    mayBeIn: (lines) =>
      lines.some((line) => isRemark(line) && line["parentUuid"] === null && line["subtype"] !== BOUNDARY),
  },
  {
    id: "remark-on-an-older-branch",
    reason:
      "a remark that comes late moves its leaf to an older entry; to ours only counts what was said (D-7)",
    shown: [...TALK, user("u2", "a1"), assistant("a2", "u2"), system("s1", "a1", "turn_duration")],
    mayBeIn: (lines) => {
      const last = lines.findLastIndex((line) => isSaid(line));
      const late = lines.slice(last + 1).filter(isRemark);
      const near = [lines[last], ...late].map((line) => line?.["uuid"]);
      return late.some(({ parentUuid }) => !near.includes(parentUuid as string));
    },
  },
  {
    id: "compacted-and-nothing-said-since",
    reason:
      "messages that were kept draw in what came after them before the compaction; ours takes those that are named (O-17)",
    shown: [...TALK, ...compacted("1", "a1", { headUuid: "u1", tailUuid: "u1" })],
    mayBeIn: (lines) => {
      const last = lines.findLastIndex((line) => segmentOf(line) !== undefined);
      return last !== -1 && !lines.slice(last + 2).some((line) => isSaid(line));
    },
  },
  {
    id: "segment-over-an-earlier-compaction",
    reason:
      "from a segment with kept messages of an earlier compaction within it takes those too; ours looks at what each entry names as its parent",
    shown: [
      ...TALK,
      ...compacted("1", "a1", { headUuid: "u1", tailUuid: "a1" }),
      user("u2", "s1"),
      ...compacted("2", "u2", { headUuid: "b1", tailUuid: "u2" }),
      user("u3", "s2"),
    ],
    mayBeIn: (lines) => lines.filter((line) => segmentOf(line) !== undefined).length > 1,
  },
];

/** A compaction that keeps a segment, and its summary. */
function compacted(name: string, logicalParentUuid: string, ends: object): Line[] {
  const compactMetadata = { preservedSegment: { anchorUuid: `s${name}`, ...ends } };
  return [
    system(`b${name}`, null, BOUNDARY, { logicalParentUuid, compactMetadata }),
    user(`s${name}`, `b${name}`, { isCompactSummary: true }),
  ];
}

function segmentOf({ compactMetadata }: Line): unknown {
  return (compactMetadata as Record<string, unknown> | undefined)?.["preservedSegment"];
}

function isSaid({ type, isSidechain }: Line): boolean {
  return (type === "user" || type === "assistant") && isSidechain !== true;
}

/** Is it an entry that neither user nor model said? */
function isRemark({ type }: Line): boolean {
  return type === "system" || type === "attachment";
}
