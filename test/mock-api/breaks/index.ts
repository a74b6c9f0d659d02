/** Ways to break the rules of the API, each made out of a legal request, with the refusal it must bring. */
import type { Break } from "./break.ts";
import { ofMarkers } from "./cache-control.ts";
import { ofFields, ofMessages } from "./messages.ts";
import { ofThinking } from "./thinking.ts";
import { ofToolCalls } from "./tool-calls.ts";

/** One or more for every rule. */
export const breaks: readonly Break[] = [
  ...ofFields,
  ...ofMessages,
  ...ofToolCalls,
  ...ofThinking,
  ...ofMarkers,
];
