/** Holds the workshop at the process's terminal, and leaves the terminal as it was. */
import { emitKeypressEvents } from "node:readline";
import type { Picker } from "#src/terminal/pick/pick.ts";
import type { Live } from "./live.ts";

const SIGNALS = ["SIGTERM", "SIGHUP"] as const;

/** Hears keys until `q`, Ctrl-C or Ctrl-D. Whatever happens, the terminal is as it was when this settles. */
export function holdAt(input: NodeJS.ReadStream, live: Live): Promise<void> {
  return new Promise((resolve, reject) => {
    const restore = () => input.setRawMode(false);
    const leave = () => {
      input.off("keypress", press);
      process.off("exit", restore);
      for (const signal of SIGNALS) process.off(signal, leave);
      live.stop();
      restore();
      input.pause();
      resolve();
    };
    const press = (text: string | undefined, { name, ctrl }: { name?: string; ctrl?: boolean }) => {
      if (ctrl && (name === "c" || name === "d")) return leave();
      if (isPicking) return;
      live.press(text ?? name ?? "").then(
        (goesOn) => {
          if (!goesOn) leave();
        },
        (error) => {
          leave();
          reject(error);
        },
      );
    };
    emitKeypressEvents(input);
    input.setRawMode(true);
    process.once("exit", restore);
    for (const signal of SIGNALS) process.once(signal, leave);
    input.on("keypress", press);
    input.resume();
    live.start();
  });
}

let isPicking = false;

/** A picker that has the keys for itself, and gives them back. */
export function alone(pick: Picker, input: NodeJS.ReadStream): Picker {
  return async (asked) => {
    isPicking = true;
    try {
      return await pick(asked);
    } finally {
      isPicking = false;
      input.setRawMode(true);
      input.resume();
    }
  };
}
