/** Whether the last lines of a log are enough: can what stands before them change anything of the conversation? */
import { isInert, modelOf, responseId } from "../../../log/entry.ts";
import { nodesOn, type Path, walkTo } from "../../../log/path.ts";
import type { ReadLine, ReadLog } from "../../../log/read.ts";
import { buildTree, isOwn, leafOf, type Node, type Tree } from "../../../log/tree.ts";
import type { LogAsked } from "../../../opened.ts";
import type { TailWindow } from "./tail-window.ts";

/**
 * Undefined where the lines of a window are enough: the core finds in them what it finds in the whole log, if lines stand
 * out of order by no more than `slack` bytes. Otherwise the entries that are known to be missing, which may be none.
 */
export function missingIn(window: TailWindow, slack: number, asked: LogAsked): readonly string[] | undefined {
  const log = window.log();
  const tree = buildTree(log, asked.sessionId, asked.agentId);
  const leaf = asked.leaf === undefined ? leafOf(tree) : tree.byUuid.get(asked.leaf);
  const path = walkTo(tree, leaf);
  const missing = missingOn(tree, path);
  if (!leaf && asked.leaf !== undefined) missing.push(asked.leaf);
  if (missing.length > 0) return missing;
  const nodes = nodesOn(path);
  const isEnough =
    nodes.some(({ entry }) => !isInert(entry)) &&
    nodes.every(({ line }) => window.offsetOf(line) >= window.from + slack) &&
    isSettled(tree, asked) &&
    !isDisordered(log, tree, (one, other) => window.offsetOf(one) - window.offsetOf(other) > slack) &&
    tree.nodes.some(({ entry }) => modelOf(entry) !== undefined);
  return isEnough ? undefined : [];
}

/** What a path hangs on or keeps, and what blocks of its responses hang on, where that is not among the lines. */
function missingOn(tree: Tree, path: Path): string[] {
  const missing = path.unresolved.filter((uuid) => !tree.byUuid.has(uuid));
  for (const item of path.items) if (item.kind === "gap") missing.push(item.missing);
  const cutOff = tree.nodes.filter(
    ({ entry }) => responseId(entry) !== undefined && entry.parentUuid && !tree.byUuid.has(entry.parentUuid),
  );
  if (cutOff.length === 0) return missing;
  const responses = new Set(nodesOn(path).map(({ entry }) => responseId(entry)));
  for (const { entry } of cutOff)
    if (responses.has(responseId(entry))) missing.push(String(entry.parentUuid));
  return missing;
}

/**
 * Is it sure whose log it is, and where it stands? A `last-prompt` line decides where nobody has spoken since: it, or what it
 * names, may stand before.
 */
function isSettled(tree: Tree, { sessionId, leaf }: LogAsked): boolean {
  const { lastPrompt, nodes, byUuid } = tree;
  if (!nodes.some(({ entry }) => entry["sessionId"] === sessionId)) return false;
  if (leaf !== undefined || byUuid.has(String(lastPrompt?.line["leafUuid"]))) return true;
  const since = lastPrompt?.number ?? Number.NEGATIVE_INFINITY;
  return nodes.some(
    (node) => node.line > since && isOwn(tree, node) && /^(user|assistant)$/.test(node.entry.type),
  );
}

/** Does an entry stand far before its parent, or a repetition of one far behind it? */
function isDisordered(
  { lines }: ReadLog,
  { nodes, byUuid }: Tree,
  isFar: (line: number, before: number) => boolean,
): boolean {
  const isFarAbove = ({ entry, order, line }: Node) => {
    const above = entry.parentUuid ? byUuid.get(entry.parentUuid) : undefined;
    return above !== undefined && above.order > order && isFar(above.line, line);
  };
  const isRepeated = ({ line, number }: ReadLine) => {
    const first = byUuid.get(String(line["uuid"]));
    return first !== undefined && first.line < number && isFar(number, first.line);
  };
  return nodes.some(isFarAbove) || lines.some(isRepeated);
}
