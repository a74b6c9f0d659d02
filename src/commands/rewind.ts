/** `/rewind` of a conversation (C-5.3a): a new branch grows from before a prompt, and nothing is rewritten. */
import { blocksOf, isPrompt } from "../log/entry.ts";
import { Gaps } from "../log/gaps.ts";
import { nodesOn, pathTo } from "../log/path.ts";
import type { Node, Tree } from "../log/tree.ts";
import { SessionError } from "../opened.ts";
import type { Session } from "../session.ts";

/** A prompt of a session. */
export interface Prompt {
  readonly uuid: string;
  readonly text: string;
}

/** The prompts that a rewind can go back to, the oldest first: those before compactions too (C-5.2b). Law: commands-kept */
export function promptsOf({ log }: Session): Prompt[] {
  return promptsTo(log.tree(), log.cursor);
}

/** Those on the way to an entry. */
export function promptsTo(tree: Tree, leaf: string | null): Prompt[] {
  const prompts = wholeWayTo(tree, leaf).filter(({ entry }) => isPrompt(entry));
  return prompts.map(({ entry }) => ({ uuid: entry.uuid, text: wordsOf(entry) }));
}

/** All that was said on the way to an entry, in the order of the log, what compactions have cut off too. Law: commands-kept */
export function wholeWayTo(tree: Tree, leaf: string | null): Node[] {
  const passed = new Set<Node>();
  const ends = new Set<Node>();
  for (let end = tree.byUuid.get(leaf ?? ""); end && !ends.has(end); ) {
    // What a compaction keeps is met before what it hung on, so that to have passed an entry is not to have gone up from it.
    ends.add(end);
    const nodes = nodesOn(pathTo(tree, end));
    for (const node of nodes) passed.add(node);
    end = tree.byUuid.get(String(nodes[0]?.entry["logicalParentUuid"]));
  }
  return [...passed].sort((one, other) => one.order - other.order);
}

/**
 * Goes back to before a prompt, and returns its words, to be said otherwise. What came after stays in the log, off the path
 * (C-3.14). It outlives this process: an entry and the line that names it say where the conversation stands (D-21). Throws
 * `SessionError` where there is no such prompt. Law: commands-kept, rewind-leaves-out
 */
export function rewind(session: Session, prompt: string): string {
  const tree = session.log.tree();
  const node = tree.byUuid.get(prompt);
  if (!node || !isPrompt(node.entry)) throw new SessionError(`There is no prompt ${prompt} to go back to.`);
  const words = wordsOf(node.entry);
  const above = node.entry.parentUuid;
  // Where the log has lost the entry above, a walk goes on before the prompt, and from a new entry it would go on behind it.
  const before = above ? (tree.byUuid.get(above) ?? new Gaps(tree).before(node)) : undefined;
  const isRing = nodesOn(pathTo(tree, before)).includes(node);
  const parent = isRing ? undefined : before?.entry.uuid;
  goOnFrom(session, parent ?? null, "The conversation goes on from before a prompt.", words);
  return words;
}

/** The session goes on behind an entry, null for the very beginning. `lastPrompt`: what stands in a list of sessions for it. */
export function goOnFrom({ log }: Session, parent: string | null, content: string, lastPrompt?: string) {
  const entry = log.entry({ type: "system", subtype: "rewind", content }, parent);
  log.ledger({ type: "last-prompt", lastPrompt, leafUuid: entry.uuid });
}

function wordsOf(entry: Node["entry"]): string {
  const texts = blocksOf(entry).flatMap(({ text }) => (typeof text === "string" ? [text] : []));
  return texts.join("\n");
}
