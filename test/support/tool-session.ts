/** A session on a world in which a test says which tools are called, a batch a turn. */
import type { ReplyBlock } from "#mock-api";
import type {
  Ask,
  Disk,
  HarnessEvent,
  Hooks,
  MessagesRequest,
  Model,
  SessionOptions,
  Shell,
  Tool,
  ToolResultBlock,
} from "#src/index.ts";
import { CORE_TOOLS, NO_HOOKS, Session } from "#src/index.ts";
import { scripted } from "./scripted.ts";
import type { World } from "./world.ts";

/** A tool call that the scripted model makes. */
export interface Asked {
  readonly name: string;
  readonly input: Record<string, unknown>;
}

/** What is left out: the tools of the core, every call allowed, and the shell of the world. */
export interface Around {
  readonly tools?: readonly Tool[];
  readonly ask?: Ask;
  readonly shell?: Shell;
  /** What else each process opens the session with. */
  readonly more?: () => Partial<SessionOptions>;
  readonly hooks?: Hooks;
  /** Left out: the disk of the world, and its project folder there. */
  readonly disk?: Disk;
  readonly cwd?: string;
}

/** Plays batches of tool calls. */
export class ToolSession {
  readonly #world: World;
  readonly #around: Around;
  readonly #model: Model;
  readonly #results = new Map<string, ToolResultBlock>();
  readonly requests: MessagesRequest[] = [];
  #ended: ToolResultBlock[] = [];
  session: Session;

  /** `batches` are all that will be called, one batch a turn. */
  constructor(world: World, batches: readonly (readonly Asked[])[], around: Around = {}) {
    this.#world = world;
    this.#around = around;
    this.#model = scripted(
      batches.flatMap((calls, turn) => [
        {
          content: calls.map(
            (call, index): ReplyBlock => ({ type: "tool_use", id: idOf(turn, index), ...call }),
          ),
        },
        { content: [{ type: "text", text: "Done." } as const] },
      ]),
    );
    this.session = Session.begin(this.#options());
  }

  /** A fresh process takes the session up. */
  restart(): void {
    this.session = Session.resume(this.#options(), this.session.id);
  }

  /** The next turn. Returns the results in the order in which the tools were done. */
  async turn(signal?: AbortSignal): Promise<readonly ToolResultBlock[]> {
    this.#ended = [];
    await this.session.prompt("Go on.", signal);
    return this.#ended;
  }

  /** The result of a call that was made: its turn's number and its place in the batch. */
  result(turn: number, index: number): ToolResultBlock | undefined {
    return this.#results.get(idOf(turn, index));
  }

  #options(): SessionOptions {
    const emit = (event: HarnessEvent) => {
      if (event.type === "request") this.requests.push(event.request);
      if (event.type !== "tool-end") return;
      this.#ended.push(event.result);
      this.#results.set(event.result.tool_use_id, event.result);
    };
    const { tools = CORE_TOOLS, hooks = NO_HOOKS, cwd = this.#world.cwd, more, ...ports } = this.#around;
    const options = this.#world.start(this.#model).options({ hooks, ...more?.(), tools, emit, cwd });
    return { ...options, ports: { ...options.ports, ...ports } };
  }
}

function idOf(turn: number, index: number): string {
  return `toolu_${turn}_${index}`;
}
