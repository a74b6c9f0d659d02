/**
 * Prefix caching told a second time, slowly: every prefix is the whole list of its blocks, kept as text and compared
 * block by block with every prefix kept before. Written from the documentation, sharing nothing with the mock but
 * the wire's types; what a block costs is told to it.
 */
import type { MessagesRequest, RequestBlock, RequestMessage, RequestTool, Ttl } from "../../mock-api/wire.ts";

const MINUTE = 60_000;

/** The models of the sessions: the least length that is kept, the thinking when nothing is said, the thinking read. */
const MODELS: Record<
  string,
  { minimum: number; thinking: string; reads: "all thinking" | "the last turn's" }
> = {
  "claude-opus-5": { minimum: 512, thinking: "adaptive", reads: "all thinking" },
  "claude-sonnet-5": { minimum: 1_024, thinking: "adaptive", reads: "all thinking" },
  "claude-haiku-4-5": { minimum: 4_096, thinking: "disabled", reads: "the last turn's" },
};

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

/** A request that has started. */
export interface NaiveVisit {
  bill: NaiveBill;
  /** Its response begins: what it leaves behind can be read. */
  begin(): void;
}

/** Bills one request after another. */
export class NaiveCache {
  readonly #kept: Kept[] = [];
  readonly #measure: (part: MessagesRequest) => number;
  readonly #runs: "one position" | "block by block";

  /** @param measure The tokens of a request that has one block. */
  constructor(
    measure: (part: MessagesRequest) => number,
    runs: "one position" | "block by block" = "one position",
  ) {
    this.#measure = measure;
    this.#runs = runs;
  }

  /** A request starts at a time, for someone. */
  visit(request: MessagesRequest, time: number, who: string): NaiveVisit {
    const blocks = render(request, who, this.#measure);
    const prefix = (end: number): string[] => blocks.slice(0, end + 1).map(({ text }) => text);
    const tokens = (end: number): number => blocks.slice(0, end + 1).reduce((sum, { cost }) => sum + cost, 0);
    const live = (end: number): Kept[] =>
      this.#kept.filter((kept) => time < kept.since + kept.life && same(kept.prefix, prefix(end)));

    const marks = marksOf(blocks).filter(({ at }) => tokens(at) >= (MODELS[request.model]?.minimum ?? 0));
    let hit: number | undefined;
    for (const { at } of marks.toReversed()) {
      hit ??= reachable(blocks, at, this.#runs).find((end) => live(end).length > 0);
    }
    const touched = [...(hit === undefined ? [] : [hit]), ...marks.map(({ at }) => at)].flatMap(live);
    const added = marks
      .filter(({ at }) => live(at).length === 0)
      .map(({ at, ttl }) => ({ prefix: prefix(at), life: (ttl === "1h" ? 60 : 5) * MINUTE, since: time }));
    const begin = (): void => {
      for (const kept of touched) kept.since = Math.max(kept.since, time);
      this.#kept.push(...added);
    };
    return { bill: billOf(blocks, hit, marks), begin };
  }
}

interface Mark {
  at: number;
  ttl: Ttl;
}

function billOf(blocks: readonly Rendered[], hit: number | undefined, marks: readonly Mark[]): NaiveBill {
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
  marker: Ttl | undefined;
  /** The marker for the whole request, where it may fall on this block. */
  whole: Ttl | undefined;
}

/** The markers as sent, then the two kinds of breakpoints that the API puts there itself. */
function marksOf(blocks: readonly Rendered[]): Mark[] {
  const last = blocks.findLastIndex(({ whole }) => whole);
  const ttls = blocks.map(({ marker, whole }, at) => marker ?? (at === last ? whole : undefined));
  const caching = ttls.some((ttl) => ttl);
  return blocks.flatMap(({ kind }, at) => {
    const ttl = ttls[at] ?? (caching && kind === "web_search_tool_result" ? "5m" : undefined);
    return ttl ? [{ at, ttl }] : [];
  });
}

/** The blocks a breakpoint can see: 20 positions back from it; a run of calls or of results may be one. */
function reachable(
  blocks: readonly Rendered[],
  from: number,
  runs: "one position" | "block by block",
): number[] {
  const seen: number[] = [];
  let positions = 0;
  for (let at = from; at >= 0; at -= 1) {
    const kind = blocks[at]?.kind;
    const inRun =
      at < from && kind === blocks[at + 1]?.kind && (kind === "tool_use" || kind === "tool_result");
    if (!inRun || runs === "block by block") positions += 1;
    if (positions > 20) break;
    seen.push(at);
  }
  return seen;
}

/** Every block as text that says all it depends on: whose it is and the settings of its tier and of those before. */
function render(
  request: MessagesRequest,
  who: string,
  measure: (part: MessagesRequest) => number,
): Rendered[] {
  const { model, output_config, tools = [] } = request;
  const messages = readBy(model, request.messages);
  const json = JSON.stringify(messages);
  const conversation = `${who} ${model} ${JSON.stringify(output_config?.["format"])}`;
  const instructed = `${conversation} ${request["speed"] ?? "standard"} ${json.includes('"citations":{"enabled":true}')}`;
  const answered = `${instructed} ${settings(request)} ${json.includes('"type":"image"')}`;
  const whole = request.cache_control ? (request.cache_control.ttl ?? "5m") : undefined;
  const alone = { model, max_tokens: 1, messages: [] };
  const searches = (tool: RequestTool): boolean => String(tool["type"]).startsWith("web_search");
  const ofTool = (key: string) => (tool: RequestTool) =>
    rendered(tool, { key, kind: "tool", whole, cost: measure({ ...alone, tools: [tool] }) });
  return [
    ...tools.filter((tool) => !searches(tool)).map(ofTool(conversation)),
    ...tools.filter(searches).map(ofTool(instructed)),
    ...listed(request.system ?? []).map((block) =>
      rendered(block, {
        key: instructed,
        kind: block.type,
        whole,
        cost: measure({ ...alone, system: [block] }),
      }),
    ),
    ...messages.flatMap(({ role, content }) =>
      listed(content).map((block) => {
        const cost = measure({ ...alone, messages: [{ role, content: [block] }] });
        const carries = !block.type.endsWith("thinking");
        return rendered(
          { role, ...block },
          { key: answered, kind: block.type, whole: carries ? whole : undefined, cost },
        );
      }),
    ),
  ];
}

function listed(content: string | RequestBlock[]): RequestBlock[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function settings({ model, tool_choice, thinking, output_config }: MessagesRequest): string {
  return JSON.stringify([
    tool_choice?.type ?? "auto",
    tool_choice?.disable_parallel_tool_use ?? false,
    thinking?.type ?? MODELS[model]?.thinking,
    thinking?.budget_tokens,
    output_config?.effort ?? "high",
  ]);
}

/** Some models are not shown the thinking of turns that are over: a new prompt takes it away. */
function readBy(model: string, messages: readonly RequestMessage[]): RequestMessage[] {
  if (MODELS[model]?.reads !== "the last turn's") return [...messages];
  const prompt = messages.findLastIndex(
    ({ role, content }) => role === "user" && !listed(content).some(({ type }) => type === "tool_result"),
  );
  return messages.map(({ role, content }, at) => ({
    role,
    content: listed(content).filter(({ type }) => at > prompt || !type.endsWith("thinking")),
  }));
}

function rendered(
  block: object,
  { key, kind, whole, cost }: { key: string; kind: string; whole: Ttl | undefined; cost: number },
): Rendered {
  const bare = { ...block } as { cache_control?: { ttl?: Ttl } };
  const marker = bare.cache_control;
  delete bare.cache_control;
  return {
    text: `${key} ${JSON.stringify(bare)}`,
    kind,
    cost,
    marker: marker && (marker.ttl ?? "5m"),
    whole,
  };
}

function same(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
