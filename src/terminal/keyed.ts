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
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

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
    const guarded = (run: () => void) => {
      try {
        run();
      } catch (error) {
        letGo();
        reject(error);
      }
    };
    const leave = () => {
      letGo();
      resolve();
    };
    const paint = () => output.write(`${CLEAR}${program.draw(state, output.rows)}`);
    const show = () => guarded(paint);
    const press = (key: Key) =>
      guarded(() => {
        const next = program.press(state, key, output.rows);
        if (next === undefined) return leave();
        state = next;
        return paint();
      });
    const endKeys = hearKeys(input, press, leave);
    const letGo = () => {
      output.off("resize", show);
      endKeys();
    };
    output.on("resize", show);
    show();
  });
}

/** A key as Node tells of it. */
interface Pressed {
  readonly name?: string;
  readonly ctrl?: boolean;
}

/**
 * Hears keys until what is returned is called: then the terminal is as before, as it is when the process ends in between.
 * `leave` is for Ctrl-C and Ctrl-D, and for the signals that end a process.
 */
export function hearKeys(input: NodeJS.ReadStream, press: (key: Key) => void, leave: () => void): () => void {
  const restore = () => input.setRawMode(false);
  const hear = (text: string | undefined, pressed: Pressed) => {
    const key = keyOf(text, pressed);
    if (key.ctrl && (key.name === "c" || key.name === "d")) leave();
    else press(key);
  };
  emitKeypressEvents(input);
  input.setRawMode(true);
  process.once("exit", restore);
  for (const signal of SIGNALS) process.once(signal, leave);
  input.on("keypress", hear);
  input.resume();
  return () => {
    input.off("keypress", hear);
    process.off("exit", restore);
    for (const signal of SIGNALS) process.off(signal, leave);
    restore();
    input.pause();
  };
}

/** A key as a program is told of it. */
function keyOf(text: string | undefined, { name, ctrl = false }: Pressed): Key {
  const typed = text !== undefined && !ctrl && /^[^\p{Cc}]+$/u.test(text) ? text : "";
  return { name: name ?? typed, text: typed, ctrl };
}
