/**
 * A log opened for looking at: everything that the core reads out of its bytes, side by side, so that a tool can ask
 * what became of an entry.
 */
import { isUtf8 } from "node:buffer";
import { blocksOf, type ChainEntry, isChainEntry, isMainChain, isSynthetic } from "../../../log/entry.ts";
import { nodesOn, type Path, pathTo } from "../../../log/path.ts";
import { type ReadLog, readLog } from "../../../log/read.ts";
import { type Conversation, transcribe } from "../../../log/transcript.ts";
import { buildTree, leafOf, type Node, type Tree } from "../../../log/tree.ts";
import { type Block, isRecord } from "../../../wire.ts";
import { type LogSource, sourceOf } from "../log-source.ts";
import { type ByteFacts, readLean, withWhole } from "./lean-log.ts";

/** The readings of one log, from bytes to conversation. */
export interface OpenedLog extends ByteFacts {
  readonly log: ReadLog;
  readonly tree: Tree;
  readonly leaf: Node | undefined;
  readonly path: Path;
  readonly conversation: Conversation;
  /** The entries of the path, those of parallel batches and those that a compaction preserved included. */
  readonly onPath: ReadonlySet<Node>;
  /** The very blocks that are sent. */
  readonly sent: ReadonlySet<Block>;
  /** The entries of the main chain whose uuid stands on an earlier line already. */
  readonly repeated: readonly { readonly line: number; readonly entry: ChainEntry }[];
  /** How many entries belong to subagents' sidechains and so not to the tree. */
  readonly sidechains: number;
}

const NEWLINE = 0x0a;

/**
 * Opens a log that is in memory. `sessionId` is the session that its file is named after, where that is known. A file
 * that holds nothing but a sidechain is a subagent's own log (O-28): there the sidechain is the conversation. Never throws.
 */
export function openedLog(bytes: Uint8Array, sessionId?: string): OpenedLog {
  const log = readLog(bytes);
  const unended = bytes.length > 0 && bytes.at(-1) !== NEWLINE ? log.count : undefined;
  const garbled = isUtf8(bytes) ? [] : readLean(sourceOf(bytes)).facts.garbled;
  return reading(log, { unended, garbled }, sessionId);
}

/**
 * Opens a log of any size: what hangs on what is kept of the whole of it, and what is said only of the path. Of the
 * entries beside the path only links, kinds and names can be asked. `chunk` is how many bytes are read at once.
 * Law: streamed-alike, hostile-borne
 */
export function openedFrom(source: LogSource, sessionId?: string, chunk?: number): OpenedLog {
  const lean = readLean(source, chunk);
  const { onPath } = reading(lean.log, lean.facts, sessionId);
  const wanted = new Set([...onPath].map(({ line }) => line));
  return reading(withWhole(lean, source, wanted), lean.facts, sessionId);
}

function reading(written: ReadLog, facts: ByteFacts, sessionId: string | undefined): OpenedLog {
  const chain = written.lines.filter(({ line }) => isChainEntry(line));
  const sides = chain.filter(({ line }) => isChainEntry(line) && !isMainChain(line)).length;
  const ofSubagent = sides > 0 && sides === chain.length;
  const log = ofSubagent ? asMainChain(written) : written;
  const tree = buildTree(log, sessionId);
  const leaf = leafOf(tree);
  const path = pathTo(tree, leaf);
  const conversation = transcribe(path);
  return {
    log,
    tree,
    leaf,
    path,
    conversation,
    onPath: new Set(nodesOn(path)),
    sent: new Set(conversation.messages.flatMap((message) => message.content)),
    repeated: log.lines.flatMap(({ line: entry, number: line }) =>
      isChainEntry(entry) && isMainChain(entry) && tree.byUuid.get(entry.uuid)?.line !== line
        ? [{ line, entry }]
        : [],
    ),
    sidechains: ofSubagent ? 0 : sides,
    ...facts,
  };
}

/** Does the model see anything of this entry? */
export function isSent(opened: OpenedLog, node: Node): boolean {
  if (!opened.onPath.has(node) || isSynthetic(node.entry)) return false;
  const message = node.entry["message"];
  const asBlocks = isRecord(message) && Array.isArray(message["content"]);
  // Words kept as a string become a new block at each reading, so they cannot be looked up among the sent ones.
  return blocksOf(node.entry).some((block) => (asBlocks ? opened.sent.has(block) : !isBlank(block)));
}

/** Is this a text without words? The API refuses it, so it is not sent (MR-22). */
export function isBlank(block: Block): boolean {
  return block.type === "text" && (typeof block["text"] !== "string" || block["text"].trim() === "");
}

function asMainChain(log: ReadLog): ReadLog {
  const lines = log.lines.map(({ line, number }) => ({ number, line: { ...line, isSidechain: false } }));
  return { ...log, lines };
}
