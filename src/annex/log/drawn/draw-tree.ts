/**
 * A log's tree, drawn for a terminal: what was said, what of it the model sees, and what was left behind (C-3.13).
 */

import { isSent, type OpenedLog, openedLog } from "../doctor/opened-log.ts";
import { parentOf } from "../doctor/rings.ts";
import { beginning, cutTo, widthOf } from "../one-line.ts";
import { type ApiCall, addCall, callKey } from "../usage/api-calls.ts";
import { type Row, rowsOf } from "./lanes.ts";
import { type Saying, sayCount, sayEntry, shortId, toolNamesOf } from "./say-entry.ts";

/** How a tree is drawn. */
export interface DrawOptions {
  /** The session that the file is named after. */
  readonly sessionId?: string;
  /** Columns of the terminal, 100 if not told; no line is wider. */
  readonly width?: number;
  /** Whether to set off, by terminal colours, what the model sees from what it does not. */
  readonly color?: boolean;
  /** What stands beside the entries; left out: in English. */
  readonly words?: TreeWords;
}

/** The words of a drawing itself. */
export interface TreeWords {
  readonly leaf: string;
  readonly legend: string;
  /** How many entries there are, how many of them on the path, and how many lines beside the tree. */
  readonly counted: (entries: number, onPath: number, beside: number) => string;
}

const DEFAULT_WIDTH = 100;

/** The words in English. */
export const TREE_WORDS: TreeWords = {
  leaf: "leaf",
  legend: "● in the conversation   · on its path, not in it   ○ not on its path",
  counted: (entries, onPath, beside) =>
    `Entries: ${entries}, on the path: ${onPath}. Other lines, beside the tree: ${beside}.`,
};

const GREY = 90;
const BOLD = 1;
const RED = 31;

/**
 * Draws the log of a session or of a subagent: one line per entry, roots apart, what is damaged at the end. Never
 * throws. Without a newline at its end. Characters of ambiguous width count as one column. Law: tree-complete
 */
export function drawTree(bytes: Uint8Array, options: DrawOptions = {}): string {
  const { width = DEFAULT_WIDTH, words = TREE_WORDS } = options;
  const paint = options.color ? painted : (line: string) => line;
  const opened = openedLog(bytes, options.sessionId);
  const saying = { tree: opened.tree, toolNames: toolNamesOf(opened.tree), columns: Math.max(width, 20) };
  const calls = callsIn(opened);
  const lines: string[] = [];
  for (const row of rowsOf(opened)) {
    if (row.isRoot && lines.length > 0) lines.push("");
    const shown = drawRow(row, opened, { saying, calls, width, words });
    lines.push(paint(shown.line, shown.style));
  }
  if (lines.length > 0) lines.push("", paint(cutTo(words.legend, width), GREY));
  for (const note of notesOn(opened, words)) lines.push(cutTo(note, width));
  for (const fault of faultsIn(opened)) lines.push(paint(cutTo(fault, width), RED));
  return lines.join("\n");
}

/** What a row is drawn with. */
interface Brush {
  readonly saying: Saying;
  readonly calls: Map<string, ApiCall>;
  readonly width: number;
  readonly words: TreeWords;
}

function drawRow(row: Row, opened: OpenedLog, { saying, calls, width, words }: Brush) {
  const { node, lane } = row;
  const { entry } = node;
  const mark = isSent(opened, node) ? "●" : opened.onPath.has(node) ? "·" : "○";
  const head = `${lane}${mark} ${shortId(entry.uuid).padEnd(8)} ${entry.type.padEnd(10)} `;
  const isLeaf = node === opened.leaf;
  const tail = usageOnce(calls, callKey(entry)) + (isLeaf ? `  ← ${words.leaf}` : "");
  const said = strayNote(row, opened) + sayEntry(entry, saying);
  const line = head + cutTo(said, Math.max(1, width - widthOf(head) - widthOf(tail))) + tail;
  return { line: cutTo(line, width), style: isLeaf ? BOLD : mark === "●" ? 0 : GREY };
}

/** Why an entry that names a parent stands at a root. */
function strayNote({ node, isRoot }: Row, { tree }: OpenedLog): string {
  const parent = node.entry.parentUuid;
  if (!isRoot || !parent) return "";
  if (!parentOf(tree, node)) return `[its parent ${shortId(parent)} is missing] `;
  return parent === node.entry.uuid
    ? "[names itself as its parent] "
    : `[its parent ${shortId(parent)} stands below it] `;
}

function callsIn({ tree }: OpenedLog): Map<string, ApiCall> {
  const calls = new Map<string, ApiCall>();
  for (const { entry } of tree.nodes) addCall(calls, entry);
  return calls;
}

/** The usage of a call, at the first of its entries that is drawn. */
function usageOnce(calls: Map<string, ApiCall>, key: string | undefined): string {
  const tokens = calls.get(key ?? "")?.tokens;
  if (!tokens) return "";
  calls.delete(key ?? "");
  return `  [${sayCount(tokens.all_input_tokens)} in, ${sayCount(tokens.output_tokens)} out]`;
}

function notesOn({ tree, onPath, log, repeated, sidechains }: OpenedLog, words: TreeWords): string[] {
  const entries = tree.nodes.length;
  const beside = log.lines.length - entries - repeated.length - sidechains;
  const notes = [words.counted(entries, onPath.size, beside)];
  if (sidechains > 0) notes.push(`Entries of subagents, not drawn: ${sidechains}.`);
  return notes;
}

function faultsIn({ repeated, log }: OpenedLog): string[] {
  const repeats = repeated.map(({ entry, line }) => ({
    line,
    fault: `repeats ${shortId(entry.uuid)} and does not count`,
  }));
  const damaged = log.damaged.map(({ number, damage }) => ({
    line: number,
    fault: `is damaged: ${beginning(damage, 40)}`,
  }));
  return [...repeats, ...damaged]
    .sort((a, b) => a.line - b.line)
    .map(({ line, fault }) => `Line ${line} ${fault}.`);
}

function painted(line: string, style: number): string {
  return style === 0 ? line : `\u001b[${style}m${line}\u001b[0m`;
}
