/** A session that has MCP servers, with a model that answers by a list: what it sends, and what comes back. */
import { expect } from "vitest";
import type { MockCall, Reply } from "#mock-api";
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import { goneTools, knownReferences } from "#src/annex/mcp/references.ts";
import type { OpenServers } from "#src/annex/mcp/servers.ts";
import {
  CORE_TOOLS,
  type HarnessEvent,
  type Message,
  type MessagesRequest,
  parseLine,
  type RequestSettings,
  readLog,
  type Session,
} from "#src/index.ts";
import { isRecord, type ToolResultBlock } from "#src/wire.ts";
import { scripted } from "./scripted.ts";
import { World } from "./world.ts";

/** A call, as an answer of the model. */
export function calling(...calls: readonly (readonly [name: string, input?: object])[]): Reply {
  return { content: calls.map(([name, input = {}]) => ({ type: "tool_use", name, input })) };
}

/** The model's last words. */
export const DONE: Reply = { content: [{ type: "text", text: "done" }] };

/** How a session is taken up. `knowsGone`: with what stands for the tools that it goes on without. */
interface Taking {
  readonly settings?: Partial<RequestSettings>;
  readonly knowsGone?: boolean;
}

/** One process with one session. */
export class McpSession {
  readonly session: Session;
  readonly requests: MessagesRequest[] = [];
  readonly #world: World;
  readonly #refused: MockCall[] = [];

  /** Takes up the session of that id, where one is given. */
  constructor(
    open: OpenServers,
    replies: readonly Reply[],
    world = new World(),
    id?: string,
    { settings = {}, knowsGone = true }: Taking = {},
  ) {
    this.#world = world;
    const model = scripted(replies, (call) => {
      if (call.refusal) this.#refused.push(call);
    });
    const process = world.start(model);
    const past = id === undefined || !knowsGone ? undefined : readLog(world.bytes(process.resume(id).path));
    const tools = [...CORE_TOOLS, ...open.tools, ...(past ? goneTools(past, open.tools) : [])];
    const options = {
      tools,
      settings,
      hooks: open.hooks,
      injections: ANNEX_INJECTIONS,
      lastLook: (messages: readonly Message[]) => knownReferences(messages, tools),
      emit: (event: HarnessEvent) => {
        if (event.type === "request") this.requests.push(event.request);
      },
    };
    this.session = id === undefined ? process.begin(options) : process.resume(id, options);
  }

  /** One turn. Fails where the API refuses a request of it. */
  async prompt(signal?: AbortSignal) {
    const result = await this.session.prompt("Go on.", signal);
    expect(this.#refused.map(({ refusal }) => refusal)).toEqual([]);
    return result;
  }

  /** The results in the last request, in order. */
  results(): ToolResultBlock[] {
    const blocks = (this.requests.at(-1)?.messages ?? []).flatMap(({ content }) => content);
    return blocks.filter((block): block is ToolResultBlock => block.type === "tool_result");
  }

  /** The attachments that the log holds, in order. */
  attachments(): Readonly<Record<string, unknown>>[] {
    const lines = this.#world.text(this.session.path).trimEnd().split("\n").map(parseLine);
    return lines.flatMap((line) => {
      const attachment = "attachment" in line ? line["attachment"] : undefined;
      return isRecord(attachment) ? [attachment] : [];
    });
  }
}
