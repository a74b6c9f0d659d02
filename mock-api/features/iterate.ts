/** How often the model is asked for one answer: once, unless the server compacts first or falls back (MR-63). */
import type { Reply, Taken } from "../models/scripted.ts";
import type { Call } from "../rules/call.ts";
import type { MessagesRequest } from "../wire.ts";
import type { Prepared } from "./prepare.ts";

/** The reply to a request, and the position of the first of the scripted list that went into it. */
export interface Iterated {
  position: number;
  reply: Promise<Reply>;
}

/** Asks the model as often as the request needs. */
export function iterate(_call: Call, prepared: Prepared, ask: (request: MessagesRequest) => Taken): Iterated {
  const { position, reply } = ask(prepared.shown);
  return { position, reply: Promise.resolve(reply) };
}
