/** Grows a log as a client would, step by step, on the one branch where it stands. */
import type { Line } from "#src/index.ts";
import { type Batch, type Grow, growBatch } from "./forest-batch.ts";
import { assistant, type Place, remark, SESSION, user, words } from "./log-lines.ts";

/** How a compaction keeps messages (O-17). */
export type Keeping = "nothing" | "last message" | "earlier" | "later" | "segment" | "a lost one";

const LOST = "lost";

interface Turn {
  readonly parent: string | null;
  readonly from: number;
}

/** A log while it grows. */
export class ForestBuilder {
  readonly lines: Line[] = [];
  #cursor: string | null = null;
  /** The uuids on the live branch since its root, in the order of the conversation. */
  #branch: string[] = [];
  #turns: Turn[] = [];
  /** Where on the branch the last response begins. */
  #response = 0;
  #count = 0;

  readonly #growth: Grow = {
    chain: (line, parent) => this.#chain(line, parent),
    name: (letter) => this.#name(letter),
  };

  prompt(): void {
    this.#turns.push({ parent: this.#cursor, from: this.#branch.length });
    this.#chain((place) => user(place, this.#name("m")));
  }

  respond(batch: Batch): void {
    this.#response = this.#branch.length;
    growBatch(this.#growth, batch);
  }

  /** A remark that the chain goes through. */
  remark(kind: "attachment" | "progress" | "turn_duration" | "local_command"): void {
    this.#chain((place) => remarkOf(kind, place, this.#name("c")));
  }

  /** A remark that hangs beside the chain. */
  aside(kind: "attachment" | "progress"): void {
    const place = { uuid: this.#name("p"), parent: this.#cursor };
    this.lines.push(
      remark(place, kind, kind === "attachment" ? { attachment: { type: "hook_success" } } : {}),
    );
  }

  /** A subagent's entries in the main file, as in old logs (fact 9). */
  sidechain(): void {
    const root = { uuid: this.#name("z"), parent: null };
    const reply = { uuid: this.#name("z"), parent: root.uuid };
    this.lines.push({ ...user(root, "do"), isSidechain: true });
    this.lines.push({ ...assistant(reply, this.#name("msg"), words("did")), isSidechain: true });
  }

  /** A line beside the chain. A snapshot names an entry by `messageId`, which is not its own uuid (fact 73). */
  ledger(type: "ai-title" | "file-history-snapshot" | "last-prompt"): void {
    const fields = {
      "ai-title": { aiTitle: "a title" },
      "file-history-snapshot": { messageId: this.#cursor },
    };
    const extra = type === "last-prompt" ? { leafUuid: this.#cursor } : fields[type];
    this.lines.push({ type, sessionId: SESSION, ...extra });
  }

  /** Back to before a prompt of the live branch (O-18), told by an entry or not (D-21). */
  rewind(pick: number, told: boolean): void {
    const at = this.#turns.length === 0 ? -1 : pick % this.#turns.length;
    const turn = this.#turns[at];
    if (!turn) return;
    this.#cursor = turn.parent;
    this.#branch = this.#branch.slice(0, turn.from);
    this.#turns = this.#turns.slice(0, at);
    if (!told) return;
    this.#chain((place) => remark(place, "system", { subtype: "rewind" }));
    this.ledger("last-prompt");
  }

  compact(keeping: Keeping, pick: number): void {
    if (this.#cursor === null) return;
    const boundary = { uuid: this.#name("b"), parent: null };
    const summary = { uuid: this.#name("u"), parent: boundary.uuid };
    const kept = this.#kept(keeping, pick);
    const anchorUuid = keeping === "earlier" ? boundary.uuid : summary.uuid;
    const compactMetadata = { trigger: "manual", ...metadataOf(keeping, anchorUuid, kept) };
    const logical = { logicalParentUuid: this.#cursor, subtype: "compact_boundary", compactMetadata };
    this.lines.push(remark(boundary, "system", logical));
    this.lines.push(user(summary, this.#name("summary"), { isCompactSummary: true }));
    this.#cursor = summary.uuid;
    const there = kept.filter((uuid) => uuid !== LOST);
    this.#branch =
      keeping === "earlier"
        ? [boundary.uuid, ...there, summary.uuid]
        : [boundary.uuid, summary.uuid, ...there];
    this.#turns = [];
    this.#response = 0;
  }

  #kept(keeping: Keeping, pick: number): string[] {
    const start = this.#turns[pick % Math.max(1, this.#turns.length)]?.from ?? 0;
    const parts: Record<Keeping, string[]> = {
      nothing: [],
      "last message": this.#branch.slice(this.#response),
      earlier: this.#branch.slice(0, start),
      later: this.#branch.slice(start),
      segment: this.#branch.slice(this.#response),
      "a lost one": [...this.#branch.slice(-2), LOST],
    };
    return parts[keeping];
  }

  #chain(line: (place: Place) => Line, parent = this.#cursor): string {
    const place = { uuid: this.#name("e"), parent };
    this.lines.push(line(place));
    this.#cursor = place.uuid;
    this.#branch.push(place.uuid);
    return place.uuid;
  }

  #name(letter: string): string {
    this.#count += 1;
    return `${letter}${this.#count}`;
  }
}

function remarkOf(kind: string, place: Place, text: string): Line {
  if (kind === "attachment") return remark(place, kind, { attachment: { type: "hook_success" } });
  if (kind === "progress") return remark(place, kind, { data: { type: "hook_progress" } });
  return remark(place, "system", { subtype: kind, ...(kind === "local_command" ? { content: text } : {}) });
}

function metadataOf(keeping: Keeping, anchorUuid: string, uuids: readonly string[]): object {
  if (uuids.length === 0) return {};
  const preservedSegment = { anchorUuid, headUuid: uuids[0], tailUuid: uuids.at(-1) };
  if (keeping === "segment") return { preservedSegment };
  return { preservedSegment, preservedMessages: { anchorUuid, uuids, allUuids: uuids } };
}
