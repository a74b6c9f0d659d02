/** What changed from one request to the next, drawn. */

import { type RowBlock, TIERS } from "../../annex/cache/row.ts";
import { SETTINGS } from "../../annex/cache/settings.ts";
import { cutTo, oneLine } from "../../annex/log/one-line.ts";
import type { Block, MessagesRequest } from "../../wire.ts";
import { changeMark, count } from "../api-pane.ts";
import { describeBlock } from "../describe.ts";
import type { Pane } from "../panes.ts";
import type { StepBrush } from "./brush.ts";
import { type Piece, piecesOf } from "./difference.ts";
import type { Sent, Step } from "./step.ts";

/** How much is shown before the first character that differs, and from it on. */
const [BEFORE, FROM] = [16, 40];

/** The view: the request that was sent last against the one before it. */
export function diffView({ frame, sent }: Step, brush: StepBrush): Pane {
  const { words, paint } = brush;
  if (!sent) return { name: words.diff, rows: [paint("dim", words.notSent)] };
  const about = frame.api ? words.request(sent.number) : words.sentIn(sent.number, sent.step);
  const name = `${words.diff} · ${about}`;
  if (!sent.before) return { name, rows: [words.first] };
  return {
    name: `${name}, ${words.against(sent.against)}`,
    rows: rowsOf(sent.request, sent.before, { ...brush, model: sent.request.model }),
  };
}

/** Tokens are those of the model that is asked. */
interface DiffBrush extends StepBrush {
  readonly model: string;
}

function rowsOf(now: Sent["request"], before: MessagesRequest, brush: DiffBrush): string[] {
  const pieces = piecesOf(before, now);
  const rows = [...settingRows(before, now, brush), ...pieces.flatMap((piece) => pieceRows(piece, brush))];
  const isWhole = pieces.every(({ kind }) => kind === "same") && rows.length === pieces.length;
  return isWhole ? [...rows, brush.paint("dim", brush.words.nothingChanged)] : rows;
}

/** The model, and what else a cached prefix depends on. */
function settingRows(before: MessagesRequest, now: MessagesRequest, { words, paint }: StepBrush): string[] {
  const all = [
    ["model", ({ model }: MessagesRequest) => model] as const,
    ...TIERS.flatMap((tier) => SETTINGS[tier]),
  ];
  return all.flatMap(([name, value]) => {
    const [was, is] = [before, now].map((request) => JSON.stringify(value(request as never)) ?? "-");
    return was === is ? [] : [`${changeMark("~", paint)} ${words.setting} ${name}: ${was} → ${is}`];
  });
}

function pieceRows(piece: Piece, brush: DiffBrush): string[] {
  const { words, paint } = brush;
  if (piece.kind === "same") {
    const tokens = count(piece.blocks.reduce((sum, block) => sum + tokensOf(block, brush), 0));
    const told = piece.isBehind ? words.sameBehind : words.same;
    return [paint("dim", `= ${told(piece.blocks.length, tokens)}`)];
  }
  if (piece.kind !== "changed") return [blockRow(piece.kind === "added" ? "+" : "-", piece.block, brush)];
  const { at, was, is } = firstCharacter(piece.was, piece.block);
  return [
    blockRow("~", piece.block, brush),
    `    ${words.differs(at + 1)}`,
    `    ${changeMark("-", paint)} ${words.was} ${was}`,
    `    ${changeMark("+", paint)} ${words.is} ${is}`,
  ];
}

function blockRow(mark: string, block: RowBlock, brush: DiffBrush): string {
  const tokens = brush.paint("dim", count(tokensOf(block, brush)).padStart(6));
  return `${changeMark(mark, brush.paint)} ${placeOf(block).padEnd(24)} ${tokens}  ${oneLine(saidBy(block))}`;
}

/** As a path into the request. */
function placeOf({ tier, at, block }: RowBlock): string {
  return tier === "messages" ? `messages[${at}].content[${block}]` : `${tier}[${at}]`;
}

function saidBy({ tier, role, content }: RowBlock): string {
  if (tier === "tools") return String(content["name"]);
  const said = describeBlock(content as Block);
  return role === undefined ? said : `${role} ${said}`;
}

function tokensOf({ tier, role, content }: RowBlock, { tokens, model }: DiffBrush): number {
  if (tier === "tools") return content["defer_loading"] === true ? 0 : tokens([content], model);
  return tokens(role === undefined ? content : { role, content: [content] }, model);
}

/** Where two blocks part, in the words that both say or, where these are the same, in their JSON. */
function firstCharacter(one: RowBlock, other: RowBlock): { at: number; was: string; is: string } {
  const [said, says] = [wordsOf(one), wordsOf(other)];
  const [was, is] = said === says ? [one, other].map(({ content }) => JSON.stringify(content)) : [said, says];
  const [a, b] = [was ?? "", is ?? ""];
  let at = 0;
  while (at < a.length && a[at] === b[at]) at += 1;
  const around = (text: string) => {
    const begins = Math.max(0, at - BEFORE);
    return `"${begins > 0 ? "…" : ""}${oneLine(text.slice(begins, at + FROM))}${text.length > at + FROM ? "…" : ""}"`;
  };
  return { at, was: cutTo(around(a), BEFORE + FROM + 6), is: cutTo(around(b), BEFORE + FROM + 6) };
}

function wordsOf({ content }: RowBlock): string {
  const { text, thinking, content: result, description } = content;
  const words = [text, thinking, result, description].find((each) => typeof each === "string");
  return typeof words === "string" ? words : JSON.stringify(content);
}
