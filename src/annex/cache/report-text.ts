/** A cache report as a person reads it: a line a request, then the cards; and in a conversation one line a turn. */
import { oneLine } from "../log/one-line.ts";
import { dollars } from "../log/usage/prices.ts";
import type { Tokens } from "../log/usage/tokens.ts";
import type { Basis } from "./exchange.ts";
import type { CacheReport, ConversationReport, RequestRow } from "./report.ts";

const BASES: Readonly<Record<Basis, string>> = {
  sent: "The causes are found in the requests as they were sent.",
  rebuilt:
    "The requests are rebuilt from the log. Tools, system prompt and memory files are not in it: its digests tell whether they changed, not where.",
  estimated:
    "The requests are estimated: this log, or a part of it, is another client's, and does not hold tools, system prompt, memory files, nor how the model was asked. What changed there has the cause unknown.",
};

/** The report as text, without a newline at its end. */
export function printCacheReport({ conversations, total }: CacheReport): string {
  if (total.requests === 0) return "No request was answered in this session, so there is nothing to tell.";
  const paid =
    total.paid_again_usd > 0 ? `; ${dollars(total.paid_again_usd)} of it for what the cards tell` : "";
  const unpriced = total.requests_without_price;
  const unknown = unpriced > 0 ? ` (and ${unpriced} whose price is not known)` : "";
  const requests = `${total.requests} ${total.requests === 1 ? "request" : "requests"}`;
  return [
    ...conversations.flatMap(conversationText),
    `In all: ${requests}, ${amounts(total)}, ${dollars(total.cost_usd)}${unknown}${paid}.`,
    `${share(total)} of all input was read from the cache.`,
  ].join("\n");
}

function conversationText({ agent, basis, requests }: ConversationReport): string[] {
  const head = ["#", "time", "read", "written", "fresh", "out", "cost", "why not all was read"];
  const cells = [head, ...requests.map(cellsOf)];
  const widths = head.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, row[column]?.length ?? 0), 0),
  );
  const last = head.length - 1;
  const [title = "", ...lines] = cells.map((row) =>
    row.map((cell, at) => (at === last ? cell : cell.padStart(widths[at] ?? 0))).join("  "),
  );
  return [
    ...(agent === null ? [] : [`Agent ${oneLine(agent)}`]),
    title,
    "─".repeat(title.length),
    ...lines,
    "",
    ...requests.flatMap(cardText),
    BASES[basis],
    "",
  ];
}

function cellsOf(row: RequestRow): string[] {
  const time = /T(\d\d:\d\d:\d\d)/.exec(row.time)?.[1] ?? "";
  const counts = [
    row.cache_read_input_tokens,
    row.cache_creation_input_tokens,
    row.input_tokens,
    row.output_tokens,
  ];
  return [String(row.number), time, ...counts.map(counted), dollars(row.cost_usd), headOf(row)];
}

/** The card's kind and place. */
function headOf({ card }: RequestRow): string {
  return card ? [card.kind, oneLine(card.place ?? "")].filter((part) => part !== "").join(": ") : "";
}

function cardText(row: RequestRow): string[] {
  const { card } = row;
  if (!card) return [];
  return [`${row.number}  ${headOf(row)}`, `   ${oneLine(card.what)} ${card.cost}`, `   ${card.todo}`, ""];
}

/** One line for the requests of a turn; undefined where none was answered. */
export function cacheLine(rows: readonly RequestRow[]): string | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const total = {
    cache_read_input_tokens: added(rows, (row) => row.cache_read_input_tokens),
    cache_creation_input_tokens: added(rows, (row) => row.cache_creation_input_tokens),
    input_tokens: added(rows, (row) => row.input_tokens),
  };
  const isKnown = rows.every(({ cost_usd }) => cost_usd !== null);
  const cost = dollars(isKnown ? added(rows, (row) => row.cost_usd ?? 0) : null);
  const cards = rows.flatMap(({ card }) =>
    card ? [`${card.kind}: ${oneLine(card.what)} ${card.cost}`] : [],
  );
  return [`· cache: ${amounts(total)} · ${cost}`, ...new Set(cards)].join(" · ");
}

type Amounts = Pick<Tokens, "cache_read_input_tokens" | "cache_creation_input_tokens" | "input_tokens">;

function amounts(of: Amounts): string {
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written, input_tokens: fresh } = of;
  return `${counted(read)} read, ${counted(written)} written, ${counted(fresh)} fresh`;
}

function share({ cache_read_input_tokens: read, all_input_tokens: all }: Tokens): string {
  return all === 0 ? "0 %" : `${((read / all) * 100).toFixed(1)} %`;
}

function added(rows: readonly RequestRow[], of: (row: RequestRow) => number): number {
  return rows.reduce((total, row) => total + of(row), 0);
}

function counted(number: number): string {
  return number.toLocaleString("en-US");
}
