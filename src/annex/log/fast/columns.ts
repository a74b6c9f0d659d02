/** The entries of a log's tree as columns of numbers: a log of a gigabyte has half a million of them. */
import { ABSENT, type Header, UNUSABLE } from "./header.ts";
import type { Names } from "./names.ts";

/** What an entry is to the tree. */
export const USER = 1;
export const ASSISTANT = 2;
/** Neither, and yet a part of the conversation (D-7). */
export const SPOKEN = 3;
/** Only about the conversation: it stands for its nearest ancestor that is not. */
export const INERT = 4;

/** What else can be said of an entry, a bit each. */
export const IS_META = 1;
export const IS_BOUNDARY = 2;
export const HAS_MODEL = 4;
const SAYS_MODE = 8;

/** Where a line lies: its number, its bytes, and which of the lines it is that are whole in a damaged one. */
export interface Place {
  readonly line: number;
  readonly offset: number;
  readonly length: number;
  readonly part: number;
}

/** The entries of a tree, a row each. Names stand as their numbers, ids of responses as their hashes. */
export interface Rows {
  readonly count: number;
  readonly kind: Uint8Array;
  readonly bits: Uint8Array;
  readonly uuid: Int32Array;
  /** `ABSENT` at a root. */
  readonly parent: Int32Array;
  readonly session: Int32Array;
  /** Of an assistant entry with an id. */
  readonly response: Int32Array;
  readonly line: Int32Array;
  readonly offset: Float64Array;
  readonly length: Uint32Array;
  readonly part: Uint32Array;
  /** The calls that a user entry's results answer, as their hashes; no key for one without results. */
  readonly results: ReadonlyMap<number, readonly number[]>;
}

type Column = Exclude<keyof Rows, "count" | "results">;
type ColumnsOfRows = { -readonly [Name in Column]: Rows[Name] };

const FEW = 256;
const SPOKEN_SUBTYPES = ["compact_boundary", "local_command", "rewind"];

/** Grows rows, in the order in which the lines are met. */
export class Columns {
  #columns: ColumnsOfRows = emptyColumns(FEW);
  #count = 0;
  readonly #results = new Map<number, readonly number[]>();
  readonly #agent: number | undefined;
  readonly #kinds: ReadonlyMap<number, number>;
  readonly #system: number;
  readonly #boundary: number;
  readonly #spoken: ReadonlySet<number>;

  /** `agentId`: whose sidechain is the tree (O-28); left out, it is the main chain. */
  constructor(names: Names, agentId?: string) {
    this.#agent = agentId === undefined ? undefined : names.of(agentId);
    const kinds = { user: USER, assistant: ASSISTANT, system: INERT, attachment: INERT, progress: INERT };
    this.#kinds = new Map(Object.entries(kinds).map(([type, kind]) => [names.of(type), kind]));
    this.#system = names.of("system");
    this.#boundary = names.of("compact_boundary");
    this.#spoken = new Set(SPOKEN_SUBTYPES.map((subtype) => names.of(subtype)));
  }

  /** Adds a line, if it is an entry of the tree. */
  add(header: Header, { line, offset, length, part }: Place): void {
    const kind = this.#kindOf(header);
    if (kind === undefined) return;
    if (this.#count === this.#columns.kind.length) this.#widen();
    const row = this.#count;
    const columns = this.#columns;
    columns.kind[row] = kind;
    columns.bits[row] =
      (header.isMeta ? IS_META : 0) |
      (header.subtype === this.#boundary ? IS_BOUNDARY : 0) |
      (header.hasModel && kind === ASSISTANT ? HAS_MODEL : 0) |
      (header.saysMode ? SAYS_MODE : 0);
    columns.uuid[row] = header.uuid;
    columns.parent[row] = header.parent;
    columns.session[row] = header.session;
    columns.response[row] = kind === ASSISTANT ? header.response : ABSENT;
    columns.line[row] = line;
    columns.offset[row] = offset;
    columns.length[row] = length;
    columns.part[row] = part;
    if (kind === USER && header.results.length > 0) this.#results.set(row, header.results);
    this.#count += 1;
  }

  /** The rows so far. */
  rows(): Rows {
    const count = this.#count;
    const filled = Object.entries(this.#columns).map(([name, column]) => [name, column.subarray(0, count)]);
    return { ...(Object.fromEntries(filled) as ColumnsOfRows), count, results: this.#results };
  }

  #kindOf(header: Header): number | undefined {
    const isMember = this.#agent === undefined ? !header.isSidechain : header.agent === this.#agent;
    if (!isMember || header.uuid === ABSENT || header.parent === UNUSABLE) return undefined;
    if (header.type === this.#system && this.#spoken.has(header.subtype)) return SPOKEN;
    return this.#kinds.get(header.type);
  }

  #widen(): void {
    const wide = emptyColumns(this.#count * 2);
    for (const name of Object.keys(wide) as Column[]) wide[name].set(this.#columns[name]);
    this.#columns = wide;
  }
}

function emptyColumns(size: number): ColumnsOfRows {
  return {
    kind: new Uint8Array(size),
    bits: new Uint8Array(size),
    uuid: new Int32Array(size),
    parent: new Int32Array(size),
    session: new Int32Array(size),
    response: new Int32Array(size),
    line: new Int32Array(size),
    offset: new Float64Array(size),
    length: new Uint32Array(size),
    part: new Uint32Array(size),
  };
}
