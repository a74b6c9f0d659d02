/** Where the turns of a log's tree end: what a person can go back to the state of. */
import { type ChainEntry, isPrompt } from "../../../log/entry.ts";
import type { Node } from "../../../log/tree.ts";
import type { OpenedLog } from "../doctor/opened-log.ts";
import { parentOf } from "../doctor/rings.ts";

/** A prompt, a compaction or a rewind: what comes from there on is no part of the turn before. */
export function begins(entry: ChainEntry): boolean {
  return isPrompt(entry) || entry["subtype"] === "compact_boundary" || entry["subtype"] === "rewind";
}

/**
 * The last entries of the turns, one for each branch that a turn has: what the model said last or, where a turn was cut off,
 * the last result. Results of parallel calls, which hang beside the way on, are none.
 */
export function turnsEnds(opened: OpenedLog): ReadonlySet<Node> {
  const ends = new Set(opened.tree.nodes.filter((node) => isLastWord(opened, node)));
  for (const node of lastOfEach(opened).values()) if (node.entry.type === "user") ends.add(node);
  return ends;
}

function isLastWord({ tree }: OpenedLog, { entry }: Node): boolean {
  if (entry.type !== "assistant") return false;
  const passed = new Set<Node>();
  const open = [...(tree.children.get(entry.uuid) ?? [])];
  for (let node = open.pop(); node; node = open.pop()) {
    if (begins(node.entry) || passed.has(node)) continue;
    if (node.entry.type !== "system" && node.entry.type !== "attachment") return false;
    passed.add(node);
    open.push(...(tree.children.get(node.entry.uuid) ?? []));
  }
  return true;
}

/** Of each turn that a prompt begins, by that prompt, what was said or returned in it last. */
function lastOfEach({ tree }: OpenedLog): Map<Node, Node> {
  const beginnings = new Map<Node, Node | undefined>();
  const lasts = new Map<Node, Node>();
  for (const node of tree.nodes) {
    const trail: Node[] = [];
    let at: Node | undefined = node;
    while (at && !begins(at.entry) && !beginnings.has(at)) {
      beginnings.set(at, undefined);
      trail.push(at);
      at = parentOf(tree, at);
    }
    const beginning = at && (begins(at.entry) ? at : beginnings.get(at));
    for (const each of trail) beginnings.set(each, beginning);
    const isSaid = node.entry.type === "user" || node.entry.type === "assistant";
    if (beginning && beginning !== node && isSaid && isPrompt(beginning.entry)) lasts.set(beginning, node);
  }
  return lasts;
}
