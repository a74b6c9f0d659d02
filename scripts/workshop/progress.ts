/** How far a learner has come: `.workshop/progress.json`. Whatever stands in that file, the workshop starts, and nothing of it is lost. */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freeName, fromRoot, type Workplace } from "./bench.ts";
import type { State } from "./grade.ts";

const VERSION = 1;

/** What is known of one exercise. */
export interface Standing {
  /** What the last run came to. */
  readonly state: State;
  /** Runs in which something was tried. */
  readonly tries: number;
  /** Hints that were shown. */
  readonly hints: number;
  /** When it was begun, and when it was green first: ISO times. */
  readonly begun: string;
  readonly green?: string;
}

type Json = Readonly<Record<string, unknown>>;

/** The file as it is understood: `rest` are fields of later versions, which stay. */
interface Document {
  readonly rest: Json;
  readonly current: string | undefined;
  readonly standings: ReadonlyMap<string, Standing>;
}

const NOTHING: Document = { rest: {}, current: undefined, standings: new Map() };

/** The progress file. It is read anew each time, for the workshop may be open in another terminal too. */
export class Progress {
  readonly #place: Workplace;
  /** What was put aside because it could not be understood, from the root: to be told. */
  readonly aside: string[] = [];

  constructor(place: Workplace) {
    this.#place = place;
    this.#read();
  }

  /** What is known of an exercise; undefined where it was never begun. */
  of(id: string): Standing | undefined {
    return this.#read().standings.get(id);
  }

  /** Has it been green? */
  isDone(id: string): boolean {
    return this.of(id)?.green !== undefined;
  }

  /** The exercise that was worked at last. */
  get current(): string | undefined {
    return this.#read().current;
  }

  /** Remembers which exercise is worked at. */
  turnTo(current: string): void {
    this.#write({ ...this.#read(), current });
  }

  /** Remembers something of an exercise. */
  note(id: string, change: Partial<Standing>, now: Date): void {
    const document = this.#read();
    const before = document.standings.get(id);
    const standing: Standing = {
      ...{ state: "not-begun", tries: 0, hints: 0, begun: now.toISOString() },
      ...before,
      ...change,
    };
    this.#write({ ...document, standings: new Map([...document.standings, [id, standing]]) });
  }

  get #path(): string {
    return join(this.#place.folder, "progress.json");
  }

  /** What cannot be understood is put aside as it is, byte for byte. Law: progress-kept */
  #read(): Document {
    let bytes: Uint8Array;
    try {
      bytes = readFileSync(this.#path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return NOTHING;
      bytes = new Uint8Array();
    }
    const { document, isWhole } = understood(bytes);
    if (isWhole) return document;
    const kept = freeName(join(this.#place.folder, "progress.kept.json"));
    renameSync(this.#path, kept);
    this.aside.push(fromRoot(this.#place, kept));
    this.#write(document);
    return document;
  }

  #write({ rest, current, standings }: Document): void {
    mkdirSync(this.#place.folder, { recursive: true });
    const whole = {
      ...rest,
      version: VERSION,
      ...(current === undefined ? {} : { current }),
      exercises: Object.fromEntries(standings),
    };
    // Beside it first: a process that is ended in between leaves the old file or the new one.
    const beside = `${this.#path}.${process.pid}`;
    writeFileSync(beside, `${JSON.stringify(whole, null, 2)}\n`);
    renameSync(beside, this.#path);
  }
}

/** `isWhole`: all of the text is in the document. */
function understood(bytes: Uint8Array): { readonly document: Document; readonly isWhole: boolean } {
  const parsed = parsedOr(bytes);
  if (!isRecord(parsed) || parsed["version"] !== VERSION) return { document: NOTHING, isWhole: false };
  const { version: _, current, exercises, ...rest } = parsed;
  const entries = isRecord(exercises) ? Object.entries(exercises) : [];
  const known = entries.filter((entry): entry is [string, Standing & Json] => isStanding(entry[1]));
  const isNamed = current === undefined || typeof current === "string";
  const document = { rest, current: isNamed ? current : undefined, standings: new Map(known) };
  return { document, isWhole: isNamed && isRecord(exercises) && known.length === entries.length };
}

const STATES: Readonly<Record<State, true>> = {
  "not-begun": true,
  "file-gone": true,
  "type-error": true,
  "law-broken": true,
  failed: true,
  "time-out": true,
  green: true,
};

function isStanding(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { state, tries, hints, begun, green } = value;
  const counted = [tries, hints].every((count) => Number.isSafeInteger(count) && Number(count) >= 0);
  const timed = [begun, ...(green === undefined ? [] : [green])].every(
    (time) => typeof time === "string" && !Number.isNaN(Date.parse(time)),
  );
  return typeof state === "string" && Object.hasOwn(STATES, state) && counted && timed;
}

/** Bytes that are no text would be others when they are written again. */
function parsedOr(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
