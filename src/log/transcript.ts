/**
 * A path to the conversation as it is sent (C-3.15): blocks of one response joined by `message.id`, every call
 * paired with exactly one result, same-role neighbours merged.
 */
import {
  type Block,
  isThinking,
  isToolResult,
  isToolUse,
  type Message,
  type ToolResultBlock,
  text,
} from "../wire.ts";
import { blockCount, blocksOf, type ChainEntry, isSynthetic, responseId } from "./entry.ts";
import type { Path } from "./path.ts";
import { isSayable } from "./sayable.ts";
import type { Node } from "./tree.ts";

/** A call on the path whose result is in no line of the log: it was interrupted (O-24). */
export interface OpenCall {
  readonly toolUseId: string;
  readonly node: Node;
}

/** The conversation, and what had to be mended so that it is one. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** Calls that were given an error result here, because the log has none (D-9). */
  readonly unanswered: readonly OpenCall[];
  /** Those among them that belong to the last response: a session that goes on answers these in its log. */
  readonly open: readonly OpenCall[];
  /** Results of calls that are not on the path; they are not sent. */
  readonly orphans: readonly Node[];
}

/** One response and what followed it until the next one: results first, then words (D-11). */
interface Exchange {
  readonly response: Block[];
  /** Is a part of its thinking lost, or its end, as when a process was killed between two of its entries? */
  isBroken: boolean;
  /** Blocks that its entries still have to bring, as far as they say how many there are. */
  missing: number;
  readonly calls: OpenCall[];
  /** One for each call that is answered, by the id of the call. */
  readonly results: Map<string, Found>;
  /** What came with results beside the walk has its place in the log; what stands on the walk follows as it stands. */
  readonly words: { readonly block: Block; readonly order: number }[];
}

/** The error result that stands for a call that was interrupted (D-9). Law: interrupted-closed */
export function interruptedResult(toolUseId: string): ToolResultBlock {
  return {
    type: "tool_result",
    tool_use_id: toolUseId,
    content: "The tool call was interrupted before it finished. Whether it took effect is not known.",
    is_error: true,
  };
}

/** The conversation without the calls that are still running, and the answer that makes them: what was last sent. */
export function answered({ messages, open }: Conversation): readonly Message[] {
  const asking = messages.findLastIndex(({ role }) => role === "assistant");
  return open.length === 0 ? messages : messages.slice(0, asking);
}

/** What a conversation is rebuilt for. */
export interface Telling {
  /** What an entry says that is not the model's; left out: what is written in it, and an attachment nothing (D-10). */
  readonly said?: (entry: ChainEntry) => readonly Block[];
  /** Can the thinking of this entry be sent back? Left out: all of it. Else whole blocks go, calls stay (MR-94). */
  readonly reads?: (entry: ChainEntry) => boolean;
}

/**
 * Puts a path into messages. Pure; linear in the number of entries.
 * Law: call-paired, said-once, rebuilt-legal, split-merged, names-inert, order-inert
 */
export function transcribe(path: Path, telling: Telling = {}): Conversation {
  const made = nothing();
  const { exchanges, byCall } = made;
  const orphans: Node[] = [];
  for (const item of path.items) {
    const current = exchanges[exchanges.length - 1] ?? exchange();
    const order = item.kind === "entry" && item.joined ? item.node.order : Number.MAX_SAFE_INTEGER;
    const say = (block: Block) => current.words.push({ block, order });
    if (item.kind === "gap") {
      say(gapMark(item.missing));
    } else if (item.node.entry.type === "assistant") {
      const reads = telling.reads?.(item.node.entry) ?? true;
      if (!isSynthetic(item.node.entry)) answerBlocks(item.node, reads, made);
    } else {
      for (const block of (telling.said ?? blocksOf)(item.node.entry)) {
        if (!isToolResult(block)) say(block);
        else if (!answer(byCall.get(block.tool_use_id), { ...item, block })) orphans.push(item.node);
      }
    }
  }

  const unanswered = exchanges.flatMap(unansweredIn);
  const open = unansweredIn(exchanges.at(-1) ?? exchange());
  return { messages: join(exchanges), unanswered, open, orphans };
}

/** What is made of a path before its first item. */
function nothing() {
  const none = () => new Map<string, Exchange>();
  return { exchanges: [exchange()], byResponse: none(), byCall: none() };
}

function answerBlocks(node: Node, readsThinking: boolean, made: ReturnType<typeof nothing>): void {
  const { exchanges, byResponse, byCall } = made;
  const id = responseId(node.entry) ?? node.entry.uuid;
  const known = byResponse.get(id);
  const target = known ?? exchange();
  if (!known) {
    byResponse.set(id, target);
    exchanges.push(target);
    target.missing = blockCount(node.entry);
  }
  for (const block of blocksOf(node.entry)) {
    target.missing -= 1;
    if (!readsThinking && isThinking(block)) continue;
    if (!isSayable("assistant", block)) {
      target.isBroken ||= isThinking(block);
      continue;
    }
    if (isToolUse(block)) {
      if (byCall.has(block.id)) continue;
      byCall.set(block.id, target);
      target.calls.push({ toolUseId: block.id, node });
    }
    target.response.push(block);
  }
}

/** A result as it was found; `joined` when it hangs beside the walk. */
interface Found {
  readonly block: ToolResultBlock;
  readonly node: Node;
  readonly joined: boolean;
}

function answer(asked: Exchange | undefined, found: Found): boolean {
  const id = found.block.tool_use_id;
  const rival = asked?.results.get(id);
  if (!rival || outranks(found, rival)) asked?.results.set(id, found);
  return asked !== undefined;
}

/**
 * Of two results of a call one is sent: the real one before an error, the earlier before the later. But what a resume
 * has put on the walk stays there when the real one comes after it, for it has been sent (D-13).
 */
function outranks(one: Found, other: Found): boolean {
  const isEarlier = one.node.order < other.node.order;
  if (isError(one) === isError(other)) return isEarlier;
  const [real, error] = isError(one) ? [other, one] : [one, other];
  return real.joined && !error.joined ? isEarlier : one === real;
}

function isError({ block }: Found): boolean {
  return block.is_error === true;
}

function join(exchanges: readonly Exchange[]): Message[] {
  const messages: { role: Message["role"]; content: Block[] }[] = [];
  const say = (role: Message["role"], blocks: readonly Block[]) => {
    const sayable = blocks.filter((block) => isSayable(role, block));
    const last = messages.at(-1);
    if (sayable.length === 0) return;
    if (last?.role === role) for (const block of sayable) last.content.push(block);
    else messages.push({ role, content: sayable });
  };
  for (const each of exchanges) {
    say("assistant", wholeThinking(each));
    const words = [...each.words].sort((a, b) => a.order - b.order);
    say("user", [...resultsOf(each), ...words.map(({ block }) => block)]);
  }
  if (messages[0]?.role === "assistant") messages.unshift({ role: "user", content: [text(NO_BEGINNING)] });
  return messages;
}

const NO_BEGINNING = "[The beginning of this conversation is not in the log.]";

/** One result for each call, those of the log in its order, which is the order of completion (D-11). */
function resultsOf(each: Exchange): Block[] {
  const logged = [...each.results.values()].sort((a, b) => a.node.order - b.node.order);
  const missing = unansweredIn(each).map((call) => interruptedResult(call.toolUseId));
  return [...logged.map(({ block }) => block), ...missing];
}

function unansweredIn(each: Exchange): OpenCall[] {
  return each.calls.filter((call) => !each.results.has(call.toolUseId));
}

/**
 * A response with its thinking, all of it or none (MR-42, MR-91). None where a part is lost, and none where it stands at
 * the end, which the API refuses (MR-44): what was thought before a response broke off leads nowhere. Law: killed-anywhere
 */
function wholeThinking({ response, isBroken, missing }: Exchange): readonly Block[] {
  const last = response.at(-1);
  const lost = isBroken || missing > 0 || (last !== undefined && isThinking(last));
  return lost ? response.filter((block) => !isThinking(block)) : response;
}

/** What the model sees where entries are missing (D-8). Law: gap-honest */
function gapMark(missing: string): Block {
  const lost = `the log names ${missing} as the entry before, and does not hold it`;
  return text(`[Entries are missing here: ${lost}.]`);
}

function exchange(): Exchange {
  return { response: [], isBroken: false, missing: 0, calls: [], results: new Map(), words: [] };
}
