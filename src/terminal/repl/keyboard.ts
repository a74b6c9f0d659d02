/** Keys from a terminal. */
import { emitKeypressEvents, type Interface } from "node:readline";
import type { Key } from "./editor.ts";

/** How long it is waited for the rest of a sequence before Esc is Esc. Milliseconds. */
export const ESCAPE_MS = 40;

const TWICE_ESCAPED = "\x1b\x1b";

interface Pressed {
  readonly name?: string;
  readonly sequence?: string;
  readonly ctrl?: boolean;
  readonly meta?: boolean;
  readonly shift?: boolean;
}

/** Hears keys; a pasted text is one. Returns what ends it. */
export function listen(input: NodeJS.ReadStream, hear: (key: Key) => void): () => void {
  let pasted: string | undefined;
  const press = (typed: string | undefined, pressed: Pressed) => {
    if (pressed.name === "paste-start") pasted = "";
    else if (pressed.name === "paste-end") {
      hear({ name: "paste", ctrl: false, meta: false, shift: false, text: pasted ?? "" });
      pasted = undefined;
    } else if (pasted !== undefined) pasted += pressed.sequence ?? typed ?? "";
    else {
      const key = keyOf(typed, pressed);
      hear(key);
      // Pressed twice in short order it comes as one.
      if (pressed.sequence === TWICE_ESCAPED) hear(key);
    }
  };
  // Only this one property of an interface is looked at.
  emitKeypressEvents(input, { escapeCodeTimeout: ESCAPE_MS } as unknown as Interface);
  input.on("keypress", press);
  input.setRawMode(true);
  input.resume();
  return () => {
    input.off("keypress", press);
    input.setRawMode(false);
    input.pause();
  };
}

function keyOf(typed: string | undefined, { name = "text", ctrl, meta, shift }: Pressed): Key {
  const text = typed !== undefined && /^[^\p{Cc}]+$/u.test(typed) ? typed : "";
  return { name, ctrl: ctrl === true, meta: meta === true && name !== "escape", shift: shift === true, text };
}
