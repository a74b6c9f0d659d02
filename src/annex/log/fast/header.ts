/** What of a line the tree needs to know: which entry it is, which it hangs on, whose it is, which calls it answers. */
import type { Line } from "../../../log/entry.ts";
import { isRecord } from "../../../wire.ts";
import { hashOf } from "./name-hash.ts";
import type { Names } from "./names.ts";

/** There is no such field, or it holds no string. */
export const ABSENT = -1;
/** There is one, and it holds something else. With a `parentUuid` like that a line is no link of the chain. */
export const UNUSABLE = -2;

/** The model of what the client made up (O-27). */
export const SYNTHETIC = "<synthetic>";

/** The head of one line, every name as its number in `Names`; `ABSENT` where there is none. */
export interface Header {
  type: number;
  uuid: number;
  /** `ABSENT` for null; `UNUSABLE` where it is neither that nor a string. */
  parent: number;
  /** `UNUSABLE` where it is no string. */
  session: number;
  agent: number;
  subtype: number;
  /** Of a `last-prompt` line: the entry that it names. */
  leaf: number;
  /** The `message`'s id as `hashOf` makes it; `ABSENT` where it has none. */
  response: number;
  /** Does the `message` name a model that was asked? */
  hasModel: boolean;
  isSidechain: boolean;
  isMeta: boolean;
  saysMode: boolean;
  /** The ids of the calls that tool results in its `message` answer, as `hashOf` makes them. */
  readonly results: number[];
}

/** A header that says nothing yet. */
export function emptyHeader(): Header {
  return {
    type: ABSENT,
    uuid: ABSENT,
    parent: ABSENT,
    session: ABSENT,
    agent: ABSENT,
    subtype: ABSENT,
    leaf: ABSENT,
    response: ABSENT,
    hasModel: false,
    isSidechain: false,
    isMeta: false,
    saysMode: false,
    results: [],
  };
}

/** The header of a line that has been read whole. */
export function headerOf(line: Line, names: Names): Header {
  const name = (value: unknown, other = ABSENT) => (typeof value === "string" ? names.of(value) : other);
  const parent = line["parentUuid"];
  const message = isRecord(line["message"]) ? line["message"] : {};
  const { content } = message;
  return {
    type: name(line.type),
    uuid: name(line["uuid"]),
    parent: parent == null ? ABSENT : name(parent, UNUSABLE),
    session: line["sessionId"] === undefined ? ABSENT : name(line["sessionId"], UNUSABLE),
    agent: name(line["agentId"]),
    subtype: name(line["subtype"]),
    leaf: name(line["leafUuid"]),
    response: typeof message["id"] === "string" ? hashOf(message["id"]) : ABSENT,
    hasModel: typeof message["model"] === "string" && message["model"] !== SYNTHETIC,
    isSidechain: line["isSidechain"] === true,
    isMeta: line["isMeta"] === true,
    saysMode: line["permissionMode"] !== undefined,
    results: Array.isArray(content) ? answeredIn(content) : [],
  };
}

function answeredIn(content: readonly unknown[]): number[] {
  const answered: number[] = [];
  for (const block of content) {
    if (!isRecord(block) || block["type"] !== "tool_result") continue;
    if (typeof block["tool_use_id"] === "string") answered.push(hashOf(block["tool_use_id"]));
  }
  return answered;
}
