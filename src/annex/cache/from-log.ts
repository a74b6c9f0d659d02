/**
 * The exchanges of a session that is over, out of its log. The log holds what was said, not what was sent (C-4.7): each
 * response's request is rebuilt from the path that led to it, as the session did it.
 */
import { saidBlocks } from "../../context/inject.ts";
import { type ChainEntry, isChainEntry, type Line } from "../../log/entry.ts";
import { type PathItem, pathTo } from "../../log/path.ts";
import type { ReadLine, ReadLog } from "../../log/read.ts";
import { type Conversation, transcribe } from "../../log/transcript.ts";
import { buildTree, type Node, type Tree } from "../../log/tree.ts";
import { buildRequest } from "../../request/build.ts";
import { canSendBack, DIGEST_LINE } from "../../request/digest.ts";
import { type CacheTtl, type MessagesRequest, spelled } from "../../wire.ts";
import { ANNEX_INJECTIONS } from "../context/injections.ts";
import { fittingImages } from "../images/fit.ts";
import { type ApiCall, addCall, callKey } from "../log/usage/api-calls.ts";
import type { Exchange } from "./exchange.ts";
import { type Frozen, frozenBehind } from "./frozen.ts";

/** One conversation of a log: its own, or that of an agent whose entries stand in it too. */
export interface Stream {
  /** Undefined: the session's own. */
  readonly agentId: string | undefined;
  /** In the order of the log. */
  readonly exchanges: readonly Exchange[];
}

/**
 * The exchanges of a log, each API call once, by the conversation that it belongs to. `today` is what a session of this
 * harness sends in front of the conversation now: a part of it stands in the rebuilt requests where the digests of the log
 * say that it is the same, else a stand-in. Law: report-adds-up, report-rebuilt, report-borne
 */
export function exchangesOf(log: ReadLog, sessionId?: string, today?: Frozen): Stream[] {
  const calls = new Map<string, ApiCall>();
  for (const { line } of log.lines) if (isChainEntry(line)) addCall(calls, line);
  const owners = new Map<string, string | undefined>();
  for (const { line } of log.lines) {
    const key = isChainEntry(line) ? callKey(line) : undefined;
    if (key !== undefined && calls.has(key) && !owners.has(key)) owners.set(key, ownerOf(line));
  }
  return [...new Set(owners.values())].map((agentId) => {
    const own = new Map([...calls].filter(([key]) => owners.get(key) === agentId));
    return {
      agentId,
      exchanges: exchangesIn({ ...log, lines: linesOf(log, agentId) }, own, sessionId, today),
    };
  });
}

/** Whose conversation an entry is of; undefined: the session's own. An agent that is not named is one all the same. */
function ownerOf(line: Line): string | undefined {
  if (line["isSidechain"] !== true) return undefined;
  return typeof line["agentId"] === "string" ? line["agentId"] : "an agent";
}

function linesOf({ lines }: ReadLog, agentId: string | undefined): ReadLine[] {
  return lines
    .filter(({ line }) => !isChainEntry(line) || ownerOf(line) === agentId)
    .map(({ line, number }) => ({ number, line: { ...line, isSidechain: false } }));
}

function exchangesIn(
  log: ReadLog,
  calls: ReadonlyMap<string, ApiCall>,
  sessionId: string | undefined,
  today: Frozen | undefined,
): Exchange[] {
  const tree = buildTree(log, sessionId);
  const met = new Set<string>();
  let digest: Line | undefined;
  let cacheTtl: CacheTtl = "5m";
  return log.lines.flatMap(({ line }) => {
    // One that names no model is none of ours, and says nothing.
    if (line.type === DIGEST_LINE && typeof line["model"] === "string") digest = line;
    const key = isChainEntry(line) ? callKey(line) : undefined;
    const call = calls.get(key ?? "");
    const node = tree.byUuid.get(spelled(line["uuid"]));
    if (key === undefined || !call || !node || met.has(key)) return [];
    met.add(key);
    const { ephemeral_1h_input_tokens: long, ephemeral_5m_input_tokens: short } = call.tokens;
    if (long > 0 || short > 0) cacheTtl = long > 0 ? "1h" : "5m";
    const basis = digest ? ("rebuilt" as const) : ("estimated" as const);
    const sketch = { tree, node, call, digest, cacheTtl, today };
    return [{ request: () => requestBefore(sketch), basis, call, sentAt: sentAt(tree, node) }];
  });
}

/** What is known of a request. */
interface Sketch {
  readonly tree: Tree;
  /** The first entry of its answer. */
  readonly node: Node;
  readonly call: ApiCall;
  /** The digests that held then; undefined in another client's log. */
  readonly digest: Line | undefined;
  readonly cacheTtl: CacheTtl;
  readonly today: Frozen | undefined;
}

function requestBefore(sketch: Sketch): MessagesRequest {
  const { call, digest, cacheTtl, today } = sketch;
  const frozen = frozenBehind(digest, today);
  const model = String(digest?.["model"] ?? call.model);
  const conversation = fittingImages(conversationBefore(sketch).messages, model);
  const settings = { ...frozen.asked, model, maxTokens: 64_000, cacheTtl };
  return buildRequest({ ...frozen, settings, sessionId: "", conversation });
}

/** The conversation that an answer was given to: what stands on the path before it, and stood in the log by then. */
function conversationBefore({ tree, node, digest }: Sketch): Conversation {
  const key = callKey(node.entry);
  const isBefore = (item: PathItem) =>
    item.kind === "gap" || (callKey(item.node.entry) !== key && (!item.joined || item.node.line < node.line));
  const { items, unresolved } = pathTo(tree, node);
  const reads = (entry: ChainEntry) =>
    !digest || canSendBack(entry, digest as Parameters<typeof canSendBack>[1]);
  return transcribe(
    { items: items.filter(isBefore), unresolved },
    { said: (entry) => saidBlocks(entry, ANNEX_INJECTIONS), reads },
  );
}

/** A request is sent when the entry before its answer is made: the answer itself is logged when it is complete. */
function sentAt(tree: Tree, { entry }: Node): number | undefined {
  const parent = tree.byUuid.get(entry.parentUuid ?? "")?.entry ?? entry;
  const time = Date.parse(spelled(parent["timestamp"]));
  return Number.isNaN(time) ? undefined : time;
}
