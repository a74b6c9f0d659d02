/** A tool call in a few rows: what was asked, whether it went well, how long it took, how its result begins. */
import { widthOf } from "../../annex/log/one-line.ts";
import { isRecord, type ToolResultBlock, type ToolUseBlock } from "../../wire.ts";
import type { Tint } from "../style.ts";
import { changeRows } from "./changes.ts";
import { cutRow, fold, type Row, single } from "./rows.ts";

/** Rows of a result that a card shows. */
const RESULT_ROWS = 5;
/** Rows of the reason why a call failed. */
const FAULT_ROWS = 8;
/** What of an input is shown, the first of these that is there. */
const TELLING = ["command", "file_path", "pattern", "path", "subject", "description", "prompt"] as const;
// biome-ignore lint/suspicious/noControlCharactersInRegex: colours that a command has written are what is looked for.
const COLOURS = /\x1b\[[\d;]*m/g;

/** The input of a call in one line. */
export function shortInput({ input }: ToolUseBlock): string {
  if (!isRecord(input)) return "";
  const telling = TELLING.find((name) => typeof input[name] === "string");
  if (telling) return String(input[telling]);
  return Object.keys(input).length === 0 ? "" : JSON.stringify(input);
}

/** The card of a call that is done. */
export function cardOf(call: ToolUseBlock, result: ToolResultBlock, elapsedMs: number, width: number): Row[] {
  const failed = result.is_error === true;
  const mark = failed ? ({ text: "✗", tint: "red" } as const) : ({ text: "✓", tint: "green" } as const);
  const time = seconds(elapsedMs);
  const name = single(call.name, width - time.length - 5);
  const room = width - widthOf(name) - time.length - 6;
  const words = room > 4 ? single(shortInput(call), room) : "";
  const head: Row = [
    mark,
    { text: ` ${name}`, tint: "bold" },
    { text: words === "" ? "" : ` ${words}` },
    { text: ` · ${time}`, tint: "gray" },
  ];
  const changed = failed ? [] : changeRows(call, width);
  return [head, ...(failed ? faultRows : resultRows)(wordsOf(result), width), ...changed];
}

/** A time as a person says it. */
export function seconds(ms: number): string {
  if (ms < 10_000) return `${(Math.max(0, ms) / 1000).toFixed(1)} s`;
  const whole = Math.floor(ms / 1000);
  return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** The first lines, each cut to one row. */
function resultRows(text: string, width: number): Row[] {
  const lines = text.split("\n");
  const rows = under(
    lines.slice(0, RESULT_ROWS).map((line) => cutRow(line, width - 4)),
    "gray",
  );
  const more = lines.length - RESULT_ROWS;
  const told = `    … ${more} more ${more === 1 ? "line" : "lines"}`;
  return more > 0 ? [...rows, [{ text: told, tint: "gray" }]] : rows;
}

/** Why it failed: its first lines whole, because the end of a line often says what to do. */
function faultRows(text: string, width: number): Row[] {
  const most = FAULT_ROWS * width;
  const pieces = fold(text.slice(0, most), width - 4);
  const rows = under(
    pieces.slice(0, FAULT_ROWS).map((piece) => piece.trimEnd()),
    "red",
  );
  const isCut = pieces.length > FAULT_ROWS || text.length > most;
  return isCut ? [...rows, [{ text: "    …", tint: "gray" }]] : rows;
}

function under(rows: readonly string[], tint: Tint): Row[] {
  return rows.map((text, index) => [
    { text: index === 0 ? "  ⎿ " : "    ", tint: "gray" },
    { text, tint },
  ]);
}

function wordsOf({ content }: ToolResultBlock): string {
  const text =
    typeof content === "string"
      ? content
      : (content ?? [])
          .map((block) => String(block["text"] ?? block["tool_name"] ?? `[${block.type}]`))
          .join("\n");
  return text.replace(COLOURS, "").replace(/\r\n?/g, "\n").trimEnd();
}
