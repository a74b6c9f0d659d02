/** What can happen between two requests of a session, and what a cause card is to say of it. Bodies are plain values. */
import type { Block, Message, MessagesRequest } from "#src/index.ts";
import type { CauseKind } from "../../src/annex/cache/cause.ts";

/** Requests as they are sent after the change, and what the card of the first of them says. */
export interface Changed {
  readonly bodies: readonly MessagesRequest[];
  readonly kind: CauseKind;
  readonly place?: string | undefined;
  /** Minutes that pass before it. */
  readonly pause?: number;
  /** It is sent with another key. */
  readonly stranger?: boolean;
}

/** A change that happens before the request `at`; `pick` chooses among the places where it can. */
export type Change = (bodies: readonly MessagesRequest[], at: number, pick: number) => Changed;

/** Every kind of change, by name. */
export const CHANGES: Readonly<Record<string, Change>> = {
  "another model": (bodies, at) => ({
    bodies: from(bodies, at, (body) => ({ ...body, model: "claude-opus-4-8" })),
    kind: "model",
    place: "model",
  }),
  "tools in another order": (bodies, at) => ({
    bodies: from(bodies, at, (body) => ({ ...body, tools: body.tools.toReversed() })),
    kind: "tools",
    place: "tools[0] (Second, before: Work)",
  }),
  "a tool is told of otherwise": (bodies, at, pick) => {
    const index = pick % 3;
    const tools = (bodies[0]?.tools ?? []).map((tool, i) =>
      i === index ? { ...tool, description: `${tool.description} Well.` } : tool,
    );
    const place = `tools[${index}] (${tools[index]?.name})`;
    return { bodies: from(bodies, at, (body) => ({ ...body, tools })), kind: "tools", place };
  },
  "a tool joins": (bodies, at) => ({
    bodies: from(bodies, at, (body) => ({ ...body, tools: [...body.tools, toolNamed("Third")] })),
    kind: "tools",
    place: "tools[3] (Third)",
  }),
  "a tool goes": (bodies, at) => ({
    bodies: from(bodies, at, (body) => ({ ...body, tools: body.tools.slice(0, -1) })),
    kind: "tools",
    place: "tools[2] (Second)",
  }),
  "the system prompt tells the time": (bodies, at, pick) => {
    const index = pick % (bodies[0]?.system.length ?? 1);
    const timed = (block: Block, i: number) =>
      i === index ? { ...block, text: `${String(block["text"])}\nIt is ${at} o'clock.` } : block;
    return {
      bodies: from(bodies, at, (body) => ({ ...body, system: body.system.map(timed) })),
      kind: "system",
      place: `system[${index}]`,
    };
  },
  "a memory file is edited": (bodies, at) => ({
    bodies: from(bodies, at, (body) => withBlock(body, 0, 0, edited)),
    kind: "memory",
    place: "messages[0].content[0]",
  }),
  "what was said is edited": (bodies, at, pick) => {
    const places = editable(bodies[at - 1]);
    const [message, block] = places[pick % places.length] ?? [0, 1];
    return {
      bodies: from(bodies, at, (body) => withBlock(body, message, block, edited)),
      kind: "message",
      place: `messages[${message}].content[${block}]`,
    };
  },
  "a compaction": (bodies, at) => ({
    bodies: beginning(
      bodies,
      at,
      0,
      "This session is being continued from a previous conversation: all went well.",
    ),
    kind: "compaction",
    place: "messages[0].content[1]",
  }),
  "a rewind": (bodies, at, pick) => {
    const said = bodies[at - 1]?.messages ?? [];
    const prompts = said.flatMap(({ role, content }, i) =>
      i < said.length - 1 && role === "user" && content.every(({ type }) => type === "text") ? [i] : [],
    );
    const cut = prompts[pick % prompts.length];
    if (cut === undefined) return { bodies, kind: "unknown", stranger: true };
    const place = `messages[${cut}].content[${cut === 0 ? 1 : 0}]`;
    return { bodies: beginning(bodies, at, cut, "m, otherwise"), kind: "rewind", place };
  },
  "another way to think": (bodies, at) => ({
    bodies: from(bodies, at, (body) => ({ ...body, thinking: { type: "disabled" } })),
    kind: "settings",
    place: "thinking",
  }),
  "another effort": (bodies, at) => ({
    bodies: from(bodies, at, (body) => ({ ...body, output_config: { effort: "low" } })),
    kind: "settings",
    place: "output_config.effort",
  }),
  "another tool choice": (bodies, at) => ({
    bodies: from(bodies, at, (body) =>
      Object.assign({}, body, { tool_choice: { type: "auto", disable_parallel_tool_use: true } }),
    ),
    kind: "settings",
    place: "tool_choice",
  }),
  "the first image": (bodies, at) => ({
    bodies: growing(bodies, at, [IMAGE]),
    kind: "settings",
    place: "images",
  }),
  "a pause": (bodies) => ({ bodies, kind: "expired", pause: 61 }),
  "no markers": (bodies, at) => ({
    bodies: bodies.map((body, i) => (i === at ? bare(body) : body)),
    kind: "no marker",
  }),
  "more blocks than a marker looks back over": (bodies, at) => {
    const texts = Array.from({ length: 25 }, (_, i) => ({ type: "text", text: `n${i}` }));
    const grown = growing(bodies, at, texts);
    return { bodies: grown.map((body, i) => (i === at ? tailOnly(body) : body)), kind: "out of reach" };
  },
  "another key": (bodies) => ({ bodies, kind: "unknown", stranger: true }),
};

const IMAGE: Block = {
  type: "image",
  source: {
    type: "base64",
    media_type: "image/png",
    data: "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  },
};

/** The definition of a tool that nobody calls. */
export function toolNamed(name: string) {
  return { name, description: `The tool ${name}.`, input_schema: { type: "object" } };
}

function from(
  bodies: readonly MessagesRequest[],
  at: number,
  change: (body: MessagesRequest) => MessagesRequest,
): MessagesRequest[] {
  return bodies.map((body, i) => (i < at ? body : change(body)));
}

function withBlock(
  body: MessagesRequest,
  message: number,
  block: number,
  change: (block: Block) => Block,
): MessagesRequest {
  const messages = body.messages.map((each, m) =>
    m === message
      ? { ...each, content: each.content.map((one, b) => (b === block ? change(one) : one)) }
      : each,
  );
  return { ...body, messages };
}

function edited(block: Block): Block {
  const field = block.type === "text" ? "text" : "content";
  return { ...block, [field]: `${String(block[field])} (edited)` };
}

/** The places of words and results, memory left out. */
function editable(body: MessagesRequest | undefined): [message: number, block: number][] {
  return (body?.messages ?? []).flatMap(({ content }, message) =>
    content.flatMap(({ type }, block): [number, number][] =>
      (type === "text" || type === "tool_result") && (message > 0 || block > 0) ? [[message, block]] : [],
    ),
  );
}

/** From `at` on nothing of what stood from the message `cut` on is sent: other words are, and what comes after them. */
function beginning(
  bodies: readonly MessagesRequest[],
  at: number,
  cut: number,
  words: string,
): MessagesRequest[] {
  const said = bodies[at]?.messages ?? [];
  const memory = cut === 0 ? (said[0]?.content.slice(0, 1) ?? []) : [];
  const first: Message = { role: "user", content: [...memory, { type: "text", text: words }] };
  return from(bodies, at, (body) => {
    const messages = [...body.messages.slice(0, cut), first, ...body.messages.slice(said.length)];
    return marked(bare({ ...body, messages }));
  });
}

/** From `at` on the message that was last then has more blocks. */
function growing(bodies: readonly MessagesRequest[], at: number, more: readonly Block[]): MessagesRequest[] {
  const last = (bodies[at]?.messages.length ?? 1) - 1;
  const end = bodies[at]?.messages[last]?.content.length ?? 0;
  return from(bodies, at, (body) => {
    const messages = body.messages.map((each, m) =>
      m === last
        ? { ...each, content: [...each.content.slice(0, end), ...more, ...each.content.slice(end)] }
        : each,
    );
    return marked(bare({ ...body, messages }));
  });
}

/** The body without markers. */
export function bare(body: MessagesRequest): MessagesRequest {
  return JSON.parse(JSON.stringify(body, (key, value) => (key === "cache_control" ? undefined : value)));
}

const MARKER = { cache_control: { type: "ephemeral", ttl: "1h" } };

/** A marker at the end of the system prompt, and one at the end of each of the user's last two messages. */
function marked(body: MessagesRequest): MessagesRequest {
  const users = body.messages.flatMap(({ role }, i) => (role === "user" ? [i] : [])).slice(-2);
  const ends = users.reduce((all, i) => withLast(all, i), body);
  return {
    ...ends,
    system: body.system.map((block, i) => (i === body.system.length - 1 ? { ...block, ...MARKER } : block)),
  };
}

function tailOnly(body: MessagesRequest): MessagesRequest {
  return withLast(bare(body), body.messages.length - 1);
}

function withLast(body: MessagesRequest, message: number): MessagesRequest {
  const last = (body.messages[message]?.content.length ?? 0) - 1;
  return withBlock(body, message, last, (block) => ({ ...block, ...MARKER }));
}
