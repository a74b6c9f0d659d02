/** The conversation's view without a terminal: told things, it is asked what stands on the screen. */

import type { HarnessEvent } from "#src/index.ts";
import { emptyEditor, type Key } from "#src/terminal/repl/editor.ts";
import type { Input } from "#src/terminal/repl/input.ts";
import { liveOf } from "#src/terminal/repl/live.ts";
import type { Row } from "#src/terminal/repl/rows.ts";
import { Screen, type Size } from "#src/terminal/repl/screen.ts";
import { beginning, type Effect, type ReplState } from "#src/terminal/repl/state.ts";
import { update } from "#src/terminal/repl/update.ts";
import { painter } from "#src/terminal/style.ts";

/** One view on a stage. Time passes only when it is told to. */
export class ReplStage {
  state: ReplState;
  now = 0;
  /** Rows that stand for good. */
  readonly rows: Row[] = [];
  readonly deeds: Exclude<Effect, { type: "show" }>[] = [];
  /** All that was written to the terminal. */
  bytes = "";
  #size: Size = { columns: 80, rows: 24 };
  readonly #screen = new Screen((bytes) => {
    this.bytes += bytes;
  }, painter(false));

  constructor(columns = 80, rows = 24, history: readonly string[] = []) {
    this.state = { ...beginning(history), editor: emptyEditor(history) };
    this.tell({ type: "size", columns, rows });
  }

  tell(input: Input): this {
    if (input.type === "size") this.#size = input;
    const { state, effects } = update(this.state, input, this.now);
    this.state = state;
    const rows = effects.flatMap((effect) => (effect.type === "show" ? effect.rows : []));
    this.rows.push(...rows);
    for (const effect of effects) if (effect.type !== "show") this.deeds.push(effect);
    if (effects.some(({ type }) => type === "clear")) this.#screen.clear();
    this.#screen.draw(rows, liveOf(this.state, this.now), this.#size);
    return this;
  }

  event(event: HarnessEvent): this {
    return this.tell({ type: "event", event });
  }

  /** Presses keys by name: `return`, `ctrl-c`, `shift-tab`. */
  press(...names: string[]): this {
    for (const name of names) this.tell({ type: "key", key: keyNamed(name) });
    return this;
  }

  type(text: string): this {
    for (const each of text) {
      this.tell({
        type: "key",
        key: { ...keyNamed(each === " " ? "space" : each.toLowerCase()), text: each },
      });
    }
    return this;
  }

  paste(text: string): this {
    return this.tell({ type: "key", key: { ...keyNamed("paste"), text } });
  }

  wait(ms: number): this {
    this.now += ms;
    return this;
  }

  /** What stands for good, as text. */
  get shown(): string {
    return this.rows.map(textOf).join("\n");
  }

  get liveRows(): readonly Row[] {
    return liveOf(this.state, this.now).rows;
  }

  /** The part that changes, as text. */
  get live(): string {
    return this.liveRows.map(textOf).join("\n");
  }

  /** The last deed, and no other since the last look. */
  deed(): Effect | undefined {
    return this.deeds.pop();
  }
}

/** A row as text. */
export function textOf(row: Row): string {
  return row.map(({ text }) => text).join("");
}

function keyNamed(name: string): Key {
  const [bare = ""] = name.split("-").slice(-1);
  const holds = (modifier: string) => name.startsWith(`${modifier}-`);
  const text = bare.length === 1 && !holds("ctrl") && !holds("meta") ? bare : "";
  return { name: bare, ctrl: holds("ctrl"), meta: holds("meta"), shift: holds("shift"), text };
}
