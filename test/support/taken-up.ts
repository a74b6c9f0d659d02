/** A log that somebody left, taken up by a fresh process and asked on: what is sent, and what comes of it. */
import type { MockCall, Reply } from "#mock-api";
import {
  type HarnessEvent,
  type Line,
  type MessagesRequest,
  type Model,
  type Session,
  type SessionOptions,
  sessionPath,
} from "#src/index.ts";
import { logOf, SESSION } from "./log-lines.ts";
import { linesOf } from "./notation.ts";
import { scripted } from "./scripted.ts";
import { World } from "./world.ts";

/** A session that was taken up. */
export class TakenUp {
  readonly world: World;
  readonly session: Session;
  readonly requests: MessagesRequest[] = [];
  readonly calls: MockCall[] = [];
  readonly events: HarnessEvent[] = [];

  /** `log` is its bytes, or its lines in the notation of `notation.ts`. The model answers by the list. */
  constructor(
    log: string | readonly (Line | string)[],
    replies: readonly Reply[] = [SAYS],
    more: Partial<SessionOptions> = {},
    world: World = new World(),
    ports: Partial<SessionOptions["ports"]> = {},
  ) {
    this.world = world;
    const lines = typeof log === "string" ? linesOf(log) : log;
    const path = sessionPath(world.root, world.cwd, SESSION);
    world.setText(path, logOf(lines));
    const model: Model = scripted(replies, (call) => this.calls.push(call));
    const emit = (event: HarnessEvent) => {
      this.events.push(event);
      if (event.type === "request") this.requests.push(event.request);
    };
    const process = world.start(model);
    this.session = process.resume(SESSION, { emit, ports: { ...process.ports, ...ports }, ...more });
  }

  /** Asks on. Throws where the API refused a request. */
  async ask(prompt = "And now?") {
    const turn = await this.session.prompt(prompt);
    const refused = this.calls.find(({ refusal }) => refusal);
    if (refused) throw new Error(`The API refused a request: ${JSON.stringify(refused.refusal)}`);
    return turn;
  }

  /** What the last request says, a message a line, in short. */
  sent(): string[] {
    const messages = this.requests.at(-1)?.messages ?? [];
    return messages.map(
      ({ role, content }) => `${role === "user" ? "U" : "A"}: ${content.map(short).join(" ")}`,
    );
  }

  log(): string {
    return this.world.text(this.session.path);
  }
}

/** The smallest answer. */
export const SAYS: Reply = { content: [{ type: "text", text: "s1" }] };

/** `+` a call, `=` a result, `!` one that is an error. */
function short(block: MessagesRequest["messages"][number]["content"][number]): string {
  if (block.type === "tool_use") return `+${block["id"]}`;
  if (block.type === "tool_result") {
    return `=${block["tool_use_id"]}${block["is_error"] ? "!" : `:${block["content"]}`}`;
  }
  return block.type === "text" ? String(block["text"]) : block.type;
}
