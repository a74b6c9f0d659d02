/**
 * Choosing one of a list at the terminal: a line to search by, the list, and what there is to say of the one that is pointed
 * at. All this is the library's; here it gets our rows, our colours, and a way out by Esc.
 */
import { emitKeypressEvents, type Interface } from "node:readline";
import search from "@inquirer/search";
import { ESCAPE_MS } from "../repl/keyboard.ts";
import { single } from "../repl/rows.ts";
import type { Terminal } from "../repl/terminal.ts";
import type { Paint } from "../style.ts";
import { type Asked, found, MOST_TOLD } from "./choices.ts";

/** Puts a list to the person; undefined where none was chosen. */
export type Picker = <T>(asked: Asked<T>) => Promise<T | undefined>;

const KEYS = "Type to search · ↑↓ · Enter chooses · Esc goes back";
/** Rows of the terminal that the list leaves to other things: the line, what is told of one, the keys, and spaces. */
const OTHERS = MOST_TOLD + 4;
/** A list is not higher, however high the terminal is. */
const MOST_ROWS = 16;
/** How the library says that nothing was chosen. */
const LEFT = new Set(["AbortPromptError", "ExitPromptError", "CancelPromptError"]);

/** Asks at a terminal whose keys and screen nobody else uses meanwhile. `signal` ends it, and so does the input's end. */
export function pickerAt(
  { input, output }: Pick<Terminal, "input" | "output">,
  paint: Paint,
  signal: AbortSignal,
): Picker {
  return async <T>(asked: Asked<T>) => {
    const left = new AbortController();
    const leave = () => left.abort();
    const hear = (_: unknown, { name, ctrl }: { readonly name?: string; readonly ctrl?: boolean }) => {
      // At Ctrl-D the library's line is closed, and nothing comes back from it any more.
      if (name === "escape" || (ctrl && name === "d")) leave();
    };
    // Whoever does this first says how long it is waited before Esc is Esc.
    emitKeypressEvents(input, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
    input.on("keypress", hear);
    input.once("end", leave);
    try {
      const at = { input, output, clearPromptOnDone: true, signal: AbortSignal.any([signal, left.signal]) };
      return await search<T>(shown(asked, paint, output), at);
    } catch (error) {
      if (error instanceof Error && LEFT.has(error.name)) return undefined;
      throw error;
    } finally {
      input.off("keypress", hear);
      input.off("end", leave);
    }
  };
}

function shown<T>(
  asked: Asked<T>,
  paint: Paint,
  output: Terminal["output"],
): Parameters<typeof search<T>>[0] {
  const { message, first, words } = asked;
  // As everywhere here the last column stays free.
  const width = (output.columns || 80) - 1;
  return {
    message: single(message, Math.floor(width / 2)),
    source: (searched) => found(asked, searched ?? "", width),
    pageSize: Math.max(3, Math.min(MOST_ROWS, (output.rows || 24) - OTHERS)),
    theme: {
      prefix: { idle: paint("yellow", "?"), done: "" },
      icon: { cursor: "❯" },
      style: {
        message: (text: string) => paint("bold", text),
        highlight: (text: string) => paint("cyan", text),
        searchTerm: (text: string) => paint("cyan", text),
        description: (text: string) => paint("gray", text),
        error: (text: string) => paint("red", text),
        keysHelpTip: () => paint("gray", single(KEYS, width)),
      },
    },
    ...(first !== undefined && { default: first as NoInfer<T> }),
    ...(words !== undefined && { initialValue: words }),
  };
}
