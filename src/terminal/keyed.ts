/** A program of keys and a screen: what is shown is a function of a state, and each key leads to the next state. */
import { emitKeypressEvents } from "node:readline";

/** A key that was pressed. */
export interface Key {
  /** Its name (`left`, `return`, `a`), or the character that it types. */
  readonly name: string;
  /** What it types; empty where it types nothing. */
  readonly text: string;
  readonly ctrl: boolean;
}

/** Such a program. */
export interface Keyed<State> {
  readonly start: State;
  /** The whole screen; drawn again after each key, and when the terminal has another size. */
  readonly draw: (state: State, rows: number) => string;
  /** Where a key leads; undefined where it ends the program. */
  readonly press: (state: State, key: Key, rows: number) => State | undefined;
}

const CLEAR = "\x1b[H\x1b[2J";
const SIGNALS = ["SIGTERM", "SIGHUP"] as const;

/**
 * Runs it until it ends, or Ctrl-C or Ctrl-D is pressed. The terminal is as before when this settles, and when the process
 * ends in between. What stood on the screen before stays where the terminal keeps it. Throws what `draw` and `press` throw.
 */
export function runKeyed<State>(
  program: Keyed<State>,
  input: NodeJS.ReadStream,
  output: NodeJS.WriteStream,
): Promise<void> {
  return new Promise((resolve, reject) => {
    let state = program.start;
    const restore = () => input.setRawMode(false);
    const letGo = () => {
      input.off("keypress", press);
      output.off("resize", show);
      process.off("exit", restore);
      for (const signal of SIGNALS) process.off(signal, leave);
      restore();
      input.pause();
    };
    const leave = () => {
      letGo();
      resolve();
    };
    const guarded = (run: () => void) => {
      try {
        run();
      } catch (error) {
        letGo();
        reject(error);
      }
    };
    const paint = () => output.write(`${CLEAR}${program.draw(state, output.rows)}`);
    const show = () => guarded(paint);
    const press = (text: string | undefined, key: { name?: string; ctrl?: boolean }) =>
      guarded(() => {
        const pressed = keyOf(text, key);
        if (pressed.ctrl && (pressed.name === "c" || pressed.name === "d")) return leave();
        const next = program.press(state, pressed, output.rows);
        if (next === undefined) return leave();
        state = next;
        return paint();
      });
    emitKeypressEvents(input);
    input.setRawMode(true);
    process.once("exit", restore);
    for (const signal of SIGNALS) process.once(signal, leave);
    input.on("keypress", press);
    output.on("resize", show);
    input.resume();
    show();
  });
}

/** A key as a program is told of it. */
function keyOf(text: string | undefined, { name, ctrl = false }: { name?: string; ctrl?: boolean }): Key {
  const typed = text !== undefined && !ctrl && /^[^\p{Cc}]+$/u.test(text) ? text : "";
  return { name: name ?? typed, text: typed, ctrl };
}
