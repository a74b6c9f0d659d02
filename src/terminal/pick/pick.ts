/**
 * Choosing one of a list at the terminal: a line to search by, the list, and what there is to say of the one that is pointed
 * at. All this is the library's; here it gets our rows, our colours, and a way out by Esc.
 */
import { emitKeypressEvents, type Interface } from "node:readline";
import search from "@inquirer/search";
import { widthOf } from "../../annex/log/one-line.ts";
import { ESCAPE_MS } from "../repl/keyboard.ts";
import { single } from "../repl/rows.ts";
import type { Terminal } from "../repl/terminal.ts";
import type { Paint } from "../style.ts";
import { type Asked, found, MOST_TOLD } from "./choices.ts";
import { Veil } from "./veil.ts";

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
      const ended = AbortSignal.any([signal, left.signal]);
      for (let now: Asked<T> = asked; ; ) {
        const outcome = await pickedOnce(now, { input, output }, paint, ended);
        if ("value" in outcome) return outcome.value;
        now = { ...asked, ...outcome };
      }
    } catch (error) {
      if (error instanceof Error && LEFT.has(error.name)) return undefined;
      throw error;
    } finally {
      input.off("keypress", hear);
      input.off("end", leave);
    }
  };
}

/** What was chosen; or, where the terminal is of another size now, what was pointed at and searched for. */
type Outcome<T> = { readonly value: T } | { readonly first: T | undefined; readonly words: string };

/** The library lays its list out for one size, so at another one it is wiped away and put anew. */
async function pickedOnce<T>(
  asked: Asked<T>,
  { input, output }: Pick<Terminal, "input" | "output">,
  paint: Paint,
  ended: AbortSignal,
): Promise<Outcome<T>> {
  const resized = new AbortController();
  const veil = new Veil(output);
  let { first, words = "" } = asked;
  let isResized = false;
  const list = shown(asked, paint, output);
  const resize = () => {
    const header = widthOf(`? ${list.message} ${words}`);
    output.write(wipedFrom(Math.floor(header / (output.columns || 80))));
    veil.drop();
    isResized = true;
    // The library says what it points at when Enter is pressed, and only then. Nothing is chosen by this one.
    input.emit("keypress", "\r", { name: "return" });
    resized.abort();
  };
  output.once("resize", resize);
  try {
    const value = await search<T>(
      {
        ...list,
        source: (searched) => {
          // At the Enter that is none, the library would go on to search for what it points at.
          if (!isResized) words = searched ?? "";
          return found(asked, searched ?? "", widthOfList(output));
        },
        validate: (pointed) => {
          if (isResized) first = pointed;
          return !isResized;
        },
      },
      { input, output: veil, clearPromptOnDone: true, signal: AbortSignal.any([ended, resized.signal]) },
    );
    return { value };
  } catch (error) {
    if (isResized && !ended.aborted) return { first, words };
    throw error;
  } finally {
    output.off("resize", resize);
  }
}

/** Away with all from so many rows above the cursor on. */
function wipedFrom(above: number): string {
  return `${above > 0 ? `\x1b[${above}A` : ""}\r\x1b[J`;
}

/** As everywhere here the last column stays free. */
function widthOfList({ columns }: Terminal["output"]): number {
  return (columns || 80) - 1;
}

/** How a list looks. */
function shown<T>(
  asked: Asked<T>,
  paint: Paint,
  output: Terminal["output"],
): Omit<Parameters<typeof search<T>>[0], "source"> {
  const { message, first, words } = asked;
  const width = widthOfList(output);
  return {
    message: single(message, Math.floor(width / 2)),
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
