/**
 * The memory of one open session (C-3.17, D-14): read from disk when it is opened and frozen for the process; what joins or
 * changes later is appended. An agent has its own: it begins with the memory as it is then (D-24).
 */
import { type Attachment, type HookMoment, type Hooks, NO_HOOKS } from "../../hooks.ts";
import type { SessionOptions } from "../../opened.ts";
import { isRecord } from "../../wire.ts";
import { together } from "../context/together.ts";
import { oneLine } from "../log/one-line.ts";
import { changes } from "./changes.ts";
import { joins, type Touched } from "./joins.ts";
import { loadMemory } from "./load.ts";
import type { Loaded } from "./loaded.ts";
import { displayed, type MemoryPlace } from "./places.ts";
import { memoryReport } from "./report.ts";

/** What a session's memory is made with. */
export interface MemoryHost {
  readonly place: MemoryPlace;
  /** Tells the person something. */
  readonly tell: (text: string) => void;
}

/** The tools that come to a file, and what they do to it, for a person. */
const DEEDS: Readonly<Record<string, string>> = { Read: "read", Write: "written", Edit: "edited" };

/** How many remarks on files are told at the start, and how many changes. */
const MOST_NAMED = 3;

/** One session's memory. */
export class SessionMemory {
  readonly #host: MemoryHost;
  readonly #announced = new Set<string>();
  /** What the session has begun with. */
  start: Loaded = { files: [], waiting: [], left: [] };

  constructor(host: MemoryHost) {
    this.#host = host;
  }

  /** Reads what the session begins with. */
  readonly read: NonNullable<SessionOptions["readMemory"]> = () => {
    this.start = loadMemory(this.#host.place);
    return [...this.start.files];
  };

  /** Leaves what joins behind the result that it came with, and what has changed behind the next prompt. */
  readonly hooks: Hooks = async (moment, _signal, told = () => []) => {
    if (moment.event === "SessionStart") this.#tellFaults();
    const notes = moment.event === "UserPromptSubmit" ? changes(this.#host.place, this.start, told()) : [];
    this.#tellChanges(notes);
    const known = new Set(this.start.files.map(({ real }) => real));
    const joined = this.#touched(moment).flatMap((each) => joins(this.#host.place, each, known, told));
    for (const { path, because } of joined) this.#announce(String(path), String(because));
    return { attachments: [...notes, ...joined] };
  };

  /** The file that was come to at a moment. What a prompt mentions is read by the tool as well (D-16). */
  #touched(moment: HookMoment): Touched[] {
    if (moment.event !== "PostToolUse" || moment.result.is_error) return [];
    const { name, input } = moment.call;
    const deed = Object.hasOwn(DEEDS, name) ? DEEDS[name] : undefined;
    const path = isRecord(input) ? input["file_path"] : undefined;
    if (deed === undefined || typeof path !== "string") return [];
    return [{ path, how: `${displayed(path, this.#host.place.cwd)} was ${deed}` }];
  }

  /** The options of a session that has this memory. */
  of(options: SessionOptions): SessionOptions {
    return {
      ...options,
      readMemory: this.read,
      hooks: together(options.hooks ?? NO_HOOKS, this.hooks),
    };
  }

  /** What a person is told of it. `told` is what stands on the session's path. */
  report(told: readonly Attachment[]): string {
    return memoryReport(this.start, told, this.#host.place.cwd);
  }

  #announce(path: string, because: string): void {
    if (this.#announced.has(path)) return;
    this.#announced.add(path);
    this.#host.tell(`Memory: ${oneLine(`${this.#displayed(path)} joins: ${because}`)}.`);
  }

  #tellChanges(notes: readonly Attachment[]): void {
    if (notes.length === 0) return;
    const all = notes.map(({ path, content, isNew }) => {
      const what = content === null ? "is gone" : isNew === true ? "is new" : "has changed";
      return `${this.#displayed(String(path))} ${what}`;
    });
    const more = all.length - MOST_NAMED;
    const named = [...all.slice(0, MOST_NAMED), ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
    this.#host.tell(`Memory: ${oneLine(named)}. The model is told, behind your prompt.`);
  }

  #displayed(path: string): string {
    return displayed(path, this.#host.place.cwd);
  }

  #tellFaults(): void {
    const { files, left } = this.start;
    const partly = files.flatMap(({ path, remark }) =>
      remark === undefined ? [] : [`${this.#displayed(path)}: ${remark}`],
    );
    const all = [...left.map(({ path, why }) => `${this.#displayed(path)} is left out: ${why}`), ...partly];
    for (const text of all.slice(0, MOST_NAMED)) this.#host.tell(`Memory: ${oneLine(text)}.`);
    const more = all.length - MOST_NAMED;
    if (more > 0)
      this.#host.tell(`Memory: ${more} more such ${more === 1 ? "remark" : "remarks"}; /memory shows all.`);
  }
}
