/** Runs a program of commands against the harness, beside a model of it that knows only lists of words. */
import { expect } from "vitest";
import { createMockApi, memoryCache, type Reply, type ReplyBlock } from "#mock-api";
import {
  branch,
  btw,
  compact,
  fork,
  type HarnessEvent,
  type MessagesRequest,
  modelOver,
  promptsOf,
  rewind,
  type Session,
  type Tool,
} from "#src/index.ts";
import { Bench, WORK } from "../bench.ts";
import { Killed, type Process, World } from "../world.ts";
import type { Command, Program } from "./program.ts";

/** What is said on a path, and the prompts on the way to it, each with what was said before. */
interface Told {
  readonly words: readonly string[];
  readonly prompts: readonly { readonly word: string; readonly before: readonly string[] }[];
}

/** A session as the model knows it: as its terminal stands, and as its log does, which another terminal may have moved. */
interface Known {
  readonly id: string;
  readonly path: string;
  own: Told;
  disk: Told;
}

/** Whatever is killed meanwhile, no call waits for another. */
const TOOL: Tool = {
  ...new Bench().tool,
  run: async ({ label }) => ({ content: String(label), isError: false }),
};

const NOTHING: Told = { words: [], prompts: [] };

/** Runs a program. Throws where the harness and the model part. */
export async function run({ commands }: Program): Promise<void> {
  const terminal = new Terminal();
  for (const command of commands) await terminal.do(command);
}

class Terminal {
  readonly #world = new World();
  readonly #known = new Map<string, Known>();
  readonly #files = new Map<string, string>();
  readonly #replies: Reply[] = [];
  readonly #api = createMockApi({
    model: () => this.#replies.shift() ?? { status: 500, error: "nobody asked" },
    cache: memoryCache(),
  });
  #words = 0;
  #killedAt = Number.POSITIVE_INFINITY;
  #process: Process;
  #session: Session;

  constructor() {
    this.#world.disk.write(`${this.#world.cwd}/CLAUDE.md`, "Be brief.\n");
    this.#process = this.#start();
    this.#session = this.#begin();
  }

  async do(command: Command): Promise<void> {
    const before = this.#now;
    await this.#run(command);
    this.#check(command, before);
  }

  get #now(): Known {
    const known = this.#known.get(this.#session.id);
    if (!known) throw new Error(`Nobody knows the session ${this.#session.id}.`);
    return known;
  }

  async #run(command: Command): Promise<void> {
    switch (command.do) {
      case "prompt":
        return this.#prompt(command);
      case "compact":
        return this.#compact(command);
      case "clear":
        this.#session = this.#begin();
        return;
      case "rewind":
        return this.#rewind(command.pick);
      case "btw":
        return this.#btw(command.forks);
      case "branch":
        if (this.#now.own.words.length > 0) this.#meet(branch(this.#session), this.#now.own);
        return;
      case "continue":
        return this.#takeUp(this.#session.id);
      case "resume": {
        const all = [...this.#known.values()].filter(({ disk }) => disk.words.length > 0);
        return this.#takeUp(all[command.pick % all.length]?.id ?? this.#session.id);
      }
      case "other":
        return this.#other(command.thinks);
    }
  }

  async #prompt({ calls, thinks, killedAt }: Command & { do: "prompt" }): Promise<void> {
    const known = this.#now;
    const { word, said } = this.#turn(calls, thinks);
    const { words, prompts } = known.own;
    const after = { words: [...words, ...said], prompts: [...prompts, { word, before: words }] };
    if (
      await this.#survives(killedAt, async () =>
        expect((await this.#session.prompt(word)).failed).toBe(false),
      )
    ) {
      known.own = known.disk = after;
      return;
    }
    // Of the turn in which it was killed a part stands, and nothing of before is gone.
    const left = wordsOf(this.#fresh(known.id)?.nextRequest());
    expect(left.slice(0, words.length)).toEqual(words);
    for (const each of left.slice(words.length)) expect(said).toContain(each);
    const isAsked = left.includes(word);
    known.own = known.disk = { words: left, prompts: isAsked ? after.prompts : prompts };
    this.#takeUp(known.id);
  }

  async #compact({ part, pick, killedAt }: Command & { do: "compact" }): Promise<void> {
    const known = this.#now;
    const { words, prompts } = known.own;
    if (words.length === 0) return;
    const here = prompts.filter(({ word }) => words.includes(word));
    const chosen = here[pick % here.length];
    const at = part === "all" || !chosen ? 0 : words.indexOf(chosen.word);
    const isPart = part !== "all" && chosen !== undefined && (part === "from" || at > 0);
    const summary = this.#word();
    this.#replies.push({ content: [{ type: "text", text: summary }] });
    const left = part === "from" ? [...words.slice(0, at), summary] : [summary, ...words.slice(at)];
    const uuid = promptsOf(this.#session).find(({ text }) => text === chosen?.word)?.uuid ?? "";
    const how = isPart ? { part: part === "from" ? { from: uuid } : { upTo: uuid } } : {};
    const after = { words: isPart ? left : [summary], prompts };
    if (await this.#survives(killedAt, async () => void (await compact(this.#session, how)))) {
      known.own = known.disk = after;
      return;
    }
    const found = wordsOf(this.#fresh(known.id)?.nextRequest());
    // It has been made or not; if not, it may be the other terminal's words that the log stands at.
    const ends: readonly Told[] = [after, known.own, known.disk];
    expect(ends.map((each) => each.words)).toContainEqual(found);
    const isFound = (each: Told) => each.words.join(" ") === found.join(" ");
    known.own = known.disk = ends.find(isFound) ?? after;
    this.#takeUp(known.id);
  }

  #rewind(pick: number): void {
    const known = this.#now;
    const { prompts } = known.own;
    const at = pick % Math.max(1, prompts.length);
    const chosen = prompts[at];
    if (!chosen) return;
    const found = promptsOf(this.#session).find(({ text }) => text === chosen.word);
    expect(rewind(this.#session, found?.uuid ?? "")).toBe(chosen.word);
    known.own = known.disk = { words: chosen.before, prompts: prompts.slice(0, at) };
  }

  async #btw(forks: boolean): Promise<void> {
    const { own } = this.#now;
    const [question, answer] = [this.#word(), this.#word()];
    this.#replies.push({
      content: [
        { type: "thinking", thinking: "" },
        { type: "text", text: answer },
      ],
    });
    const aside = await btw(this.#session, question);
    expect(aside.answer).toBe(answer);
    if (!forks || own.words.length === 0) return;
    const prompts = [...own.prompts, { word: question, before: own.words }];
    this.#meet(fork(this.#session, aside), { words: [...own.words, question, answer], prompts });
  }

  async #other(thinks: boolean): Promise<void> {
    const known = this.#now;
    if (known.disk.words.length === 0) return;
    const { word, said } = this.#turn(0, thinks);
    const other = this.#start().resume(known.id, { tools: [TOOL] });
    expect((await other.prompt(word)).failed).toBe(false);
    const { words, prompts } = known.disk;
    known.disk = { words: [...words, ...said], prompts: [...prompts, { word, before: words }] };
  }

  /** Plans a turn: its words, as they will stand in the next request. */
  #turn(calls: number, thinks: boolean): { readonly word: string; readonly said: readonly string[] } {
    const word = this.#word();
    const thinking: ReplyBlock[] = thinks ? [{ type: "thinking", thinking: "hm" }] : [];
    const labels = Array.from({ length: calls }, () => this.#word());
    const asks = labels.map((label, place): ReplyBlock => {
      return { type: "tool_use", name: WORK, input: { label, place, of: calls, fails: "no" } };
    });
    if (calls > 0) this.#replies.push({ content: [...thinking, ...asks] });
    const answer = this.#word();
    this.#replies.push({ content: [...thinking, { type: "text", text: answer }] });
    return { word, said: [word, ...labels, ...labels, answer] };
  }

  /** False where the process was killed at the append that was asked for. */
  async #survives(killedAt: number | undefined, work: () => Promise<void>): Promise<boolean> {
    this.#killedAt = killedAt ?? Number.POSITIVE_INFINITY;
    try {
      await work();
      return true;
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      return false;
    } finally {
      this.#killedAt = Number.POSITIVE_INFINITY;
      this.#replies.length = 0;
    }
  }

  /** After every command: the table of C-5.0, and what holds for all of them. */
  #check(command: Command, before: Known): void {
    const { own, disk, id } = this.#now;
    expect(wordsOf(this.#session.nextRequest())).toEqual(own.words);
    expect(promptsOf(this.#session).map(({ text }) => text)).toEqual(own.prompts.map(({ word }) => word));
    const fresh = this.#fresh(id);
    expect(wordsOf(fresh?.nextRequest())).toEqual(disk.words);
    if (fresh && own === disk) expect(fresh.nextRequest()).toEqual(this.#session.nextRequest());
    for (const known of this.#known.values()) this.#checkFile(known, command, before);
  }

  #checkFile({ path, id }: Known, command: Command, before: Known): void {
    const text = this.#world.text(path);
    const was = this.#files.get(path) ?? "";
    expect(text.startsWith(was)).toBe(true);
    const isWritten = ["prompt", "compact", "rewind", "other"].includes(command.do) && id === before.id;
    if (!isWritten && was !== "") expect(text).toBe(was);
    this.#files.set(path, text);
  }

  #word(): string {
    this.#words += 1;
    return `w${this.#words}`;
  }

  #start(): Process {
    return this.#world.start(modelOver({ apiKey: "x", fetch: this.#api.fetch, maxRetries: 0 }));
  }

  #options() {
    let appended = 0;
    const process = this.#process;
    const emit = (event: HarnessEvent) => {
      if (event.type !== "append") return;
      if (this.#killedAt === Number.POSITIVE_INFINITY) appended = 0;
      else if (appended++ === this.#killedAt) process.kill();
    };
    return { tools: [TOOL], emit };
  }

  #begin(): Session {
    const session = this.#process.begin(this.#options());
    this.#known.set(session.id, { id: session.id, path: session.path, own: NOTHING, disk: NOTHING });
    return session;
  }

  /** A session that a command has made is where the terminal stands from now on. */
  #meet(session: Session, told: Told): void {
    this.#known.set(session.id, { id: session.id, path: session.path, own: told, disk: told });
    this.#takeUp(session.id);
  }

  /** In a process of its own; undefined for a session in which nothing was said. */
  #fresh(id: string): Session | undefined {
    const known = this.#known.get(id);
    if (!known || this.#world.text(known.path) === "") return undefined;
    try {
      return this.#start().resume(id, { tools: [TOOL] });
    } catch {
      return undefined;
    }
  }

  #takeUp(id: string): void {
    const known = this.#known.get(id);
    if (!known) return;
    this.#process = this.#start();
    if (this.#fresh(id)) this.#session = this.#process.resume(id, this.#options());
    else this.#session = this.#begin();
    this.#now.own = this.#now.disk;
  }
}

/** The words of a request, in order: what was said, called and returned; not what was thought. */
function wordsOf(request: MessagesRequest | undefined): string[] {
  const blocks = request?.messages.flatMap(({ content }) => content) ?? [];
  return blocks.flatMap(({ type, text, input, content }) => {
    const said = type === "tool_use" ? JSON.stringify(input) : String(type === "text" ? text : content);
    return type === "thinking" ? [] : (said.match(/\bw\d+\b/g) ?? []);
  });
}
