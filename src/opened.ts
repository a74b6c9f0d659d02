/** How a session is opened: with what, on which log, and what there is to say of that. */
import type { Injections } from "./context/attachments.ts";
import type { readMemory } from "./context/memory.ts";
import type { MentionCall } from "./context/mentions.ts";
import type { Listener } from "./events.ts";
import type { Attachment, Hooks } from "./hooks.ts";
import { type Line, modelOf } from "./log/entry.ts";
import { pathTo } from "./log/path.ts";
import { type ReadLog, readLog } from "./log/read.ts";
import { buildTree, leafOf, type Node, type Tree } from "./log/tree.ts";
import type { StepHost } from "./loop/step.ts";
import type { LogFile, Model, Ports } from "./ports.ts";
import { type Digests, lastDigestLine } from "./request/digest.ts";
import type { RequestSettings } from "./request/stable.ts";
import type { Tool } from "./tools/tool.ts";
import type { Message, MessagesRequest } from "./wire.ts";

/** What a session is opened with. */
export interface SessionOptions {
  readonly ports: Ports;
  /** The data root, laid out like `~/.claude` (D-29). */
  readonly root: string;
  /** The project folder: an absolute real path. */
  readonly cwd: string;
  /** Where the log of a session that is taken up lies, if not where `cwd` says (fact 3). */
  readonly logPath?: string | undefined;
  readonly platform: string;
  readonly gitBranch?: string;
  /** How the client was started; stands on each entry (fact 18). Left out: `cli`. */
  readonly entrypoint?: string;
  /** Stands on each prompt entry (O-30); it may change while the session is open. */
  readonly permissionMode?: () => string;
  readonly tools?: readonly Tool[];
  readonly settings?: Partial<RequestSettings>;
  readonly appendSystemPrompt?: string;
  /** The most steps of one turn (C-2.5); left out: 100. */
  readonly maxSteps?: number;
  readonly emit?: Listener;
  /** Left out: none. */
  readonly hooks?: Hooks;
  /** What attachments say to the model. Left out: those of the core. */
  readonly injections?: Injections;
  /** What holds now, such as the permission mode: attachments whose rows are `volatile`; asked for at every request. */
  readonly volatile?: () => readonly Attachment[];
  /** Reads the memory files, once for a process (D-14). Left out: CLAUDE.md of the user and of the project. */
  readonly readMemory?: typeof readMemory;
  /** What the conversation is sent as: pure, and later messages change nothing of earlier ones. Left out: as it is. */
  readonly lastLook?: (messages: readonly Message[], model: string) => readonly Message[];
  /** Called before each request, between two steps too: it may compact. Left out: nobody does. */
  readonly makeRoom?: (signal?: AbortSignal) => Promise<void>;
  /** Runs calls of Read and logs what they return as words (MR-43, O-9). Left out: neither is done. */
  readonly mentionsAsWords?: (
    host: StepHost,
    calls: readonly MentionCall[],
    signal?: AbortSignal,
  ) => Promise<void>;
  /** Asks for the summary of a compaction. Left out: once, with the conversation as it is. */
  readonly summarize?: Summarize;
  /** What the person is told where what stands before the conversation has changed (D-14). Left out: nothing. */
  readonly explainChange?: (before: Line | undefined, now: Digests) => string | undefined;
  /** Left out: all of the log is read, each time. */
  readonly readLog?: LogReader;
  /** Of a subagent: who it is, the session that it works for, and its own log (O-28). Law: sidechain-alike */
  readonly sidechain?: { readonly agentId: string; readonly sessionId: string; readonly path: string };
}

/** Sends the request for a summary, or with less in it, and returns the summary, whole. */
export type Summarize = (model: Model, request: MessagesRequest, signal?: AbortSignal) => Promise<string>;

/** Gives the lines of a log that count for its conversation, or for the path of an entry of it. Law: readers-agree */
export type LogReader = (file: LogFile, asked: LogAsked) => ReadLog;

/** Whose log it is, and which entry's path is asked for: left out, it is the one where the log's conversation stands. */
export interface LogAsked {
  readonly sessionId?: string | undefined;
  readonly agentId?: string | undefined;
  readonly leaf?: string | undefined;
}

/** There is no such session, or nothing in it to go on from. The message says what to do. */
export class SessionError extends Error {
  override readonly name = "SessionError";
}

/** A log as it was found, and where its conversation stands. */
export interface OpenedLog {
  readonly file: LogFile;
  readonly path: string;
  readonly read: ReadLog;
  readonly tree: Tree;
  readonly leaf: Node | undefined;
}

/** Reads a log, and finds where its conversation stands. Nothing is written (D-9). */
export function openLog(options: SessionOptions, file: LogFile, path: string, asked: LogAsked): OpenedLog {
  const agentId = options.sidechain?.agentId;
  const read = options.readLog?.(file, { ...asked, agentId }) ?? readLog(file.read());
  const tree = buildTree(read, asked.sessionId, agentId);
  return { file, path, read, tree, leaf: leafOf(tree) };
}

/** The same for a session that is taken up: a compaction that was cut off before its summary has not been made. */
export function takeUp(options: SessionOptions, path: string, sessionId: string): OpenedLog {
  const file = options.ports.openLog(path);
  const found = openLog(options, file, path, { sessionId });
  const entry = found.leaf?.entry;
  const before = entry?.["logicalParentUuid"];
  if (entry?.["subtype"] !== "compact_boundary" || typeof before !== "string") return found;
  const opened = openLog(options, file, path, { sessionId, leaf: before });
  const leaf = opened.tree.byUuid.get(before);
  return leaf ? { ...opened, leaf } : found;
}

/** What to tell whoever wants to take up a session that is not there. */
export function noSession({ read }: OpenedLog, cwd: string, id: string): SessionError {
  const what = read.count === 0 ? "There is no session" : "There is no conversation in session";
  return new SessionError(`${what} ${id} of ${cwd}. Sessions belong to a folder: run this where it began.`);
}

/** The model that was asked last, else the one that spoke last: a resumed session goes on with it (C-5.4b). */
export function lastModel({ read, tree }: OpenedLog): Partial<RequestSettings> {
  const asked = lastDigestLine(read)?.["model"];
  const model = asked ?? tree.nodes.map(({ entry }) => modelOf(entry)).findLast((each) => each !== undefined);
  return typeof model === "string" ? { model } : {};
}

/** What a person should know of a log that is taken up; `log check` says more. */
export function troubles({ read, tree, leaf }: OpenedLog): string[] {
  const [first, ...more] = read.damaged;
  const skipped = first?.saved ? "skipped, but for what is whole in it" : "skipped";
  const others = more.length > 0 ? ` (and ${more.length} more)` : "";
  const gaps = pathTo(tree, leaf).items.filter(({ kind }) => kind === "gap").length;
  return [
    first ? `Line ${first.number} of the log is damaged and was ${skipped}: ${first.damage}${others}.` : "",
    gaps > 0 ? `Entries are missing in the log (${gaps}x). The model is shown a mark there.` : "",
  ].filter((text) => text !== "");
}

/** What the person is told of calls that an earlier process left unanswered (D-9). */
export function interruptedNotice(calls: number): string {
  const what = calls === 1 ? "A tool call was" : `${calls} tool calls were`;
  return `${what} interrupted when this session last ran. The model is told that the outcome is not known.`;
}
