/** Logs that mean harm: each strikes at one thing that a careless reader does. `size` says how hard. */

/** A hostile log: what it is, what makes its bytes, and the size at which a careful reader needs a few milliseconds. */
export interface HostileLog {
  readonly name: string;
  readonly size: number;
  readonly bytes: (size: number) => Uint8Array;
}

const said = (uuid: string, parentUuid: string | null, content: unknown = "m") => ({
  type: "user",
  uuid,
  parentUuid,
  sessionId: "s",
  message: { role: "user", content },
});
const answered = (uuid: string, parentUuid: string | null, id: string, ...content: object[]) => ({
  ...said(uuid, parentUuid),
  type: "assistant",
  message: { id, role: "assistant", model: "claude-opus-5", content },
});
const boundary = (uuid: string, parentUuid: string | null, compactMetadata: object) => ({
  ...said(uuid, parentUuid),
  type: "system",
  subtype: "compact_boundary",
  compactMetadata,
});
const call = (id: string) => ({ type: "tool_use", id, name: "Work", input: {} });
const result = (id: string) => ({ type: "tool_result", tool_use_id: id, content: "r" });

const FIRST = JSON.stringify(said("first", null));
const LAST = JSON.stringify(said("last", "first"));
const utf8 = (text: string) => new TextEncoder().encode(text);
/** These lines between two that are whole. */
const among = (lines: string) => utf8(`${FIRST}\n${lines}\n${LAST}\n`);
const each = (size: number, line: (at: number) => object) =>
  utf8(Array.from({ length: size }, (_, at) => `${JSON.stringify(line(at))}\n`).join(""));
const log = (name: string, size: number, bytes: HostileLog["bytes"]): HostileLog => ({ name, size, bytes });

const before = (at: number) => (at === 0 ? null : `e${at - 1}`);
/** A call with an input that is nested so, between two prompts. */
const deepCall = (open: string, close: string) => {
  const line = JSON.stringify(answered("d", "first", "m", { ...call("t"), input: { a: "DEEP" } }));
  const deep = line.replace('"DEEP"', `${open}1${close}`);
  return utf8(`${FIRST}\n${deep}\n${JSON.stringify(said("last", "d"))}\n`);
};

/** All of them. */
export const HOSTILE_LOGS: readonly HostileLog[] = [
  log("nothing but brackets", 30_000, (size) => among("[".repeat(size))),
  log("a call whose input is nested in lists", 40_000, (size) =>
    deepCall("[".repeat(size), "]".repeat(size)),
  ),
  log("a call whose input is nested in objects", 30_000, (size) =>
    deepCall('{"a":'.repeat(size), "}".repeat(size)),
  ),
  log("keys of prototypes", 200, (size) =>
    among(
      Array.from(
        { length: size },
        (_, at) =>
          `{"type":"user","uuid":"__proto__","parentUuid":"constructor","__proto__":{"polluted":${at}},"message":{"__proto__":{"polluted":1},"content":[{"type":"text","text":"m","__proto__":{"polluted":1}}]}}`,
      ).join("\n"),
    ),
  ),
  log("one ring", 1_500, (size) => each(size, (at) => said(`e${at}`, `e${(at + 1) % size}`))),
  log("rings of two", 2_000, (size) =>
    each(size, (at) => said(`e${at}`, `e${at % 2 === 0 ? at + 1 : at - 1}`)),
  ),
  log("a ring of remarks", 2_000, (size) =>
    each(size, (at) => ({ ...said(`e${at}`, `e${(at + 1) % size}`), type: "progress" })),
  ),
  log("one uuid for all", 2_000, (size) => each(size, () => said("e", null))),
  log("a session a line", 2_000, (size) =>
    each(size, (at) => ({ ...said(`e${at}`, before(at)), sessionId: `s${at}` })),
  ),
  log("a huge line of junk", 2_000_000, (size) => among("z".repeat(size))),
  log("a huge text", 500_000, (size) => among(JSON.stringify(said("huge", "first", "z".repeat(size))))),
  log("bytes that are no text", 20_000, (size) =>
    Buffer.concat([utf8(`${FIRST}\n`), Buffer.alloc(size, 0xfe), utf8(`\n${LAST}\n`)]),
  ),
  log("a run of NULs", 500_000, (size) =>
    Buffer.concat([utf8(`${FIRST}\n`), Buffer.alloc(size), utf8(`${LAST}\n`)]),
  ),
  log("lines of one byte", 10_000, (size) => among("x\n".repeat(size))),
  log("lines of one brace", 10_000, (size) => among("{\n".repeat(size))),
  log("newlines alone", 50_000, (size) => among("\n".repeat(size))),
  log("spaces alone", 500_000, (size) => among(" ".repeat(size))),
  log("beginnings glued to beginnings", 2_000, (size) => among('x{"type":'.repeat(size))),
  log("whole lines glued together", 1_000, (size) =>
    among(Array.from({ length: size }, (_, at) => JSON.stringify(said(`g${at}`, "first"))).join("")),
  ),
  log("nothing but boundaries", 500, (size) =>
    each(size, (at) =>
      boundary(`e${at}`, before(at), {
        preservedSegment: { anchorUuid: "e0", headUuid: "ghost", tailUuid: before(at) },
      }),
    ),
  ),
  log("a compaction that keeps thousands", 10_000, (size) =>
    among(
      JSON.stringify(
        boundary("b", null, {
          preservedMessages: { anchorUuid: "b", uuids: Array.from({ length: size }, (_, at) => `g${at}`) },
        }),
      ),
    ),
  ),
  log("children of one entry", 2_000, (size) => each(size, (at) => said(`e${at}`, at === 0 ? null : "e0"))),
  log("a parent missing everywhere", 1_000, (size) => each(size, (at) => said(`e${at}`, `ghost${at}`))),
  log("one call, made and answered again and again", 500, (size) =>
    each(size, (at) =>
      at % 2 === 0
        ? answered(`e${at}`, before(at), `m${at}`, call("t1"), call(`t${at}`))
        : said(`e${at}`, before(at), [result("t1"), result(`x${at}`)]),
    ),
  ),
  log("as many results as calls, none of which fit", 300, (size) =>
    each(size, (at) =>
      at === 0
        ? answered("e0", null, "m", ...Array.from({ length: size }, (_, n) => call(`t${n}`)))
        : said(`e${at}`, "e0", [result(`x${at}`)]),
    ),
  ),
];
