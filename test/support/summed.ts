/** A session whose model sums up when it is asked to, and else answers by a list. */
import { createMockApi, type MockCall, memoryCache, type Reply } from "#mock-api";
import { type CompactingHost, compacting } from "#src/annex/compaction/compacting.ts";
import { ANNEX_INJECTIONS } from "#src/annex/context/injections.ts";
import {
  type HarnessEvent,
  type MessagesRequest,
  type Model,
  modelOver,
  Session,
  type SessionOptions,
} from "#src/index.ts";
import { World } from "./world.ts";

/** What is left out: every answer is "Done."; every summary is "The sum." */
export interface Around {
  readonly answers?: readonly Reply[];
  readonly sums?: readonly Reply[];
  readonly more?: Partial<SessionOptions>;
  readonly host?: Partial<CompactingHost>;
  readonly world?: World;
}

/** One session, in one process after the other. */
export class Summed {
  readonly world: World;
  /** What the turns have sent; what was asked for summaries stands in `asked`. */
  readonly requests: MessagesRequest[] = [];
  readonly asked: MessagesRequest[] = [];
  readonly calls: MockCall[] = [];
  readonly told: string[] = [];
  readonly #model: Model;
  readonly #around: Around;
  session: Session;

  constructor(around: Around = {}) {
    this.world = around.world ?? new World();
    this.#around = around;
    const [answers, sums] = [[...(around.answers ?? [])], [...(around.sums ?? [])]];
    const api = createMockApi({
      model: (request) => {
        const isSum = JSON.stringify(request.messages.at(-1)).includes("Summarize this conversation");
        (isSum ? this.asked : this.requests).push(request as unknown as MessagesRequest);
        return (isSum ? sums.shift() : answers.shift()) ?? says(isSum ? "The sum." : "Done.");
      },
      cache: memoryCache(),
      onCall: (call) => this.calls.push(call),
    });
    this.#model = modelOver({ apiKey: "x", fetch: api.fetch, maxRetries: 0 });
    this.session = this.#open();
  }

  restart(): void {
    this.session = this.#open(this.session.id);
  }

  /** The last request's texts, a block each; calls and results by their types. */
  sent(): string[] {
    const blocks = (this.requests.at(-1)?.messages ?? []).flatMap(({ content }) => content);
    return blocks.map(({ type, text }) => (type === "text" ? String(text) : type));
  }

  #open(id?: string): Session {
    const { more, host } = this.#around;
    const emit = (event: HarnessEvent) => {
      if (event.type === "notice") this.told.push(event.text);
    };
    const plain = this.world.start(this.#model).options({ injections: ANNEX_INJECTIONS, emit, ...more });
    const all = { auto: true, restoreFiles: "none" as const, skills: () => [], ...host };
    const options = compacting(plain, () => session, all);
    const session: Session = id === undefined ? Session.begin(options) : Session.resume(options, id);
    return session;
  }
}

/** An answer of one text, after which the window holds so many tokens. */
export function says(text: string, tokens?: number): Reply {
  const usage = { input_tokens: tokens ?? 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  return {
    content: [{ type: "text", text }],
    ...(tokens !== undefined && { usage: { ...usage, output_tokens: 0 } }),
  };
}
