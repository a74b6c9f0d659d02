/**
 * LAYER 1 drawn: what a request holds, block by block; which part the API read from its cache; where the markers
 * stand; what came back.
 */
import { oneLine } from "../annex/log/one-line.ts";
import type { Block, MessagesRequest, Role, Usage } from "../wire.ts";
import { describeBlock } from "./describe.ts";
import type { ApiView } from "./frames.ts";
import type { Labels } from "./labels.ts";
import type { Paint } from "./style.ts";

/** What the panes are drawn with. */
export interface Brush {
  readonly paint: Paint;
  readonly labels: Labels;
  /** The tokens of a part of a request to a model, as the API that answered counts them; added up they are its `usage`. */
  readonly tokens: (part: unknown, model: string) => number;
}

/** One row of a request: a block, or the tool definitions together. */
interface Row {
  readonly part: string;
  readonly words: string;
  readonly tokens: number;
  readonly marked: boolean;
  /** Against the request before: empty where there is nothing to compare it with. */
  readonly change: "" | " " | "+" | "~";
}

const MARK = "◆";
const FOLD_FROM = 5;
/** The parts of a row whose blocks are many, and mostly known. */
const FOLDED: ReadonlySet<string> = new Set<Role>(["user", "assistant"]);
const PART_WIDTH = 10;
const TOKENS_WIDTH = 8;
const BAR_WIDTH = 40;

/** The rows of the API pane. */
export function apiPane({ number, request, response, before }: ApiView, brush: Brush): string[] {
  const { paint } = brush;
  const usage = response?.usage;
  const head = `POST /v1/messages · request ${number} · ${request.model}`;
  const rows = before === undefined ? rowsOf(request, brush) : compared(request, before, brush);
  const sent = sentRows(rows, usage?.cache_read_input_tokens ?? 0, brush);
  if (!response || !usage) return [paint("bold", head), ...sent];
  const back = response.content.map((block) => paint("cyan", `← ${describeBlock(block)}`));
  const end = `← stop_reason ${response.stop_reason} · ${brush.labels.out(count(usage.output_tokens))}`;
  return [paint("bold", head), ...sent, ...usageRows(usage, brush), ...back, paint("cyan", end)];
}

/** The rows, and in which of them stands something else than in the request before. */
function compared(request: MessagesRequest, before: MessagesRequest | null, brush: Brush): Row[] {
  const [old, now] = [before ? contentsOf(before) : [], contentsOf(request)];
  return rowsOf(request, brush).map((row, at) => ({
    ...row,
    change: now[at] === old[at] ? " " : at < old.length ? "~" : "+",
  }));
}

/** What stands in each row, without markers, which move from request to request. */
function contentsOf({ tools, system, messages }: MessagesRequest): string[] {
  const bare = ({ cache_control: _, ...block }: Block, role = "") => `${role}${JSON.stringify(block)}`;
  return [
    JSON.stringify(tools),
    ...system.map((block) => bare(block)),
    ...messages.flatMap(({ role, content }) => content.map((block) => bare(block, role))),
  ];
}

function rowsOf(request: MessagesRequest, brush: Brush): Row[] {
  const tokens = (part: unknown) => brush.tokens(part, request.model);
  const tools = request.tools.map((tool) => tool.name).join(", ");
  // One that is deferred costs nothing until it is found (D-17).
  const read = request.tools.filter((tool) => !tool.defer_loading);
  return [
    { part: "tools", words: tools, tokens: tokens(read), marked: false, change: "" },
    ...request.system.map((block) => ({ ...rowOf(block), part: "system", tokens: tokens(block) })),
    ...request.messages.flatMap(({ role, content }) =>
      content.map((block) => ({ ...rowOf(block), part: role, tokens: tokens({ role, content: [block] }) })),
    ),
  ];
}

function rowOf(block: Block): Pick<Row, "words" | "marked" | "change"> {
  return { words: describeBlock(block), marked: block["cache_control"] !== undefined, change: "" };
}

/** Rows with their cache state; a long run of messages that were read from the cache is folded into one. */
function sentRows(rows: readonly Row[], read: number, brush: Brush): string[] {
  let sum = 0;
  const placed = rows.map((row) => {
    sum += row.tokens;
    return { row, cached: sum <= read };
  });
  const isOld = ({ row, cached }: (typeof placed)[number]) =>
    cached && FOLDED.has(row.part) && row.change.trim() === "";
  const first = placed.findIndex(isOld);
  const behind = placed.findIndex((each, at) => at > first && !isOld(each));
  const old = first === -1 ? [] : placed.slice(first, behind === -1 ? placed.length : behind);
  if (old.length < FOLD_FROM) return placed.map(({ row, cached }) => sentRow(row, cached, brush));
  const folded: Row = {
    part: "messages",
    words: brush.labels.asBefore(old.length),
    tokens: old.reduce((total, { row }) => total + row.tokens, 0),
    marked: false,
    change: old[0]?.row.change ?? "",
  };
  return [
    ...placed.slice(0, first).map(({ row, cached }) => sentRow(row, cached, brush)),
    sentRow(folded, true, brush),
    ...placed.slice(first + old.length).map(({ row, cached }) => sentRow(row, cached, brush)),
  ];
}

function sentRow(row: Row, cached: boolean, { paint }: Brush): string {
  const state = cached ? paint("green", "▓") : paint("yellow", "░");
  const marker = row.marked ? paint("magenta", MARK) : " ";
  const tokens = count(row.tokens).padStart(TOKENS_WIDTH);
  const words = `${state} ${row.part.padEnd(PART_WIDTH)}${paint("dim", tokens)} ${marker} ${oneLine(row.words)}`;
  return row.change === "" ? words : `${changeMark(row.change, paint)} ${words}`;
}

/** How what is new, or not the same, is marked. */
export function changeMark(change: string, paint: Paint): string {
  return change === " "
    ? change
    : paint(change === "+" ? "green" : change === "~" ? "yellow" : "red", change);
}

function usageRows(usage: Usage, { paint, labels }: Brush): string[] {
  const { input_tokens: fresh, cache_creation_input_tokens: written, cache_read_input_tokens: read } = usage;
  const all = fresh + written + read;
  const filled = all === 0 ? 0 : Math.round((read / all) * BAR_WIDTH);
  const bar = paint("green", "▓".repeat(filled)) + paint("yellow", "░".repeat(BAR_WIDTH - filled));
  return [
    bar,
    `${labels.read} ${paint("green", count(read))} + ${labels.written} ${paint("yellow", count(written))} + ${labels.fresh} ${count(fresh)} = ${labels.allInput} ${count(all)}`,
  ];
}

/** A number of tokens with its thousands apart. */
export function count(tokens: number): string {
  return tokens.toLocaleString("en-US");
}
