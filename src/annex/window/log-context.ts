/** What fills the window of a saved conversation. A log holds what was said, not what was sent, so all of it is estimated. */
import { saidBlocks } from "../../context/inject.ts";
import { type ChainEntry, modelOf } from "../../log/entry.ts";
import { nodesOn, type Path, pathTo } from "../../log/path.ts";
import { transcribe } from "../../log/transcript.ts";
import { buildTree, leafOf } from "../../log/tree.ts";
import type { LogAsked } from "../../opened.ts";
import { DEFAULT_MODEL } from "../../request/models.ts";
import { type Block, isRecord, type MessagesRequest, spelled } from "../../wire.ts";
import { ANNEX_INJECTIONS } from "../context/injections.ts";
import { LogIndex } from "../log/fast/index-log.ts";
import type { LogSource } from "../log/log-source.ts";
import { tokensOf } from "../log/usage/tokens.ts";
import { ATTACHED, attachedWords } from "./attached-kinds.ts";
import type { Category } from "./categories.ts";
import { estimated } from "./count.ts";
import { partsOf } from "./parts.ts";
import { categoryOf } from "./reminder-kinds.ts";
import { type ContextReport, reportOf } from "./report.ts";

const NOT_IN_LOG =
  "A log holds neither the system prompt nor tools, nor the memory files of the start: they are not among these numbers, which are estimates.";

/** Reports on a log of `size` bytes, which is read piece by piece; undefined where it holds no conversation. Law: log-context-alike */
export function contextOfLog(
  source: LogSource,
  size: number,
  asked: LogAsked = {},
): ContextReport | undefined {
  const log = LogIndex.of(source, size, asked).log();
  const tree = buildTree(log, asked.sessionId, asked.agentId);
  const path = pathTo(tree, leafOf(tree));
  const kinds = new Map<Block, Category>();
  const { messages } = transcribe(path, { said: (entry) => said(entry, kinds) });
  if (messages.length === 0) return undefined;
  const last = lastAnswer(path);
  const model = (last && modelOf(last)) ?? DEFAULT_MODEL;
  const request: MessagesRequest = { model, max_tokens: 1, system: [], tools: [], messages };
  const parts = partsOf(request, (block) => kinds.get(block) ?? categoryOf(block));
  return reportOf(request, estimated(parts), [NOT_IN_LOG, ...measured(last)]);
}

/** What an entry says, and of an attachment, which is known by its type, the category. */
function said(entry: ChainEntry, kinds: Map<Block, Category>): readonly Block[] {
  const own = saidBlocks(entry, ANNEX_INJECTIONS);
  const { attachment } = entry;
  if (entry.type !== "attachment" || !isRecord(attachment)) return own;
  const blocks = own.length > 0 ? own : attachedWords(attachment);
  const type = spelled(attachment["type"]);
  const category = Object.hasOwn(ATTACHED, type) ? ATTACHED[type] : undefined;
  if (category) for (const block of blocks) kinds.set(block, category);
  return blocks;
}

function lastAnswer(path: Path): ChainEntry | undefined {
  return nodesOn(path).findLast(({ entry }) => modelOf(entry) !== undefined)?.entry;
}

/** What the API counted for the last answer: that is measured, and holds what the log does not. */
function measured(last: ChainEntry | undefined): string[] {
  const message = last?.["message"];
  const usage = isRecord(message) ? message["usage"] : undefined;
  const tokens = isRecord(usage) ? tokensOf(usage).all_input_tokens : 0;
  return tokens === 0
    ? []
    : [
        `Measured: the API counted ${tokens.toLocaleString("en-US")} tokens of input for the last answer, with all that was sent.`,
      ];
}
