/**
 * The cheapest that any placement of markers can make a row of requests, each of which goes on where the one before ended:
 * searched through all placements, by the longest prefix that is kept after each request. A longer one never makes a later
 * request dearer (law longer-prefix-cheaper), so nothing else of a placement counts. To find what was kept a marker can
 * stand on it, and one more says up to where is kept now, so two markers in the messages are enough for the cheapest.
 */
import { cost, countTokens } from "#mock-api";
import type { CacheTtl, Message, MessagesRequest } from "#src/index.ts";

/** Up to this many tokens the model caches nothing (MR-80). */
const MINIMUM = 512;

/** What a token costs, in dollars: read, written, neither. */
export interface Rates {
  readonly read: number;
  readonly write: number;
  readonly fresh: number;
}

/** The prices of a model, as the mock has them. */
export function ratesOf(model: string, ttl: CacheTtl): Rates {
  const million = 1e6;
  const none = { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 };
  const usage = { input_tokens: 0, output_tokens: 0, cache_read_input_tokens: 0, cache_creation: none };
  const written = { ...none, [`ephemeral_${ttl}_input_tokens`]: million };
  return {
    read: cost({ ...usage, cache_read_input_tokens: million }, model).total / million,
    write: cost({ ...usage, cache_creation: written }, model).total / million,
    fresh: cost({ ...usage, input_tokens: million }, model).total / million,
  };
}

/** A placement: for each request up to which block of its row it reads and keeps, and what the input of all costs. */
export interface Placement {
  readonly cost: number;
  readonly ends: readonly { readonly read: number; readonly kept: number }[];
}

/** The cheapest placement. Of the last request, which nothing follows, nothing is kept. */
export function cheapest(requests: readonly MessagesRequest[], rates: Rates): Placement {
  const last = requests.at(-1);
  const row = last ? blocksOf(last) : [];
  const upTo = [0];
  for (const { tokens } of row) upTo.push((upTo.at(-1) ?? 0) + tokens);
  const ends = row.flatMap(({ isMarkable }, i) => (isMarkable && tokens(i + 1) >= MINIMUM ? [i + 1] : []));
  function tokens(blocks: number): number {
    return upTo[blocks] ?? Number.NaN;
  }
  // The least that was paid so far, by how many blocks are kept; and after each request, what was kept before it.
  let paid = new Map([[0, 0]]);
  const keptBefore: Map<number, number>[] = [];
  for (const request of requests) {
    const length = lengthOf(request);
    const next = new Map<number, number>();
    const from = new Map<number, number>();
    for (const [read, before] of paid) {
      const later = request === last ? [] : ends.filter((end) => end > read && end <= length);
      for (const kept of [read, ...later]) {
        const written = tokens(kept) - tokens(read);
        const price =
          tokens(read) * rates.read + written * rates.write + (tokens(length) - tokens(kept)) * rates.fresh;
        if (before + price >= (next.get(kept) ?? Number.POSITIVE_INFINITY)) continue;
        next.set(kept, before + price);
        from.set(kept, read);
      }
    }
    paid = next;
    keptBefore.push(from);
  }
  return tracedBack(paid, keptBefore);
}

function tracedBack(
  paid: ReadonlyMap<number, number>,
  keptBefore: readonly ReadonlyMap<number, number>[],
): Placement {
  const [best = [0, 0]] = [...paid].sort(([, one], [, other]) => one - other);
  let [kept] = best;
  const ends = keptBefore.toReversed().map((from) => {
    const end = { read: from.get(kept) ?? 0, kept };
    kept = end.read;
    return end;
  });
  return { cost: best[1], ends: ends.reverse() };
}

function lengthOf({ tools, system, messages }: MessagesRequest): number {
  return messages.reduce((sum, { content }) => sum + content.length, tools.length + system.length);
}

interface Counted {
  readonly tokens: number;
  readonly isMarkable: boolean;
}

function blocksOf({ tools, system, messages }: MessagesRequest): Counted[] {
  const said = messages.flatMap(({ role, content }) =>
    content.map((block): Message => ({ role, content: [block] })),
  );
  return [
    ...[...tools, ...system].map((each) => ({ tokens: countTokens(each), isMarkable: true })),
    ...said.map((message) => ({
      tokens: countTokens(message),
      isMarkable: !String(message.content[0]?.type).endsWith("thinking"),
    })),
  ];
}

/** A request with its markers on these blocks of its row and nowhere else; 0 stands for none. */
export function markedAt(request: MessagesRequest, ends: readonly number[], ttl: CacheTtl): MessagesRequest {
  let index = 0;
  const mark = <T extends object>(block: T): T => {
    index += 1;
    const { cache_control: _marker, ...bare } = block as { cache_control?: unknown };
    return { ...bare, ...(ends.includes(index) && { cache_control: { type: "ephemeral", ttl } }) } as T;
  };
  const tools = request.tools.map(mark);
  const system = request.system.map(mark);
  const messages = request.messages.map(({ role, content }) => ({ role, content: content.map(mark) }));
  return { ...request, tools, system, messages };
}
