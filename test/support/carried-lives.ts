/** Sessions in which much has gathered that a compaction takes from the path, and what of it stands there afterwards. */
import fc from "fast-check";
import type { MockCall, Reply, ReplyBlock } from "#mock-api";
import type { RestoredFiles } from "#src/annex/compaction/carry-over.ts";
import { compacting } from "#src/annex/compaction/compacting.ts";
import { together } from "#src/annex/context/together.ts";
import { tailReader } from "#src/annex/log/fast/tail.ts";
import { Skills } from "#src/annex/skills/skills.ts";
import { tasksIn } from "#src/annex/tasks/tasks.ts";
import {
  ALL_TOOLS,
  type Attachment,
  type Compacting,
  compact,
  type HarnessEvent,
  type MessagesRequest,
  type Model,
  promptsOf,
  Session,
} from "#src/index.ts";
import { recordsOn } from "#src/log/path.ts";
import { seenBytes } from "#src/tools/seen.ts";
import { shownAs } from "./law.ts";
import { remembering } from "./remembering.ts";
import { scripted } from "./scripted.ts";
import { Killed, type Process, World } from "./world.ts";

type Deed =
  | { readonly do: "task" | "drop" | "nested" }
  | { readonly do: "skill"; readonly which: number }
  | { readonly do: "read"; readonly which: number }
  | { readonly do: "write"; readonly which: number };

/** What was done, a deed a turn; what is compacted; and the line of it at which the process is killed, if it is. */
export interface Life {
  readonly deeds: readonly Deed[];
  readonly part: "all" | "from" | "upTo";
  readonly pick: number;
  readonly restore: RestoredFiles;
  readonly killedAt: number | undefined;
}

const which = fc.nat(6);
const anyDeed: fc.Arbitrary<Deed> = fc.oneof(
  fc.record({ do: fc.constantFrom("task" as const, "task" as const, "drop" as const, "nested" as const) }),
  fc.record({ do: fc.constant("skill" as const), which }),
  fc.record({ do: fc.constantFrom("read" as const, "read" as const), which }),
  fc.record({ do: fc.constant("write" as const), which }),
);

export const anyLife = shownAs(
  fc.record<Life>({
    deeds: fc.array(anyDeed, { minLength: 1, maxLength: 10 }),
    part: fc.constantFrom("all", "all", "from", "upTo"),
    pick: fc.nat(9),
    restore: fc.constantFrom("none", "recent"),
    killedAt: fc.option(fc.nat(8), { nil: undefined }),
  }),
  ({ deeds, part, pick, restore, killedAt }) =>
    [
      ...deeds.map((deed) => `> ${Object.values(deed).join(" ")}`),
      `/compact ${part}, prompt ${pick}, files: ${restore}`,
      ...(killedAt === undefined ? [] : [`(killed after line ${killedAt} of it; a fresh process goes on)`]),
    ].join("\n"),
);

/** What stands on the path, and in the last request, by names. */
export interface Outcome {
  readonly tasks: readonly unknown[];
  /** How often each invoked skill's body was sent, and how often it stands in what was kept. */
  readonly bodies: Readonly<Record<string, number>>;
  readonly keptBodies: Readonly<Record<string, number>>;
  /** How often something that was asked of a skill was sent as its arguments. */
  readonly args: number;
  readonly listings: number;
  readonly memory: { readonly old: number; readonly new: number };
  readonly nested: number;
  readonly nestedKept: number;
  /** The files that file tools came to, each as `path digest`, the latest first; so in what was kept; and those that Edit would take. */
  readonly files: readonly string[];
  readonly keptFiles: readonly string[];
  readonly editable: readonly string[];
}

/** Lives it: before the compaction, and behind it after one more prompt. */
export async function live(
  life: Life,
): Promise<{ before: Outcome; after: Outcome; refused: readonly unknown[] }> {
  const scene = new Scene(life);
  await scene.act();
  const before = scene.outcome([]);
  await scene.compact();
  await scene.ask();
  return { before, after: scene.outcome(before.files), refused: scene.refused };
}

class Scene {
  readonly #life: Life;
  readonly #world = new World();
  readonly #requests: MessagesRequest[] = [];
  readonly #calls: MockCall[] = [];
  readonly #model: Model;
  #process: Process;
  #appended = Number.POSITIVE_INFINITY;
  #session: Session;

  constructor(life: Life) {
    this.#life = life;
    const { disk, cwd } = this.#world;
    for (let at = 0; at < 7; at += 1) {
      disk.put(this.#file(at), `content ${at}`);
      disk.put(`${cwd}/.claude/skills/s${at}/SKILL.md`, `---\ndescription: Does s${at}.\n---\nBODY-s${at}.`);
    }
    disk.put(`${cwd}/below/x.txt`, "x");
    disk.put(`${cwd}/below/CLAUDE.md`, "NESTED-RULE");
    disk.put(`${cwd}/CLAUDE.md`, "RULE-OLD");
    const replies = [DONE, ...life.deeds.flatMap((deed) => this.#replies(deed))];
    this.#model = scripted([...replies, SUM, DONE, DONE], (call) => this.#calls.push(call));
    this.#process = this.#world.start(this.#model);
    this.#session = this.#open();
  }

  async act(): Promise<void> {
    await this.#session.prompt("start");
    for (const [at, deed] of this.#life.deeds.entries())
      await this.#session.prompt(deed.do === "skill" ? `/s${deed.which} arg${at}` : `do ${at}`);
    this.#world.disk.put(`${this.#world.cwd}/CLAUDE.md`, "RULE-NEW");
  }

  async compact(): Promise<void> {
    this.#appended = 0;
    try {
      await compact(this.#session, this.#chosen());
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
      this.#process = this.#world.start(this.#model);
      this.#session = this.#open(this.#session.id);
    }
    this.#appended = Number.POSITIVE_INFINITY;
  }

  async ask(): Promise<void> {
    await this.#session.prompt("And now?");
  }

  get refused(): readonly unknown[] {
    return this.#calls.flatMap(({ refusal }) => refusal ?? []);
  }

  outcome(files: readonly string[]): Outcome {
    const way = this.#session.log.way();
    const [records, told] = [recordsOn(way, "toolUseResult"), recordsOn(way, "attachment")];
    const kept = { ...way, items: way.items.filter((item) => !isBrought(item)) };
    const invoked = told.filter(({ type }) => type === "invoked_skill");
    const names = [...new Set(invoked.map(({ name }) => String(name)))].sort();
    const counted = (of: (name: string) => number) =>
      Object.fromEntries(names.map((name) => [name, of(name)]));
    return {
      tasks: tasksIn(records).map((task) => (task.status === "deleted" ? { id: task.id } : task)),
      bodies: counted((name) => this.#times(`BODY-${name}`)),
      keptBodies: counted(
        (name) => invoked.filter((each) => each["name"] === name && each["again"] !== true).length,
      ),
      args: this.#times("ARGUMENTS: arg"),
      listings: this.#times("- s0: Does s0."),
      memory: { old: this.#times("RULE-OLD"), new: this.#times("RULE-NEW") },
      nested: this.#times("NESTED-RULE"),
      nestedKept: told.filter(({ type }) => type === "nested_memory").length,
      files: lastSeen(records),
      keptFiles: lastSeen(recordsOn(kept, "toolUseResult")),
      editable: files.filter((file) => this.#isEditable(file.split(" ")[0] ?? "")),
    };
  }

  #times(text: string): number {
    return JSON.stringify(this.#requests.at(-1)?.messages ?? []).split(text).length - 1;
  }

  #isEditable(path: string): boolean {
    const { disk, shell } = this.#process.ports;
    const call = { type: "tool_use", id: "t", name: "Edit", input: {} } as const;
    const past = () => recordsOn(this.#session.log.way(), "toolUseResult");
    try {
      seenBytes(path, { disk, shell, cwd: this.#world.cwd, call, past });
      return true;
    } catch {
      return false;
    }
  }

  #chosen(): Compacting {
    const { part, pick } = this.#life;
    const prompts = promptsOf(this.#session).slice(part === "upTo" ? 1 : 0);
    const uuid = prompts[pick % prompts.length]?.uuid ?? "";
    if (part === "all") return {};
    return { part: part === "from" ? { from: uuid } : { upTo: uuid } };
  }

  #replies(deed: Deed): Reply[] {
    const call = (name: string, input: object): Reply => ({
      content: [{ type: "tool_use", name, input } as ReplyBlock],
    });
    if (deed.do === "task") return [call("TaskCreate", { subject: "t" }), DONE];
    if (deed.do === "drop") return [call("TaskUpdate", { taskId: "1", status: "deleted" }), DONE];
    if (deed.do === "nested") return [call("Read", { file_path: "below/x.txt" }), DONE];
    if (deed.do === "read") return [call("Read", { file_path: this.#file(deed.which) }), DONE];
    // What was not seen is not written over: then the call fails, and leaves nothing.
    const written = { file_path: "which" in deed ? this.#file(deed.which) : "", content: "written" };
    return deed.do === "write" ? [call("Write", written), DONE] : [DONE];
  }

  #file(at: number): string {
    return `${this.#world.cwd}/f${at}.txt`;
  }

  #open(id?: string): Session {
    const { disk, root, cwd } = this.#world;
    const skills = new Skills({ disk, root, cwd, tell: () => {} });
    const { memory: _, ...memory } = remembering(this.#world);
    const { killedAt, restore } = this.#life;
    const process = this.#process;
    const emit = (event: HarnessEvent) => {
      if (event.type === "request") this.#requests.push(event.request);
      if (event.type === "append" && this.#appended++ === killedAt) process.kill();
    };
    const hooks = together(skills.hooks, memory.hooks ?? (async () => ({ attachments: [] })));
    const plain = process.options({
      ...memory,
      readLog: tailReader(),
      hooks,
      emit,
      tools: [...ALL_TOOLS, skills.tool],
    });
    const host = { auto: true, restoreFiles: restore, skills: () => skills.found().skills };
    const options = compacting(plain, () => session, host);
    const session: Session = id === undefined ? Session.begin(options) : Session.resume(options, id);
    return session;
  }
}

/** Each file with its last digest, the one that was come to last first. */
function lastSeen(records: ReturnType<typeof recordsOn>): string[] {
  const files = records.filter(({ digest }) => typeof digest === "string").reverse();
  const paths = [...new Set(files.map(({ filePath }) => filePath))];
  return paths.map((path) => `${path} ${files.find(({ filePath }) => filePath === path)?.["digest"]}`);
}

/** Was it brought back by the compaction that the path begins with? */
function isBrought(item: ReturnType<Session["log"]["way"]>["items"][number]): boolean {
  const attachment =
    item.kind === "entry" ? (item.node.entry["attachment"] as Attachment | undefined) : undefined;
  return attachment?.["boundary"] !== undefined;
}

const DONE: Reply = { content: [{ type: "text", text: "Done." }] };
const SUM: Reply = { content: [{ type: "text", text: "The sum." }] };
