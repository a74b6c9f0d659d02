/**
 * Faults in how the entries hang on one another.
 */
import { blocksOf } from "../../../log/entry.ts";
import { keptBy, nodesOn } from "../../../log/path.ts";
import type { Node, Tree } from "../../../log/tree.ts";
import { beginning } from "../one-line.ts";
import type { Found } from "./fault-kinds.ts";
import { isBlank, type OpenedLog } from "./opened-log.ts";
import { parentOf, ringsOf } from "./rings.ts";

/** A log from which nothing is sent, so that there is nothing to resume. To have rewound to its start is no fault (D-21). */
export function noConversation({ log, tree, path, leaf, conversation }: OpenedLog): Found[] {
  const rewound = nodesOn(path).some(({ entry }) => entry["subtype"] === "rewind");
  if (rewound || conversation.messages.length > 0 || (leaf && isCutOff(tree, leaf))) return [];
  const left = tree.nodes.some(({ entry }) => blocksOf(entry).some((block) => !isBlank(block)));
  let what = "The log holds no prompt and no answer that could be sent";
  if (log.lines.length === 0) what = "No line of the file can be read, so it may be no session log";
  if (log.count === 0) what = "The log is empty";
  if (left) what = "Nothing that was said in this log is on the path of the conversation";
  return [{ line: 1, message: `${what}: there is no conversation to resume.` }];
}

/** Entries whose uuid stands on an earlier line already. */
export function duplicateUuids({ tree, repeated }: OpenedLog): Found[] {
  return repeated.map(({ entry, line }) => ({
    line,
    message: `The entry repeats the uuid of line ${tree.byUuid.get(entry.uuid)?.line}: the earlier line counts, and the model does not see this one.`,
  }));
}

/** Entries that hang on an entry which is not there (D-8), on the path and off it. */
export function missingParents({ tree, path, onPath }: OpenedLog): Found[] {
  const marked = new Set(
    path.items.map((item, at) =>
      path.items[at - 1]?.kind === "gap" && item.kind === "entry" ? item.node : 0,
    ),
  );
  return tree.nodes
    .filter((node) => node.entry.parentUuid && !parentOf(tree, node))
    .map((node) => {
      const named = beginning(node.entry.parentUuid ?? "", 40);
      let seen = "it is not on the path of the conversation, and the model does not see it";
      if (onPath.has(node)) seen = "it is part of the conversation all the same";
      if (marked.has(node)) {
        seen =
          "it is on the path of the conversation, and the model sees a mark there that entries are missing";
      }
      return {
        line: node.line,
        message: `The entry hangs on ${named}, and no entry of the conversation has that uuid: ${seen}.`,
      };
    });
}

/** Rings of entries, each told once, at the place where it is cut. */
export function cycles({ tree, path, onPath }: OpenedLog): Found[] {
  const rings = ringsOf(tree, path);
  const found = rings.map(({ head, members }): Found => {
    const others = members.length === 2 ? "another one" : `${members.length - 1} others`;
    const what =
      members.length === 1
        ? "The entry names itself as the one before it"
        : `The entry and ${others} name each other in a ring as the ones before them`;
    const seen = onPath.has(head)
      ? "the conversation begins here, and what came before is lost to the model"
      : `${members.length === 1 ? "it is" : "they are"} not on the path of the conversation`;
    return { line: head.line, message: `${what}: ${seen}.` };
  });
  return found;
}

/** Compactions that have a boundary and no summary, as when the process was killed in between. */
export function cutOffCompactions({ tree }: OpenedLog): Found[] {
  const cutOff = tree.nodes.filter((node) => isCutOff(tree, node));
  const message =
    "The compaction was cut off before its summary: it has not been made, and the conversation goes on from before it.";
  return cutOff.map(({ line }) => ({ line, message }));
}

function isCutOff(tree: Tree, { entry }: Node): boolean {
  const before = entry["logicalParentUuid"];
  if (entry["subtype"] !== "compact_boundary" || tree.children.has(entry.uuid)) return false;
  return typeof before === "string" && tree.byUuid.has(before);
}

/** Messages that a compaction on the path says it kept, and that the log does not hold (O-17). */
export function unresolvedPreserved({ tree, path, onPath }: OpenedLog): Found[] {
  const unresolved = new Set(path.unresolved);
  const boundaries = tree.nodes.filter(
    (node) => onPath.has(node) && node.entry["subtype"] === "compact_boundary",
  );
  return boundaries.flatMap((node) => {
    const { listed, head, tail } = keptBy(node.entry);
    const uuids = listed ?? [];
    const ends = listed ? [] : [head, tail].filter((uuid) => typeof uuid === "string");
    const lost = uuids.filter((uuid) => unresolved.has(uuid)).length;
    const segmentLost = ends.some((uuid) => unresolved.has(uuid) || !tree.byUuid.has(uuid));
    if (lost === 0 && !segmentLost) return [];
    const which = segmentLost ? "The messages" : `${lost} of the ${uuids.length} messages`;
    return [
      {
        line: node.line,
        message: `${which} that this compaction kept cannot be found in the log: the model sees the summary without them.`,
      },
    ];
  });
}
