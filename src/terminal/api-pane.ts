/**
 * LAYER 1 drawn: what a request holds, block by block; which part the API read from its cache; where the markers
 * stand; what came back.
 */
import { oneLine } from "../annex/log/one-line.ts";
import type { Block, MessagesRequest, Usage } from "../wire.ts";
import { describeBlock } from "./describe.ts";
import type { ApiView } from "./frames.ts";
import type { Labels } from "./labels.ts";
import type { Paint } from "./style.ts";

/** What the panes are drawn with. */
export interface Brush {
  readonly paint: Paint;
  readonly labels: Labels;
  /** The tokens of a part of a request, as the API that answered counts them; added up they are its `usage`. */
  readonly tokens: (part: unknown) => number;
}

/** One row of a request: a block, or the tool definitions together. */
interface Row {
  readonly part: string;
  readonly words: string;
  readonly tokens: number;
  readonly marked: boolean;
}

const MARK = "◆";
const FOLD_FROM = 5;
const PART_WIDTH = 10;
const TOKENS_WIDTH = 8;
const BAR_WIDTH = 40;

/** The rows of the API pane. */
export function apiPane({ number, request, response }: ApiView, brush: Brush): string[] {
  const { paint } = brush;
  const usage = response?.usage;
  const head = `POST /v1/messages · request ${number} · ${request.model}`;
  const sent = sentRows(rowsOf(request, brush), usage?.cache_read_input_tokens ?? 0, brush);
  if (!response || !usage) return [paint("bold", head), ...sent];
  const back = response.content.map((block) => paint("cyan", `← ${describeBlock(block)}`));
  const end = `← stop_reason ${response.stop_reason} · ${brush.labels.out(count(usage.output_tokens))}`;
  return [paint("bold", head), ...sent, ...usageRows(usage, brush), ...back, paint("cyan", end)];
}

function rowsOf(request: MessagesRequest, { tokens }: Brush): Row[] {
  const tools = request.tools.map((tool) => tool.name).join(", ");
  return [
    { part: "tools", words: tools, tokens: tokens([...request.tools]), marked: false },
    ...request.system.map((block) => ({ ...rowOf(block), part: "system", tokens: tokens(block) })),
    ...request.messages.flatMap(({ role, content }) =>
      content.map((block) => ({ ...rowOf(block), part: role, tokens: tokens({ role, content: [block] }) })),
    ),
  ];
}

function rowOf(block: Block): Pick<Row, "words" | "marked"> {
  return { words: describeBlock(block), marked: block["cache_control"] !== undefined };
}

/** Rows with their cache state; a long run of messages that were read from the cache is folded into one. */
function sentRows(rows: readonly Row[], read: number, brush: Brush): string[] {
  let sum = 0;
  const placed = rows.map((row) => {
    sum += row.tokens;
    return { row, cached: sum <= read };
  });
  const old = placed.filter(({ row, cached }) => cached && row.part !== "tools" && row.part !== "system");
  if (old.length < FOLD_FROM) return placed.map(({ row, cached }) => sentRow(row, cached, brush));
  const folded: Row = {
    part: "messages",
    words: brush.labels.asBefore(old.length),
    tokens: old.reduce((total, { row }) => total + row.tokens, 0),
    marked: false,
  };
  const first = placed.findIndex(({ row }) => row === old[0]?.row);
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
  return `${state} ${row.part.padEnd(PART_WIDTH)}${paint("dim", tokens)} ${marker} ${oneLine(row.words)}`;
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
