/**
 * What a thinking block is bound to (MR-46): the conversation up to it, followed block by block.
 *
 * What counts is what the model read: the system prompt, the tools that are not deferred, the messages. Cache markers
 * do not count, nor does where a run of one role is cut into messages (MR-19), nor do fields that say no more than
 * their absence would. Thinking is left out, so that earlier turns' thinking can be removed; but a block names the
 * one that was last before it (MR-47). Parameters of the request are no part of it.
 */
import { hash } from "node:crypto";
import { trailBehind } from "../features/compaction-signature.ts";
import { blocksOf, unmarked, unmarkedBlock } from "../prompt/prompt.ts";
import type { MessagesRequest, RequestBlock, RequestMessage, RequestTool } from "../wire.ts";
import { type Binding, isThinking, signatureOf } from "./signatures.ts";

/** A walk along a conversation: each block's digest is made of the one before it, so that a walk is linear. */
export class Trail {
  readonly #system: string;
  readonly #tools: string;
  #messages = "";
  /** Who spoke last; undefined at the start and behind a summary. */
  #role: RequestMessage["role"] | undefined;
  #after: string | null = null;

  constructor({ system, tools }: Pick<MessagesRequest, "system" | "tools">) {
    this.#system = digestOf(JSON.stringify(blocksOf(system ?? []).map(meant)));
    const loaded = (tools ?? []).filter((tool) => !tool.defer_loading);
    this.#tools = digestOf(JSON.stringify(loaded.map(meantTool)));
  }

  /** What a thinking block made at this place is bound to. */
  get binding(): Binding {
    return { system: this.#system, tools: this.#tools, messages: this.#messages, after: this.#after };
  }

  /** Goes on by one block; a summary stands for all that was before it (MR-118). */
  read(role: RequestMessage["role"], block: RequestBlock): void {
    if (isThinking(block)) this.#after = digestOf(signatureOf(block) ?? "");
    else if (block.type === "compaction") this.#resume(block);
    else {
      // Only a change of role is told. So what follows a summary has to begin with one, or is another conversation.
      const speaker = role === this.#role ? "" : role;
      this.#messages = digestOf(`${this.#messages} ${speaker} ${JSON.stringify(meant(block))}`);
      this.#role = role;
    }
  }

  #resume(summary: RequestBlock): void {
    // A summary that failed is as if it were not there.
    if (summary.content == null) return;
    this.#messages = trailBehind(summary, this.binding);
    this.#role = undefined;
  }
}

/** The trail to the end of a request: where an answer begins. */
export function trailTo(request: MessagesRequest): Trail {
  return walk(request, () => {});
}

/** What a block made at the place of each thinking block of a request would be bound to, in their order. */
export function bindingsIn(request: MessagesRequest): Binding[] {
  const bindings: Binding[] = [];
  walk(request, (block, trail) => {
    if (isThinking(block)) bindings.push(trail.binding);
  });
  return bindings;
}

function walk(request: MessagesRequest, before: (block: RequestBlock, trail: Trail) => void): Trail {
  const trail = new Trail(request);
  for (const { role, content } of request.messages) {
    for (const block of blocksOf(content)) {
      before(block, trail);
      trail.read(role, block);
    }
  }
  return trail;
}

/**
 * A block without the fields that say no more than their absence would: a client may leave out what was null in an answer
 * (MR-62), or name a default. Fields in another order are another block: JSON is read as a text by the model.
 */
function meant(block: RequestBlock): Record<string, unknown> {
  const fields = Object.entries(unmarkedBlock(block)).filter(([name, value]) => !isDefault(name, value));
  const told = Object.fromEntries(fields);
  if (block.type !== "tool_result" || block.content == null) return told;
  return { ...told, content: blocksOf(block.content).map(meant) };
}

function isDefault(name: string, value: unknown): boolean {
  if (name === "citations") return value === null || (Array.isArray(value) && value.length === 0);
  return value === null || (name === "caller" && isDirect(value)) || (name === "is_error" && value === false);
}

function meantTool(tool: RequestTool): Record<string, unknown> {
  const fields = Object.entries(unmarked(tool)).filter(([name, value]) => {
    if (name === "type") return value !== null && value !== "custom";
    return value !== null && !(value === false && (name === "strict" || name === "defer_loading"));
  });
  return Object.fromEntries(fields);
}

function isDirect(caller: unknown): boolean {
  return typeof caller === "object" && caller !== null && "type" in caller && caller.type === "direct";
}

/** 128 bits are enough to tell conversations apart, and keep signatures short. */
function digestOf(text: string): string {
  return hash("sha256", text, "hex").slice(0, 32);
}
