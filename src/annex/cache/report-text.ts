/** A cache report as a person reads it: a line a request, then the cards; and in a conversation one line a turn. */
import { oneLine, widthOf } from "../log/one-line.ts";
import { dollars } from "../log/usage/prices.ts";
import type { Tokens } from "../log/usage/tokens.ts";
import type { CacheReport, ConversationReport, RequestRow } from "./report.ts";
import { CACHE_WORDS, type CacheWords, tellCard } from "./words.ts";

/** The report as text, without a newline at its end. */
export function printCacheReport(
  { conversations, total }: CacheReport,
  words: CacheWords = CACHE_WORDS.en,
): string {
  if (total.requests === 0) return words.nothing;
  const unpriced = total.requests_without_price;
  const sum = [
    words.total(total.requests, amounts(total, words), dollars(total.cost_usd)),
    unpriced > 0 ? words.unpriced(unpriced) : "",
    total.paid_again_usd > 0 ? words.paidAgain(dollars(total.paid_again_usd)) : "",
    words.end,
  ];
  return [
    ...conversations.flatMap((conversation) => conversationText(conversation, words)),
    sum.join(""),
    words.share(share(total)),
  ].join("\n");
}

function conversationText({ agent, basis, requests }: ConversationReport, words: CacheWords): string[] {
  const { head } = words;
  const cells = [head, ...requests.map(cellsOf)];
  const widths = head.map((_, column) =>
    cells.reduce((widest, row) => Math.max(widest, widthOf(row[column] ?? "")), 0),
  );
  const last = head.length - 1;
  const [title = "", ...lines] = cells.map((row) =>
    row.map((cell, at) => (at === last ? cell : toTheRight(cell, widths[at] ?? 0))).join("  "),
  );
  return [
    ...(agent === null ? [] : [words.agent(oneLine(agent))]),
    title,
    "─".repeat(widthOf(title)),
    ...lines,
    "",
    ...requests.flatMap((row) => cardText(row, words)),
    words.bases[basis],
    "",
  ];
}

function toTheRight(cell: string, width: number): string {
  return " ".repeat(Math.max(0, width - widthOf(cell))) + cell;
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

function cardText(row: RequestRow, words: CacheWords): string[] {
  if (!row.card) return [];
  const { what, cost, todo } = tellCard(row.card, words);
  return [`${row.number}  ${headOf(row)}`, `   ${oneLine(what)} ${cost}`, `   ${todo}`, ""];
}

/** One line for the requests of a turn; undefined where none was answered. */
export function cacheLine(
  rows: readonly RequestRow[],
  words: CacheWords = CACHE_WORDS.en,
): string | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const total = {
    cache_read_input_tokens: added(rows, (row) => row.cache_read_input_tokens),
    cache_creation_input_tokens: added(rows, (row) => row.cache_creation_input_tokens),
    input_tokens: added(rows, (row) => row.input_tokens),
  };
  const isKnown = rows.every(({ cost_usd }) => cost_usd !== null);
  const cost = dollars(isKnown ? added(rows, (row) => row.cost_usd ?? 0) : null);
  const cards = rows.flatMap(({ card }) => {
    if (!card) return [];
    const told = tellCard(card, words);
    return [`${card.kind}: ${oneLine(told.what)} ${told.cost}`];
  });
  return [`· ${words.turn}: ${amounts(total, words)} · ${cost}`, ...new Set(cards)].join(" · ");
}

type Amounts = Pick<Tokens, "cache_read_input_tokens" | "cache_creation_input_tokens" | "input_tokens">;

function amounts(of: Amounts, words: CacheWords): string {
  const { cache_read_input_tokens: read, cache_creation_input_tokens: written, input_tokens: fresh } = of;
  return words.amounts(counted(read), counted(written), counted(fresh));
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
