/** One response and its tool results, in the two shapes that real logs have (facts 39 and 40). */
import type { Line } from "#src/index.ts";
import { assistant, call, type Place, result, user, words } from "./log-lines.ts";

/** One response: when each of its calls is done, and whether the result is in the log at all. */
export interface Batch {
  readonly thinks: boolean;
  readonly says: boolean;
  readonly calls: readonly { readonly slowness: number; readonly answered: boolean }[];
  /** Fact 40: a later call hangs on the result of the one before, as when calls run while the answer streams in. */
  readonly streamed: boolean;
  /** Does a hook put words after a result (O-10)? */
  readonly hooked: boolean;
}

/** How a batch is added to a log: an entry at the end of the chain, or under a given parent, and a fresh name. */
export interface Grow {
  chain(line: (place: Place) => Line, parent?: string): string;
  name(letter: string): string;
}

/** Adds a response and what its calls came to. */
export function growBatch(grow: Grow, batch: Batch): void {
  const response = grow.name("msg");
  if (batch.thinks) {
    const thinking = { type: "thinking", thinking: grow.name("t"), signature: grow.name("sig") };
    grow.chain((place) => assistant(place, response, thinking));
  }
  if (batch.says || batch.calls.length === 0) {
    const said = words(grow.name("s"));
    grow.chain((place) => assistant(place, response, said));
  }
  if (batch.streamed) callsOneByOne(grow, batch, response);
  else callsAtOnce(grow, batch, response);
}

/** Fact 39: the calls are chained, each result hangs on its own call, and they come in order of completion. */
function callsAtOnce(grow: Grow, { calls, hooked }: Batch, response: string): void {
  const asked = calls.map(({ slowness, answered }) => ({ ...ask(grow, response), slowness, answered }));
  const done = asked.filter(({ answered }) => answered).sort((a, b) => a.slowness - b.slowness);
  for (const [index, { id, entry }] of done.entries()) {
    answer(grow, id, entry);
    if (hooked && index === 0) hook(grow);
  }
}

/** Fact 40: call, result, call, result: all in one chain. */
function callsOneByOne(grow: Grow, { calls, hooked }: Batch, response: string): void {
  for (const { answered } of calls) {
    const { id, entry } = ask(grow, response);
    if (answered) answer(grow, id, entry);
  }
  if (hooked && calls.at(-1)?.answered) hook(grow);
}

function ask(grow: Grow, response: string): { id: string; entry: string } {
  const id = grow.name("toolu");
  return { id, entry: grow.chain((place) => assistant(place, response, call(id))) };
}

function answer(grow: Grow, toolUseId: string, parent: string): void {
  const content = grow.name("r");
  grow.chain((place) => result(place, toolUseId, content), parent);
}

function hook(grow: Grow): void {
  const content = grow.name("hook");
  grow.chain((place) => user(place, content, { isMeta: true }));
}
