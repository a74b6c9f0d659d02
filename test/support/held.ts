/** What may hold at one request and not at the next, in words of the tests' own: the core's laws need no more of it. */
import { CORE_INJECTIONS, type Injections } from "#src/index.ts";

export const HELD: Injections = {
  ...CORE_INJECTIONS,
  permission_mode: { life: "volatile", words: ({ mode }) => `The permission mode is ${mode}.` },
  current_date: { life: "volatile", words: ({ date }) => `Today is ${date}.` },
};
