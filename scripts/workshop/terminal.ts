/** Holds the workshop at the process's terminal, and leaves the terminal as it was. */
import { hearKeys, type Key } from "#src/terminal/keyed.ts";
import type { Picker } from "#src/terminal/pick/pick.ts";
import type { Live } from "./live.ts";

/** Hears keys until `q`, Ctrl-C or Ctrl-D. Whatever happens, the terminal is as it was when this settles. */
export function holdAt(input: NodeJS.ReadStream, live: Live): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      live.stop();
      endKeys();
      resolve();
    };
    const press = ({ text, name }: Key) => {
      if (isPicking) return;
      live.press(text || name).then((goesOn) => {
        if (!goesOn) leave();
      }, fail);
    };
    const fail = (error: unknown) => {
      reject(error);
      leave();
    };
    const endKeys = hearKeys(input, press, leave);
    try {
      live.start();
    } catch (error) {
      fail(error);
    }
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
