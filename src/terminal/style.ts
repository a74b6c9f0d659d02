/** Colour and width of a terminal, if it is one. NO_COLOR and FORCE_COLOR have the last word. */
import { styleText } from "node:util";

/** What the views here paint with. */
export type Tint =
  | "dim"
  | "gray"
  | "bold"
  | "green"
  | "yellow"
  | "blue"
  | "cyan"
  | "red"
  | "magenta"
  | "inverse";

/** Paints text, or leaves it as it is where there is no colour. */
export type Paint = (tint: Tint, text: string) => string;

/** May this stream be written to in colour? */
export function colorWanted(stream: NodeJS.WriteStream): boolean {
  if (process.env["NO_COLOR"]) return false;
  const forced = process.env["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return stream.isTTY === true && process.env["TERM"] !== "dumb";
}

/** A painter for a stream with or without colour. */
export function painter(color: boolean): Paint {
  return color ? (tint, text) => styleText(tint, text, { validateStream: false }) : (_, text) => text;
}

/** The width of a terminal in cells; nothing for a pipe or a file, which have none. */
export function terminalWidth(stream: NodeJS.WriteStream): { width?: number } {
  return stream.isTTY && stream.columns > 0 ? { width: stream.columns } : {};
}
