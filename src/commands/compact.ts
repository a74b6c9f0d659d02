/**
 * `/compact` (C-5.2a to C-5.2c): a boundary that cuts the chain and a summary behind it, appended to the same log. What came
 * before stays in the file and is not sent any more.
 */
import { blocksOf, isPrompt } from "../log/entry.ts";
import type { Path } from "../log/path.ts";
import { SessionError } from "../opened.ts";
import { ApiError } from "../ports.ts";
import type { Session } from "../session.ts";
import { isRecord, isThinking, isToolResult, type Message, type ModelResponse } from "../wire.ts";
import { textOf } from "./btw.ts";

/** What is to be summarized, and why. */
export interface Compacting {
  /** Left out: `manual`. */
  readonly trigger?: "manual" | "auto";
  /** What the summary is to look at above all. Only the summarizer is told (bug report 68). */
  readonly focus?: string;
  /** A prompt, and which side of it is summarized; the other side is kept as it is (C-5.3e). Left out: everything is. */
  readonly part?: Part | undefined;
}

type Part = { readonly from: string } | { readonly upTo: string };

/** What came of it: the summary, and tokens before and, estimated, after. */
export interface Compacted {
  readonly summary: string;
  readonly preTokens: number;
  readonly postTokens: number;
}

const NOTHING_KEPT = { isBefore: false, words: "", uuids: [], size: 0 };

const ASKED = `Summarize this conversation for yourself: you will go on from your summary alone. Use no tools. Write down, under headings: what the user asked for, in the user's own words where they matter; what was decided, and why; each file that was read or changed, with what matters in it; errors, and how they were mended; what is done, what is not, and the very next step.`;

/** How a summary begins, for the model that goes on from it. */
export const SUMMARY =
  "This session goes on from an earlier part, which is summarized here in its place. Go on with the work.";

/**
 * Asks for the summary with the conversation as it was sent, so that the cache is read (O-16), then appends; where it fails
 * before, nothing has changed. Throws `SessionError` where there is nothing to summarize or a hook objects, `ApiError`.
 * Law: boundary-cut, compact-whole
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
  const way = log.way();
  const kept = part ? keptOf(way, part) : NOTHING_KEPT;
  const before = session.nextRequest();
  const response = await summaryOf(session, [ASKED, kept.words, focus && `Above all: ${focus}`], signal);
  const summary = textOf(response);
  if (summary === "") throw new SessionError("The model gave no summary, so nothing was changed. Try again.");
  const preTokens = tokensOn(way);
  const left = sizeOf(before) - sizeOf(before.messages) + sizeOf(summary) + kept.size;
  const postTokens = Math.ceil((preTokens * left) / sizeOf(before));
  const [boundary, behind] = [session.options.ports.ids.uuid(), session.options.ports.ids.uuid()];
  const { uuids } = kept;
  const preservedMessages = { anchorUuid: kept.isBefore ? boundary : behind, uuids, allUuids: uuids };
  const compactMetadata = { trigger, preTokens, postTokens, ...(part && { preservedMessages }) };
  const cut = { subtype: "compact_boundary", content: "Conversation compacted", isMeta: false };
  log.entry({ type: "system", ...cut, logicalParentUuid: log.cursor, compactMetadata }, null, boundary);
  const message = { role: "user", content: `${SUMMARY}\n\n${summary}` };
  const flags = { isCompactSummary: true, isVisibleInTranscriptOnly: true };
  log.entry({ type: "user", message, ...flags }, boundary, behind);
  log.tell(attachments);
  await session.beginAgain(signal);
  return { summary, preTokens, postTokens };
}

/** The tokens of the last request on a path and of its answer; 0 where none was made since the last compaction (bug report 66). */
export function tokensOn({ items }: Path): number {
  const nodes = items.flatMap((item) => (item.kind === "entry" ? [item.node] : []));
  const cut = nodes.findLast(({ entry }) => entry["subtype"] === "compact_boundary")?.order ?? -1;
  const messages = nodes.map(({ entry, order }) => (order > cut ? entry["message"] : undefined));
  const usage = messages.map((each) => (isRecord(each) ? each["usage"] : undefined)).findLast(isRecord);
  const of = (field: string) => Number(usage?.[field] ?? 0);
  return (
    of("input_tokens") +
    of("cache_creation_input_tokens") +
    of("cache_read_input_tokens") +
    of("output_tokens")
  );
}

/** What a partial compaction keeps: the entries on the other side of a prompt, in the order of the conversation. */
function keptOf({ items }: Path, part: Part) {
  const isBefore = "from" in part;
  const prompt = isBefore ? part.from : part.upTo;
  const entries = items.flatMap((item) => (item.kind === "entry" ? [item.node.entry] : []));
  const at = entries.findIndex((entry) => entry.uuid === prompt && isPrompt(entry));
  const [sides, named] = [[entries.slice(0, at), entries.slice(at)] as const, entries[at]];
  if (!named) throw new SessionError(`The prompt ${prompt} is not part of this conversation.`);
  const [kept, gone] = isBefore ? sides : sides.toReversed();
  if (!gone?.some(({ type }) => type === "assistant"))
    throw new SessionError("There is nothing to summarize on that side of the prompt.");
  const said = JSON.stringify(blocksOf(named));
  const words = isBefore
    ? `Summarize only what was said from this prompt on; what came before it is kept as it is: ${said}`
    : `Summarize only what was said before this prompt; it and what follows is kept as it is: ${said}`;
  return { isBefore, words, uuids: (kept ?? []).map(({ uuid }) => uuid), size: sizeOf(kept) };
}

/** Where the conversation is longer than the window, its oldest rounds are left out until it fits (bug report 79). */
async function summaryOf(
  session: Session,
  asked: readonly string[],
  signal?: AbortSignal,
): Promise<ModelResponse> {
  const request = session.nextRequest(asked.filter((part) => part !== "").join("\n\n"));
  for (let messages = request.messages; ; ) {
    try {
      return await session.model.send({ ...request, messages }, { signal });
    } catch (error) {
      const share = error instanceof ApiError ? shareThatFits(error) : undefined;
      const shorter = share && withoutOldest(messages, share);
      if (!shorter) throw error;
      messages = shorter;
    }
  }
}

/** What part of a request that is too long the API would take (MR-14, MR-51). */
function shareThatFits({ message, details }: ApiError): number | undefined {
  const [, tokens, most] = /too long: (\d+) tokens > (\d+)/.exec(message) ?? [];
  if (tokens && most) return (Number(most) / Number(tokens)) * 0.9;
  return details.status === 413 ? 0.5 : undefined;
}

/** Whole rounds, from a prompt on; without thinking, of which the beginning is gone (MR-46). Undefined: there is but one. */
function withoutOldest(messages: readonly Message[], share: number): readonly Message[] | undefined {
  const begins = messages.flatMap(({ role, content }, at) =>
    at > 0 && role === "user" && !content.some(isToolResult) ? [at] : [],
  );
  const fits = sizeOf(messages) * share;
  const at = begins.find((each) => sizeOf(messages.slice(each)) <= fits) ?? begins.at(-1);
  const rest = at === undefined ? [] : messages.slice(at);
  const said = rest.map(({ role, content }) => ({
    role,
    content: content.filter((each) => !isThinking(each)),
  }));
  return said.length === 0 ? undefined : said;
}

function sizeOf(value: unknown): number {
  return JSON.stringify(value).length;
}
