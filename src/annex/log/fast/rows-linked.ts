/** Rows linked as the core links entries (`buildTree`): the same rules, on numbers. */
import { ASSISTANT, type Rows } from "./columns.ts";
import { ABSENT } from "./header.ts";
import type { Names } from "./names.ts";

/** There is no such row. */
export const NONE = -1;

/** A `last-prompt` line: the entry that it names (O-36), as its number. */
export interface NamedLeaf {
  readonly leaf: number;
  readonly session: number;
  readonly line: number;
}

/** A log's rows as a tree. */
export interface Linked {
  readonly rows: Rows;
  /** By name: the first row in the file that has it as its uuid. */
  readonly rowOf: Int32Array;
  /** By row: its parent's row; `NONE` at a root and where the parent is not among the rows. */
  readonly up: Int32Array;
  /** By row: is it a later one with the uuid of another? Such rows are nothing. */
  readonly isRepeated: Uint8Array;
  /** The session whose file this is; `ABSENT` where no entry says. */
  readonly session: number;
  /** Does any entry name the session that the file is said to be of? */
  readonly isKnown: boolean;
  /** The last of this session's `last-prompt` lines. */
  readonly prompt: NamedLeaf | undefined;
  /** Of a root's empty name. */
  readonly nobody: number;
}

/** The first of these children, and the next one: by row. */
export interface Children {
  readonly first: Int32Array;
  readonly next: Int32Array;
}

/** Links rows. `sessionId`: the session that the file is named after. Linear in their number. */
export function link(rows: Rows, names: Names, prompts: readonly NamedLeaf[], sessionId?: string): Linked {
  const nobody = names.of("");
  // An entry that names no session is one of the session that nobody names: so it is for the core.
  const wanted = sessionId === undefined ? ABSENT : names.of(sessionId);
  const rowOf = new Int32Array(names.count).fill(NONE);
  const isRepeated = new Uint8Array(rows.count);
  let isKnown = false;
  for (let row = 0; row < rows.count; row += 1) {
    const uuid = rows.uuid[row] ?? 0;
    if (rowOf[uuid] !== NONE) isRepeated[row] = 1;
    else rowOf[uuid] = row;
    if (isRepeated[row] === 0 && rows.session[row] === wanted) isKnown = true;
  }
  const up = new Int32Array(rows.count);
  for (let row = 0; row < rows.count; row += 1) {
    const parent = rows.parent[row] ?? ABSENT;
    up[row] = rowOf[parent === ABSENT ? nobody : parent] ?? NONE;
  }
  const session = isKnown ? wanted : majority(rows, isRepeated);
  const prompt = prompts.findLast((each) => isOf(session, each.session));
  return { rows, rowOf, up, isRepeated, session, isKnown, prompt, nobody };
}

/** Is the row an entry of the session whose file this is? One that names no session is. */
export function isOwn({ rows, isRepeated, session }: Linked, row: number): boolean {
  return isRepeated[row] === 0 && isOf(session, rows.session[row] ?? ABSENT);
}

/** Does the row's parent say that there is none above it? */
export function isRoot({ rows, nobody }: Linked, row: number): boolean {
  const parent = rows.parent[row];
  return parent === ABSENT || parent === nobody;
}

/** By row: has it a child of this session? */
export function parents(linked: Linked): Uint8Array {
  const { rows, rowOf } = linked;
  const isParent = new Uint8Array(rows.count);
  for (let row = 0; row < rows.count; row += 1) {
    const parent = rows.parent[row] ?? ABSENT;
    const above = parent === ABSENT ? NONE : (rowOf[parent] ?? NONE);
    if (above !== NONE && isOwn(linked, row)) isParent[above] = 1;
  }
  return isParent;
}

/** Who hangs on each row, in the order of the file. */
export function childrenOf(linked: Linked): Children {
  const { rows, up, isRepeated } = linked;
  const first = new Int32Array(rows.count).fill(NONE);
  const next = new Int32Array(rows.count).fill(NONE);
  for (let row = rows.count - 1; row >= 0; row -= 1) {
    const above = up[row] ?? NONE;
    if (above === NONE || isRepeated[row] === 1 || isRoot(linked, row)) continue;
    next[row] = first[above] ?? NONE;
    first[above] = row;
  }
  return { first, next };
}

/** The blocks of these responses that hang on an entry which is not among the rows: the core joins them to the others. */
export function cutOff(linked: Linked, responses: ReadonlySet<number>): number[] {
  const { rows, up, isRepeated } = linked;
  const found: number[] = [];
  for (let row = 0; row < rows.count; row += 1) {
    if (up[row] !== NONE || rows.kind[row] !== ASSISTANT || isRepeated[row] === 1) continue;
    if (responses.has(rows.response[row] ?? ABSENT) && !isRoot(linked, row)) found.push(row);
  }
  return found;
}

/** The responses that rows are parts of. */
export function responsesOf({ rows }: Linked, of: readonly number[]): Set<number> {
  const responses = new Set<number>();
  for (const row of of) if (rows.kind[row] === ASSISTANT) responses.add(rows.response[row] ?? ABSENT);
  responses.delete(ABSENT);
  return responses;
}

/** The session that most entries belong to; of two with as many, the one that had them first. */
export function majority(rows: Rows, isRepeated: Uint8Array): number {
  const counts = new Map<number, number>();
  let winner = ABSENT;
  for (let row = 0; row < rows.count; row += 1) {
    const session = rows.session[row] ?? ABSENT;
    if (session < 0 || isRepeated[row] === 1) continue;
    const count = (counts.get(session) ?? 0) + 1;
    counts.set(session, count);
    if (winner === ABSENT || count > (counts.get(winner) ?? 0)) winner = session;
  }
  return winner;
}

function isOf(known: number, session: number): boolean {
  return session < 0 || known === ABSENT || session === known;
}
