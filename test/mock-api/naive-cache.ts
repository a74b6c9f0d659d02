/**
 * Prefix caching told a second time, slowly: every prefix is the whole list of its blocks, kept as text and compared
 * block by block with every prefix kept before. Written from the documentation, sharing nothing with the mock but
 * the wire's types.
 */
import type { MessagesRequest, RequestBlock, Ttl } from "../../mock-api/wire.ts";

const MINIMUM: Record<string, number> = { "claude-opus-5": 512, "claude-sonnet-5": 1_024 };
const MINUTE = 60_000;

interface Kept {
  prefix: string[];
  life: number;
  since: number;
}

/** The tokens of a request, each block under the heading it is billed by. */
export interface NaiveBill {
  read: number;
  created1h: number;
  created5m: number;
  fresh: number;
}

/** Bills one request after another. */
export class NaiveCache {
  #kept: Kept[] = [];

  /** The bill of a request that starts at a time, after all that was billed before. */
  bill(request: MessagesRequest, time: number): NaiveBill {
    const blocks = render(request);
    const prefix = (end: number): string[] => blocks.slice(0, end + 1).map(({ text }) => text);
    const tokens = (end: number): number => blocks.slice(0, end + 1).reduce((sum, { cost }) => sum + cost, 0);
    const live = (end: number): Kept | undefined =>
      this.#kept.find((kept) => time < kept.since + kept.life && same(kept.prefix, prefix(end)));

    const marks = blocks.flatMap(({ ttl }, at) =>
      ttl && tokens(at) >= (MINIMUM[request.model] ?? 0) ? [{ at, ttl }] : [],
    );
    let hit: number | undefined;
    for (const { at } of marks.toReversed()) hit ??= reachable(blocks, at).find((end) => live(end));

    const touched = [...(hit === undefined ? [] : [hit]), ...marks.map(({ at }) => at)];
    const prolonged = touched.flatMap((end) => live(end) ?? []);
    const added = marks
      .filter(({ at }) => !live(at))
      .map(({ at, ttl }) => ({
        prefix: prefix(at),
        life: ttl === "1h" ? 60 * MINUTE : 5 * MINUTE,
        since: time,
      }));
    for (const kept of prolonged) kept.since = time;
    this.#kept.push(...added);
    return billOf(blocks, hit, marks);
  }
}

function billOf(
  blocks: readonly Rendered[],
  hit: number | undefined,
  marks: readonly { at: number; ttl: Ttl }[],
): NaiveBill {
  const bill: NaiveBill = { read: 0, created1h: 0, created5m: 0, fresh: 0 };
  for (const [at, { cost }] of blocks.entries()) {
    const ahead = marks.filter((mark) => mark.at >= at).map(({ ttl }) => ttl);
    if (hit !== undefined && at <= hit) bill.read += cost;
    else if (ahead.includes("1h")) bill.created1h += cost;
    else if (ahead.includes("5m")) bill.created5m += cost;
    else bill.fresh += cost;
  }
  return bill;
}

interface Rendered {
  text: string;
  kind: string;
  cost: number;
  ttl: Ttl | undefined;
}

/** The blocks a breakpoint can see: 20 positions back from it, a run of calls or of results being one. */
function reachable(blocks: readonly Rendered[], from: number): number[] {
  const seen: number[] = [];
  let positions = 0;
  for (let at = from; at >= 0; at -= 1) {
    const kind = blocks[at]?.kind;
    const inRun =
      at < from && kind === blocks[at + 1]?.kind && (kind === "tool_use" || kind === "tool_result");
    if (!inRun) positions += 1;
    if (positions > 20) break;
    seen.push(at);
  }
  return seen;
}

function render(request: MessagesRequest): Rendered[] {
  const settings = JSON.stringify([
    request.tool_choice?.type ?? "auto",
    request.thinking?.type ?? "adaptive",
    request.output_config?.effort ?? "high",
  ]);
  const list = (content: string | RequestBlock[]): RequestBlock[] =>
    typeof content === "string" ? [{ type: "text", text: content }] : content;
  return [
    ...(request.tools ?? []).map((tool) =>
      rendered(tool, { tier: "tools", key: request.model, kind: "tool" }),
    ),
    ...list(request.system ?? []).map((block) =>
      rendered(block, { tier: "system", key: request.model, kind: block.type }),
    ),
    ...request.messages.flatMap(({ role, content }) =>
      list(content).map((block) =>
        rendered({ role, ...block }, { tier: "messages", key: request.model + settings, kind: block.type }),
      ),
    ),
  ];
}

function rendered(block: object, about: { tier: string; key: string; kind: string }): Rendered {
  const bare = { ...block } as { cache_control?: { ttl?: Ttl } };
  const marker = bare.cache_control;
  delete bare.cache_control;
  const json = JSON.stringify(bare);
  return {
    text: `${about.tier} ${about.key} ${json}`,
    kind: about.kind,
    cost: Math.ceil(new TextEncoder().encode(json).length / 4),
    ttl: marker ? (marker.ttl ?? "5m") : undefined,
  };
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
