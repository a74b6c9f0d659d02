/** What is wrong with the options of a mock, said before its first call: a stranger's script need not have types. */

import { faultOfDelivery } from "./models/script-fields.ts";
import { parseScript } from "./models/script-reader.ts";
import type { MockOptions } from "./options.ts";
import { isObject } from "./wire.ts";

/** Every option by its name. */
const KNOWN: Readonly<Record<keyof MockOptions, true>> = {
  model: true,
  apiKeys: true,
  cache: true,
  now: true,
  limits: true,
  faults: true,
  delivery: true,
  onCall: true,
  sleep: true,
  foreignSignatures: true,
  rules: true,
};

/** The names of the options. */
export const OPTION_NAMES = Object.keys(KNOWN) as (keyof MockOptions)[];

/** @throws Error with one sentence that names the option, and what is wrong with it. */
export function checkOptions(options: MockOptions): void {
  if (!isObject(options)) throw new Error("A mock is made of options: createMockApi({ model: [...] }).");
  const unknown = Object.keys(options).find((name) => !Object.hasOwn(KNOWN, name));
  if (unknown !== undefined)
    throw new Error(`A mock has no option "${unknown}"; it knows ${OPTION_NAMES.join(", ")}.`);
  checkModel(options.model);
  const delivery = options.delivery && faultOfDelivery(options.delivery);
  if (delivery) throw new Error(`The "delivery" of the mock ${delivery}.`);
}

function checkModel(model: unknown): void {
  if (Array.isArray(model)) parseScript(model);
  else if (typeof model !== "function")
    throw new Error('A mock needs a "model": a list of replies, or a function such as plainModel.');
}
