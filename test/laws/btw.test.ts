/** `/btw` (C-5.6a, C-5.6b): behind the cached prefix of what was last sent, also while tools run, and without a trace. */
import fc from "fast-check";
import { expect } from "vitest";
import { createMockApi, type MockCall, memoryCache, type Reply, type ReplyBlock } from "#mock-api";
import { btw, type HarnessEvent, type MessagesRequest, modelOver, type Tool } from "#src/index.ts";
import { MemoryLogs } from "../../scripts/stage/memory-logs.ts";
import { law, shownAs } from "../support/law.ts";
import { bytesOf, expectPrefix, markedPrefix } from "../support/prefix.ts";
import { World } from "../support/world.ts";

/** A turn, and when the question beside it is asked. */
interface AskedTurn {
  readonly calls: number;
  readonly thinks: boolean;
  readonly asks: "while its tools run" | "after it" | "not at all";
}

const anyTalk = shownAs(
  fc.array(
    fc.record<AskedTurn>({
      calls: fc.nat(3),
      thinks: fc.boolean(),
      asks: fc.constantFrom("while its tools run", "after it", "not at all"),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  (turns) =>
    turns
      .map(({ calls, thinks, asks }) => `> ${thinks ? "thinks, " : ""}${calls} calls; /btw ${asks}`)
      .join("\n"),
);

law(
  "aside-cached",
  "a question beside the conversation begins with the bytes of what was last sent up to its last marker and reads them from the cache, the API takes it, no tool runs for it, and no byte on the machine is another afterwards",
  [anyTalk, fc.constantFrom("claude-opus-5", "claude-opus-5-5")],
  async (turns, model) => {
    const talk = new Talk(model);
    for (const turn of turns) await talk.turn(turn);
  },
  { runs: 8 },
);

class Talk {
  readonly #logs = new MemoryLogs();
  readonly #paths = new Set<string>();
  readonly #world = new World({
    openLog: (path) => {
      this.#paths.add(path);
      return this.#logs.open(path);
    },
  });
  readonly #sent: MessagesRequest[] = [];
  readonly #calls: MockCall[] = [];
  readonly #replies: Reply[] = [];
  readonly #tool: Tool;
  readonly #session;
  #toAsk = 0;
  #runs = 0;

  constructor(model: string) {
    const api = createMockApi({
      model: () => this.#replies.shift() ?? { status: 500, error: "nobody asked" },
      cache: memoryCache(),
      onCall: (call) => this.#calls.push(call),
    });
    this.#tool = {
      name: "Work",
      kind: "read",
      description: "Works.",
      inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
      run: async () => {
        this.#runs += 1;
        while (this.#toAsk > 0) await this.#ask();
        return { content: "done", isError: false };
      },
    };
    const emit = (event: HarnessEvent) => {
      if (event.type === "request") this.#sent.push(event.request);
    };
    this.#session = this.#world.start(modelOver({ apiKey: "x", fetch: api.fetch, maxRetries: 0 })).begin({
      tools: [this.#tool],
      settings: { model },
      appendSystemPrompt: "Be brief. ".repeat(300),
      emit,
    });
  }

  async turn({ calls, thinks, asks }: AskedTurn): Promise<void> {
    const thinking: ReplyBlock[] = thinks ? [{ type: "thinking", thinking: "hm" }] : [];
    const asked = Array.from(
      { length: calls },
      (): ReplyBlock => ({ type: "tool_use", name: "Work", input: {} }),
    );
    const answer = { content: [...thinking, { type: "text", text: "done" } as const] };
    this.#toAsk = asks === "while its tools run" && calls > 0 ? 1 : 0;
    if (calls > 0) this.#replies.push({ content: [...thinking, ...asked] });
    this.#replies.push(...Array<Reply>(this.#toAsk).fill(ASIDE), answer);
    expect((await this.#session.prompt("p")).message).toBeUndefined();
    this.#toAsk = asks === "after it" ? 1 : 0;
    this.#replies.push(...Array<Reply>(this.#toAsk).fill(ASIDE));
    if (this.#toAsk > 0) await this.#ask();
    expect(this.#calls.flatMap(({ refusal }) => refusal ?? [])).toEqual([]);
  }

  async #ask(): Promise<void> {
    this.#toAsk -= 1;
    const [before, runs, sent] = [this.#bytes(), this.#runs, this.#calls.at(-1)?.usage];
    const last = this.#sent.at(-1);
    if (!last || !sent) throw new Error("Nothing was sent yet.");
    const { response, answer } = await btw(this.#session, "And what is that?");
    expect(answer).toBe("Beside.");
    const request = this.#calls.at(-1)?.request as unknown as MessagesRequest;
    expect(JSON.stringify(request.messages.at(-1))).toContain("And what is that?");
    expectPrefix(markedPrefix(last), bytesOf(request));
    // What still runs was not interrupted, and nothing is said of it.
    expect(JSON.stringify(request.messages)).not.toContain("interrupted");
    const kept = Number(sent.cache_read_input_tokens) + Number(sent.cache_creation_input_tokens);
    expect(kept).toBeGreaterThan(0);
    expect(response.usage.cache_read_input_tokens).toBeGreaterThanOrEqual(kept);
    expect([this.#bytes(), this.#runs]).toEqual([before, runs]);
  }

  /** All files of the machine that a session could have written. */
  #bytes(): string[] {
    const { root, cwd, disk } = this.#world;
    const names = [root, cwd].flatMap((folder) => disk.list(folder).map(({ name }) => `${folder}/${name}`));
    return [...names, ...[...this.#paths].map((path) => `${path}\n${this.#world.text(path)}`)];
  }
}

const ASIDE: Reply = {
  content: [
    { type: "thinking", thinking: "hm" },
    { type: "text", text: "Beside." },
    { type: "tool_use", name: "Work", input: {} },
  ],
};
