/** The view at work: what it is told changes its state, what it shows goes to the screen, the rest is done by others. */
import type { Paint } from "../style.ts";
import type { Input } from "./input.ts";
import { listen } from "./keyboard.ts";
import { liveOf } from "./live.ts";
import type { Row } from "./rows.ts";
import { Screen } from "./screen.ts";
import { beginning, type Effect, type ReplState } from "./state.ts";
import type { Terminal } from "./terminal.ts";
import { update } from "./update.ts";

/** How often what runs is drawn anew. */
const BEAT_MS = 100;

/** What the view cannot do by itself. */
export type Deed = Exclude<Effect, { type: "show" | "suspend" | "clear" }>;

/** The view on one terminal. */
export class View {
  readonly #terminal: Terminal;
  readonly #screen: Screen;
  readonly #does: (deed: Deed) => void;
  #state: ReplState;
  #rows: Row[] = [];
  #isDue = false;
  #isOpen = false;
  #isOver = false;
  #stopListening: (() => void) | undefined;
  #stopBeat: (() => void) | undefined;

  constructor(terminal: Terminal, paint: Paint, history: readonly string[], does: (deed: Deed) => void) {
    this.#terminal = terminal;
    this.#screen = new Screen((bytes) => terminal.output.write(bytes), paint);
    this.#does = does;
    this.#state = beginning(history);
  }

  /** Takes the screen and the keys. */
  open(): void {
    if (this.#isOpen || this.#isOver) return;
    this.#isOpen = true;
    this.#stopListening = listen(this.#terminal.input, (key) => this.tell({ type: "key", key }));
    this.#screen.open();
    this.resized();
  }

  /** Shows what is still to be shown, and gives the screen and the keys back for good. */
  close(): void {
    this.#release();
    this.#isOver = true;
  }

  /** The terminal has another size. */
  resized(): void {
    const { columns, rows } = this.#terminal.output;
    this.tell({ type: "size", columns, rows });
  }

  /** Tells it something. It is drawn once all that comes at the same time has been told. */
  tell(input: Input): void {
    const { state, effects } = update(this.#state, input, this.#terminal.now());
    this.#state = state;
    for (const effect of effects) {
      if (effect.type === "show") this.#rows.push(...effect.rows);
      else if (effect.type === "clear") this.#screen.clear();
      else if (effect.type === "suspend") this.#suspend();
      else this.#does(effect);
    }
    this.#keepBeat();
    if (this.#isDue) return;
    this.#isDue = true;
    queueMicrotask(() => this.#draw());
  }

  /** Somebody else has the screen and the keys for a while; what is told meanwhile is shown afterwards. */
  async lend<T>(use: () => Promise<T>): Promise<T> {
    this.#release();
    try {
      return await use();
    } finally {
      this.open();
    }
  }

  /** The terminal is the shell's until the person comes back; what is told meanwhile is shown then. */
  #suspend(): void {
    this.#release();
    this.#terminal.suspend(() => this.open());
  }

  #release(): void {
    if (!this.#isOpen) return;
    this.#draw();
    this.#isOpen = false;
    this.#stopBeat?.();
    this.#stopBeat = undefined;
    this.#screen.close(this.#terminal.output.columns);
    this.#stopListening?.();
  }

  #draw(): void {
    this.#isDue = false;
    if (!this.#isOpen) return;
    const rows = this.#rows;
    this.#rows = [];
    this.#screen.draw(rows, liveOf(this.#state, this.#terminal.now()), this.#terminal.output);
  }

  /** Time passes on the screen only while something runs. */
  #keepBeat(): void {
    const { turn, btw } = this.#state;
    const isWaiting = turn !== undefined || (btw !== undefined && btw.answer === undefined);
    if (!isWaiting || !this.#isOpen) {
      this.#stopBeat?.();
      this.#stopBeat = undefined;
    } else this.#stopBeat ??= this.#terminal.every(BEAT_MS, () => this.#draw());
  }
}
