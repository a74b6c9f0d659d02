/** A bar that says how far a long work is. On what is not a terminal there is none. */
import { cutTo, oneLine } from "../../annex/log/one-line.ts";
import { terminalWidth } from "../style.ts";

/** How far it is. */
export interface Progress {
  /** So much of the whole is done, and this is at work now. */
  at(done: number, what: string): void;
  /** Takes the bar away, so that something else can be printed in its line. */
  clear(): void;
}

const CELLS = 24;
/** Milliseconds between two drawings. */
const PAUSE = 100;
const ERASE = "\r\u001b[2K";

/** A bar on this stream for a work of `whole` units. */
export function progressOn(
  stream: NodeJS.WriteStream,
  whole: number,
  now: () => number = Date.now,
  term = process.env["TERM"],
): Progress {
  if (!stream.isTTY || term === "dumb") return { at: () => {}, clear: () => {} };
  let drawn = now();
  let isShown = false;
  return {
    at: (done, what) => {
      if (now() - drawn < PAUSE) return;
      drawn = now();
      isShown = true;
      stream.write(`${ERASE}${barOf(done / Math.max(1, whole), what, terminalWidth(stream).width ?? 80)}`);
    },
    clear: () => {
      if (isShown) stream.write(ERASE);
      isShown = false;
    },
  };
}

function barOf(share: number, what: string, width: number): string {
  const full = Math.max(0, Math.min(CELLS, Math.floor(share * CELLS)));
  const percent = `${Math.max(0, Math.min(100, Math.floor(share * 100)))}`.padStart(3);
  const bar = `${"█".repeat(full)}${"·".repeat(CELLS - full)} ${percent} %  `;
  // The last column stays free: a terminal that breaks the line there would leave every drawing standing.
  return `${bar}${cutTo(oneLine(what), Math.max(0, width - bar.length - 1))}`;
}
