/** Several terminals on one session: nothing is lost, and each goes its own way (C-5.4c, D-12, O-25, bug report 14). */
import fc from "fast-check";
import { expect } from "vitest";
import { createMockApi, type MockCall, memoryCache, type Reply, type ReplyBlock } from "#mock-api";
import {
  type HarnessEvent,
  type MessagesRequest,
  type Model,
  modelOver,
  readLog,
  type Session,
} from "#src/index.ts";
import { Bench, WORK } from "../support/bench.ts";
import { leafByRule, standingByRule } from "../support/by-the-rule.ts";
import { law, shownAs } from "../support/law.ts";
import { World } from "../support/world.ts";

/** What is said in each terminal: a number of tool calls for each turn. `picks` says whose turn it is to go on. */
interface Talk {
  readonly before: number;
  readonly terminals: readonly (readonly number[])[];
  readonly picks: readonly number[];
}

const anyTalk = shownAs(
  fc.record<Talk>({
    before: fc.integer({ min: 1, max: 2 }),
    terminals: fc.array(fc.array(fc.nat(2), { minLength: 1, maxLength: 3 }), { minLength: 2, maxLength: 3 }),
    picks: fc.array(fc.nat(5), { minLength: 1, maxLength: 30 }),
  }),
  ({ before, terminals, picks }) =>
    [
      `${before} turns before`,
      ...terminals.map((turns, at) => `terminal ${at}: calls ${turns}`),
      `go on in the order ${picks}`,
    ].join("\n"),
);

/** Where terminals wait until it is their turn: none goes on before all others wait, or are done. */
class Turns {
  readonly #waiting = new Map<string, () => void>();
  readonly #picks: readonly number[];
  #left: number;
  #next = 0;

  constructor(picks: readonly number[], terminals: number) {
    this.#picks = picks;
    this.#left = terminals;
  }

  wait(name: string): Promise<void> {
    return new Promise((go) => {
      this.#waiting.set(name, go);
      this.#goOn();
    });
  }

  done(): void {
    this.#left -= 1;
    this.#goOn();
  }

  #goOn(): void {
    if (this.#waiting.size < this.#left || this.#left === 0) return;
    const names = [...this.#waiting.keys()].sort();
    const name = names[(this.#picks[this.#next % this.#picks.length] ?? 0) % names.length] ?? "";
    this.#next += 1;
    const go = this.#waiting.get(name);
    this.#waiting.delete(name);
    go?.();
  }
}

/** One terminal. It waits before it opens the session, before each answer and before each batch of tools. */
class Terminal {
  readonly #name: string;
  readonly #api;
  readonly #replies: Reply[] = [];
  readonly calls: MockCall[] = [];
  #count = 0;
  /** What it knows, in the order of its conversation: what was there when it opened, and what it said itself. */
  known: string[] = [];
  session: Session | undefined;
  readonly sent: { readonly words: string[]; readonly known: string[] }[] = [];

  constructor(name: string) {
    this.#name = name;
    const model = () => this.#replies.shift() ?? { status: 500, error: "nobody asked" };
    this.#api = createMockApi({ model, cache: memoryCache(), onCall: (call) => this.calls.push(call) });
  }

  open(world: World, id: string | undefined, wait: (name: string) => Promise<void>): void {
    const api = modelOver({ apiKey: "x", fetch: this.#api.fetch, maxRetries: 0 });
    const model: Model = {
      send: async (request, options) => {
        this.sent.push({ words: wordsIn(request.messages), known: [...this.known] });
        await wait(this.#name);
        return api.send(request, options);
      },
    };
    const process = world.start(model);
    const bench = new Bench();
    const run: typeof bench.tool.run = async (...call) => {
      if (call[0]["place"] === 0) await wait(this.#name);
      return bench.tool.run(...call);
    };
    const options = { tools: [{ ...bench.tool, run }], emit: (event: HarnessEvent) => bench.hear(event) };
    this.session = id === undefined ? process.begin(options) : process.resume(id, options);
    this.known = wordsIn(this.session.conversation().messages);
  }

  async turn(calls: number): Promise<void> {
    const prompt = this.#word();
    const labels = Array.from({ length: calls }, () => this.#word());
    const asks = labels.map((label, place): ReplyBlock => {
      return { type: "tool_use", name: WORK, input: { label, place, of: calls, fails: "no" } };
    });
    if (calls > 0) this.#replies.push({ content: asks });
    const answer = this.#word();
    this.#replies.push({ content: [{ type: "text", text: answer }] });
    this.known.push(prompt);
    const before = this.sent.length;
    expect((await this.session?.prompt(prompt))?.failed).toBe(false);
    // Of a turn with tools the second request holds the calls and their results.
    for (const each of this.sent.slice(before + 1)) each.known.push(...labels, ...labels);
    this.known.push(...labels, ...labels, answer);
  }

  #word(): string {
    this.#count += 1;
    return `${this.#name}${this.#count}.`;
  }
}

/** The numbered words of a conversation, in their order: prompts, answers, calls and results. */
function wordsIn(messages: MessagesRequest["messages"]): string[] {
  return messages
    .flatMap(({ content }) =>
      content.map((block) => JSON.stringify(block["text"] ?? block["input"] ?? block["content"])),
    )
    .flatMap((text) => [...String(text).matchAll(/\bt\d+x\d+\./g)].map(([word]) => word));
}

law(
  "two-writers",
  "however the writes of several terminals on one session interleave, nothing is lost, each one's requests hold what was there when it opened and what it said itself and no more, and a later process takes up the way that the rule for leaves names",
  [anyTalk],
  async ({ before, terminals, picks }) => {
    const world = new World();
    const first = new Terminal("t0x");
    first.open(world, undefined, async () => {});
    for (let turn = 0; turn < before; turn += 1) await first.turn(turn);
    const { id = "", path = "" } = first.session ?? {};
    const turns = new Turns(picks, terminals.length);
    const all = terminals.map((calls, at) => ({
      calls,
      name: `t${at + 1}x`,
      terminal: new Terminal(`t${at + 1}x`),
    }));
    const talk = async ({ calls, name, terminal }: (typeof all)[number]) => {
      await turns.wait(name);
      terminal.open(world, id, (each) => turns.wait(each));
      for (const each of calls) await terminal.turn(each);
    };
    await Promise.all(all.map((each) => talk(each).finally(() => turns.done())));
    const { lines: read, damaged } = readLog(world.bytes(path));
    expect(damaged).toEqual([]);
    const lines = read.map(({ line }) => line);
    const text = world.text(path);
    for (const { terminal } of all) {
      expect(terminal.calls.filter(({ refusal }) => refusal)).toEqual([]);
      for (const { words, known } of terminal.sent) expect(words).toEqual(known);
      expect(wordsIn(terminal.session?.conversation().messages ?? [])).toEqual(terminal.known);
      expect(terminal.known.filter((word) => !text.includes(word))).toEqual([]);
    }
    const later = world.start().resume(id);
    const { winner } = leafByRule(lines);
    const leaf = later.log.cursor ?? "";
    if (winner && "named" in winner) expect(leaf).toBe(winner.named);
    else expect(standingByRule(lines, leaf)).toBe(winner?.standing);
    expect(all.map(({ terminal }) => terminal.known)).toContainEqual(wordsIn(later.conversation().messages));
  },
  { runs: 40 },
);
