/**
 * `/compact` (C-5.2a, C-5.2b, C-5.2c): a boundary that cuts the chain and a summary behind it, appended to the same log. What
 * came before stays in the file and is not sent any more.
 */
import { blocksOf, isPrompt, isSynthetic } from "../log/entry.ts";
import { nodesOn, type Path } from "../log/path.ts";
import type { Node } from "../log/tree.ts";
import { SessionError } from "../opened.ts";
import type { Session } from "../session.ts";
import { isRecord } from "../wire.ts";
import { ASKED, sizeOf, summaryOf } from "./summary.ts";

/** What is to be summarized, and why. */
export interface Compacting {
  /** Left out: `manual`. */
  readonly trigger?: "manual" | "auto";
  /** What the summary is to look at above all. Only the summarizer is told (bug report 68). */
  readonly focus?: string;
  /** A prompt, and which side of it is summarized; the other side is kept as it is (C-5.3e). Left out: everything is. */
  readonly part?: Part | undefined;
}

/** A prompt, and the side of it that is summarized. */
export type Part = { readonly from: string } | { readonly upTo: string };

/** What came of it: the summary, and tokens before and, estimated, after. */
export interface Compacted {
  readonly summary: string;
  readonly preTokens: number;
  readonly postTokens: number;
}

/** How a summary begins, for the model that goes on from it (C-6.4). */
export const SUMMARY =
  "This session goes on from an earlier part, which is summarized here in its place. Go on with the work.";

/**
 * Asks for the summary with the conversation as it was sent, so that the cache is read (O-16), then appends; where it fails
 * before, the conversation has not changed, only calls that an earlier process left open have their error results (D-9).
 * Throws `SessionError` where there is nothing to summarize, a hook objects, the summary has no end, or, of one that nobody
 * asked for, no use; `ApiError`. Law: boundary-cut, compact-whole, compact-or-nothing, compact-half-written
 */
export async function compact(
  session: Session,
  { trigger = "manual", focus = "", part }: Compacting = {},
  signal?: AbortSignal,
): Promise<Compacted> {
  const { log } = session;
  const { attachments, blocked } = await session.hooks({ event: "PreCompact", trigger }, signal);
  if (blocked !== undefined) throw new SessionError(`It was not compacted: ${blocked}`);
  log.answerOpenCalls();
  const [way, { cursor }] = [log.way(), log];
  const kept = keptOf(way, part);
  const all = sizeOf(session.nextRequest());
  const said = sizeOf(session.conversation().messages);
  const asked = [ASKED, kept.words, focus && `Above all: ${focus}`].filter((words) => words !== "");
  const request = session.nextRequest(asked.join("\n\n"), log.conversation({ ...way, items: kept.summed }));
  const summary = await (session.options.summarize ?? summaryOf)(session.model, request, signal);
  if (log.cursor !== cursor)
    throw new SessionError("Something was said meanwhile, so nothing was compacted. Try again.");
  const content = `${SUMMARY}\n\n${summary}`;
  const left = Math.max(0, all - said) + sizeOf(content) + kept.size;
  if (trigger === "auto" && left >= all)
    throw new SessionError("The summary is as long as what it stands for, so nothing was changed.");
  const preTokens = tokensOn(way);
  const postTokens = Math.ceil((preTokens * left) / all);
  const [boundary, behind] = [session.options.ports.ids.uuid(), session.options.ports.ids.uuid()];
  const { uuids } = kept;
  const preservedMessages = { anchorUuid: kept.isBefore ? boundary : behind, uuids, allUuids: uuids };
  const compactMetadata = { trigger, preTokens, postTokens, ...(part && { preservedMessages }) };
  const cut = { subtype: "compact_boundary", content: "Conversation compacted", isMeta: false };
  log.entry({ type: "system", ...cut, logicalParentUuid: log.cursor, compactMetadata }, null, boundary);
  const flags = { isCompactSummary: true, isVisibleInTranscriptOnly: true };
  log.entry({ type: "user", message: { role: "user", content }, ...flags }, boundary, behind);
  log.tell(attachments);
  await session.beginAgain(signal);
  return { summary, preTokens, postTokens };
}

/** The last entry of the last answer on a path, if one was given since its last compaction (bug report 66). Law: usage-fresh */
export function lastAnswer(way: Path): Node | undefined {
  const nodes = nodesOn(way);
  // What one has kept stands behind it on the path, and before it in the log.
  const cuts = nodes.flatMap(({ entry, order }) => (entry["subtype"] === "compact_boundary" ? [order] : []));
  const cut = Math.max(-1, ...cuts);
  return nodes.findLast(({ entry, order }) => order > cut && !isSynthetic(entry) && usageIn(entry));
}

/** The tokens of the last request on a path and of its answer; 0 where none was made since the last compaction. */
export function tokensOn(way: Path): number {
  const usage = usageIn(lastAnswer(way)?.entry);
  return COUNTED.reduce((sum, field) => sum + Number(usage?.[field] ?? 0), 0);
}

const COUNTED = "input_tokens cache_creation_input_tokens cache_read_input_tokens output_tokens".split(" ");

function usageIn(entry: Node["entry"] | undefined) {
  const message = entry?.["message"];
  return isRecord(message) && isRecord(message["usage"]) ? message["usage"] : undefined;
}

/** What is kept: nothing, or what stands on the other side of a prompt; and the part of the path that the summarizer is shown. */
function keptOf({ items }: Path, part?: Part) {
  const isBefore = part !== undefined && "from" in part;
  const prompt = part && ("from" in part ? part.from : part.upTo);
  const entries = items.map((item) => (item.kind === "entry" ? item.node.entry : undefined));
  const at = part
    ? entries.findIndex((each) => each && each.uuid === prompt && isPrompt(each))
    : items.length;
  if (at === -1) throw new SessionError(`The prompt ${prompt} is not part of this conversation.`);
  const sides = [entries.slice(0, at), entries.slice(at)].map((side) => side.flatMap((each) => each ?? []));
  const [kept = [], gone = []] = isBefore ? sides : sides.toReversed();
  if (!gone.some((entry) => blocksOf(entry).length > 0))
    throw new SessionError(`There is nothing to summarize${part ? " on that side of the prompt" : ""}.`);
  const words = isBefore ? `${FROM_HERE} ${JSON.stringify(entries[at]?.["message"])}` : "";
  const size = sizeOf(kept.map((entry) => [blocksOf(entry), entry["attachment"]]));
  const summed = isBefore ? items : items.slice(0, at);
  return { isBefore, words, uuids: kept.map(({ uuid }) => uuid), size, summed };
}

const FROM_HERE = "Summarize only what was said from this prompt on; what came before it is kept as it is:";
