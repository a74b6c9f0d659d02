/**
 * The API calls that a log's entries are the traces of, and what each of them used (C-3.9, facts 75 to 78).
 */
import { type ChainEntry, isSynthetic, responseId } from "../../../log/entry.ts";
import { isRecord } from "../../../wire.ts";
import { count, largest, type Tokens, tokensOf } from "./tokens.ts";

/** One call, as far as its entries have told. */
export interface ApiCall {
  readonly model: string;
  readonly tokens: Tokens;
  /** Searches of the web that the API made while it answered (MR-63); they are paid one by one. */
  readonly searches: number;
  readonly isFast: boolean;
  /** Where it was computed, as the API says it; empty where that is not told. */
  readonly geo: string;
  /** When its first entry was made, in ISO 8601; empty where no entry says. */
  readonly time: string;
  readonly owner: Owner;
}

/** Whose call it is. */
export interface Owner {
  readonly session: string;
  /** When the log that says so was begun. */
  readonly begun: string;
}

/** Stands for a time that is not known, and sorts behind all that are. */
export const NOBODY_KNOWS = "~";
/** Stands in place of a time where a copy names its origin. */
const HEARSAY = "~~";

/**
 * What names the API call that an assistant entry is part of: the response's id with the request's id, where there is
 * one; an entry of a response without an id is a call by itself (fact 78). Undefined for what is no API call.
 */
export function callKey(entry: ChainEntry): string | undefined {
  if (entry.type !== "assistant" || isSynthetic(entry)) return undefined;
  const request = entry["requestId"];
  return JSON.stringify([responseId(entry) ?? entry.uuid, typeof request === "string" ? request : null]);
}

/**
 * Adds what an entry tells of its call: the largest value of each field, since early entries may count too little
 * (fact 76), and the first time. `begun` is when the entry's log was begun. Law: usage-once, usage-order-free
 */
export function addCall(calls: Map<string, ApiCall>, entry: ChainEntry, begun = NOBODY_KNOWS): void {
  const message = isRecord(entry["message"]) ? entry["message"] : {};
  const usage = message["usage"];
  const key = callKey(entry);
  if (key === undefined || !isRecord(usage)) return;
  const served = isRecord(usage["server_tool_use"]) ? usage["server_tool_use"] : {};
  const told: ApiCall = {
    model: textOf(message["model"]) || "unknown model",
    tokens: tokensOf(usage),
    searches: count(served["web_search_requests"]),
    isFast: usage["speed"] === "fast",
    geo: textOf(usage["inference_geo"]),
    time: textOf(entry["timestamp"]),
    owner: ownerOf(entry, begun),
  };
  const known = calls.get(key);
  calls.set(key, known ? both(known, told) : told);
}

/** Two tellings of one call. */
function both(one: ApiCall, other: ApiCall): ApiCall {
  return {
    model: firstOf(one.model, other.model),
    tokens: largest(one.tokens, other.tokens),
    searches: Math.max(one.searches, other.searches),
    isFast: one.isFast || other.isFast,
    geo: firstOf(one.geo, other.geo),
    time: firstOf(one.time, other.time),
    owner: olderOf(one.owner, other.owner),
  };
}

/** Of two times the earlier one, of two words the first in the order of letters; an empty one is none. */
function firstOf(one: string, other: string): string {
  if (one === "" || other === "") return one || other;
  return one < other ? one : other;
}

/**
 * The session that a call belongs to, as one entry has it: the one that it stands in, which for a subagent's is the one
 * that it works for (fact 9); for a copy in a branch, the one that it names as its origin (O-20).
 */
function ownerOf(entry: ChainEntry, begun: string): Owner {
  const source = isRecord(entry["forkedFrom"]) ? textOf(entry["forkedFrom"]["sessionId"]) : "";
  return source === "" ? { session: textOf(entry["sessionId"]), begun } : { session: source, begun: HEARSAY };
}

/**
 * An entry that is no copy is believed before one that is. `--fork-session` copies without a word (O-20): there the log
 * that was begun first is the origin's.
 */
function olderOf(one: Owner, other: Owner): Owner {
  if (one.begun !== other.begun) return one.begun < other.begun ? one : other;
  return one.session < other.session ? one : other;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
