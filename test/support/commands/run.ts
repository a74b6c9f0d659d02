/** Runs a program of commands against the harness, beside a model of it that knows only lists of words, and files. */
import { expect } from "vitest";
import { createMockApi, memoryCache, type Reply, type ReplyBlock } from "#mock-api";
import { branchOff } from "#src/annex/branch/branch-off.ts";
import {
  btw,
  checkpointing,
  compact,
  fork,
  type HarnessEvent,
  type MessagesRequest,
  modelOver,
  NO_HOOKS,
  promptsOf,
  rewind,
  type Session,
  type Tool,
} from "#src/index.ts";
import { Bench, WORK } from "../bench.ts";
import { Killed, type Process, World } from "../world.ts";
import { type History, ProjectFiles } from "./files.ts";
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
  /** What its log holds of files. */
  history: History;
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
  readonly #files = new ProjectFiles(this.#world);
  readonly #tools = [TOOL, this.#files.tool];
  readonly #known = new Map<string, Known>();
  readonly #logs = new Map<string, string>();
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
        return this.#rewind(command);
      case "btw":
        return this.#btw(command.forks);
      case "branch":
        if (this.#now.own.words.length > 0) this.#meet(this.#branch(), this.#now.own);
        return;
      case "hand":
        return this.#files.byHand(command.file, command.removes ? undefined : this.#word());
      case "continue":
        return this.#takeUp(this.#session.id);
      case "resume": {
        const all = [...this.#known.values()].filter(({ disk }) => disk.words.length > 0);
        return this.#takeUp(all[command.pick % all.length]?.id ?? this.#session.id);
      }
      case "other":
        return this.#other(command);
    }
  }

  async #prompt({ calls, edits, thinks, killedAt }: Command & { do: "prompt" }): Promise<void> {
    const known = this.#now;
    const { word, said, written } = this.#turn(calls, edits, thinks);
    const [were, before] = [this.#files.now, known.history];
    known.history = this.#files.turn(before, word, written);
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
    known.history = this.#files.cutOff(before, known.history, this.#session, written, were);
    const left = wordsOf(this.#fresh(known.id)?.nextRequest());
    // If nothing of the turn stands, it may be the other terminal's words that the log stands at.
    const ends = [known.own, known.disk].filter((each) => each.words.join() === left.join());
    const isAsked = left.includes(word);
    // Of the turn in which it was killed a part stands, and nothing of before is gone.
    if (isAsked) expect(left.slice(0, words.length)).toEqual(words);
    else expect(ends).not.toEqual([]);
    for (const each of isAsked ? left.slice(words.length) : []) expect(said).toContain(each);
    const [stands = { words: left, prompts: after.prompts }] = ends;
    known.own = known.disk = stands;
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

  #rewind({ pick, what }: Command & { do: "rewind" }): void {
    const known = this.#now;
    const { prompts } = known.own;
    const at = pick % Math.max(1, prompts.length);
    const chosen = prompts[at];
    if (!chosen) return;
    const found = promptsOf(this.#session).find(({ text }) => text === chosen.word);
    const uuid = found?.uuid ?? "";
    if (what !== "conversation") this.#files.rewind(known.history, chosen.word, this.#session, uuid);
    if (what === "code") return;
    expect(rewind(this.#session, uuid)).toBe(chosen.word);
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
    const child = fork(this.#session, aside, this.#branch());
    this.#meet(child, { words: [...own.words, question, answer], prompts });
  }

  #branch(): Session {
    const { disk } = this.#world;
    return branchOff(this.#session, {}, { disk, save: (path, bytes) => disk.put(path, bytes) }).session;
  }

  async #other({ edits, thinks }: Command & { do: "other" }): Promise<void> {
    const known = this.#now;
    if (known.disk.words.length === 0) return;
    const { word, said, written } = this.#turn(0, edits, thinks);
    known.history = this.#files.turn(known.history, word, written);
    const hooks = checkpointing(
      NO_HOOKS,
      this.#files.placeOf(() => other),
    );
    const other: Session = this.#start().resume(known.id, { tools: this.#tools, hooks });
    expect((await other.prompt(word)).failed).toBe(false);
    const { words, prompts } = known.disk;
    known.disk = { words: [...words, ...said], prompts: [...prompts, { word, before: words }] };
  }

  /** Plans a turn: its words, as they will stand in the next request. */
  #turn(calls: number, edits: readonly string[], thinks: boolean) {
    const word = this.#word();
    const thinking: ReplyBlock[] = thinks ? [{ type: "thinking", thinking: "hm" }] : [];
    const worked = Array.from({ length: calls }, () => this.#word());
    const works = worked.map((label, place): ReplyBlock => {
      return { type: "tool_use", name: WORK, input: { label, place, of: calls, fails: "no" } };
    });
    const written = edits.map((file) => [file, this.#word()] as const);
    const writes = written.map(([file_path, content]): ReplyBlock => {
      return { type: "tool_use", name: "Write", input: { file_path, content } };
    });
    const [labels, asks] = [
      [...worked, ...written.map(([, text]) => text)],
      [...works, ...writes],
    ];
    if (asks.length > 0) this.#replies.push({ content: [...thinking, ...asks] });
    const answer = this.#word();
    this.#replies.push({ content: [...thinking, { type: "text", text: answer }] });
    return { word, said: [word, ...labels, ...labels, answer], written };
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
    for (const known of this.#known.values()) this.#checkLog(known, command, before);
    this.#files.check();
  }

  #checkLog({ path, id }: Known, command: Command, before: Known): void {
    const text = this.#world.text(path);
    const was = this.#logs.get(path) ?? "";
    expect(text.startsWith(was)).toBe(true);
    const isOfCode = command.do === "rewind" && command.what === "code";
    const writes = ["prompt", "compact", "rewind", "other"].includes(command.do) && !isOfCode;
    const isWritten = writes && id === before.id;
    if (!isWritten && was !== "") expect(text).toBe(was);
    this.#logs.set(path, text);
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
    const hooks = checkpointing(
      NO_HOOKS,
      this.#files.placeOf(() => this.#session),
    );
    return { tools: this.#tools, emit, hooks };
  }

  #begin(): Session {
    const session = this.#process.begin(this.#options());
    const { id, path } = session;
    this.#known.set(id, { id, path, own: NOTHING, disk: NOTHING, history: [] });
    return session;
  }

  /** A session that a command has made is where the terminal stands from now on. */
  #meet(session: Session, told: Told): void {
    const { id, path } = session;
    const history = this.#now.history.filter((each) => told.prompts.some(({ word }) => word === each.word));
    this.#known.set(id, { id, path, own: told, disk: told, history });
    this.#takeUp(id);
  }

  /** In a process of its own; undefined for a session in which nothing was said. */
  #fresh(id: string): Session | undefined {
    const known = this.#known.get(id);
    if (!known || this.#world.text(known.path) === "") return undefined;
    try {
      return this.#start().resume(id, { tools: this.#tools });
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
