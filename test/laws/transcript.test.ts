/** From the path to what is sent: whole responses, paired calls, nothing bridged in silence (C-3.13, D-8, D-9, D-11). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { refusal } from "#mock-api";
import { type Block, isChainEntry, type Line, type Message, type PathItem } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { asked, rebuild } from "../support/conversation.ts";
import { anyForest, anyTangle, tidyForest } from "../support/forests.ts";
import { hostileLog } from "../support/hostile.ts";
import { law } from "../support/law.ts";
import { assistant, call, logOf, type Place, remark, result, SESSION, user } from "../support/log-lines.ts";
import { expectPaired } from "../support/pairs.ts";
import { play } from "../support/play.ts";

test("two parallel calls become one answer and one message with both results", () => {
  const log = logOf([
    user({ uuid: "u1", parent: null }, "m0"),
    assistant({ uuid: "a1", parent: "u1" }, "msg1", call("t1")),
    assistant({ uuid: "a2", parent: "a1" }, "msg1", call("t2")),
    result({ uuid: "r2", parent: "a2" }, "t2", "second"),
    result({ uuid: "r1", parent: "a1" }, "t1", "first"),
  ]);
  const shape = sent(log).map(({ role, content }) => [role, ...content.map(nameOf)]);
  expect(shape).toEqual([
    ["user", "m0"],
    ["assistant", "t1", "t2"],
    ["user", "result of t2", "result of t1"],
  ]);
});

law(
  "call-paired",
  "every call has exactly one result, in the message after it and before any words, live and from any log",
  [anySession, anyForest, anyTangle],
  async (plan, forest, tangle) => {
    for (const { messages } of (await play(plan)).requests) expectPaired(messages);
    for (const { log } of [forest, tangle]) expectPaired(asked(sent(log)).messages);
  },
  { runs: 50 },
);

law(
  "rebuilt-legal",
  "whatever becomes of a log, the conversation rebuilt from it is one that the API takes",
  [anyForest, anyTangle, hostileLog],
  (forest, tangle, hostile) => {
    for (const { log } of [forest, tangle, hostile]) {
      expect(refusal(asked(sent(log)), { foreignSignatures: "accept" })).toBeNull();
    }
  },
  { runs: 200 },
);

law(
  "block-complete",
  "a response that is on the path is sent whole, with every result that the log holds for its calls, in log order",
  [tidyForest],
  ({ lines, log }) => {
    const blocks = sent(log).flatMap(({ content }) => content.map(nameOf));
    const { path } = rebuild(log, SESSION);
    for (const response of new Set(path.items.flatMap(responseOf))) {
      const whole = lines.filter((line) => messageOf(line)?.id === response).flatMap(blocksOf);
      const calls = whole.flatMap(({ type, id }) => (type === "tool_use" ? [id] : []));
      const results = lines.flatMap(blocksOf).filter((block) => calls.includes(block["tool_use_id"]));
      expectRun(blocks, withoutLoose(whole).map(nameOf));
      expect(blocks.filter((name) => results.map(nameOf).includes(name))).toEqual(results.map(nameOf));
    }
  },
  { runs: 200 },
);

law(
  "lost-block",
  "of a response that is on the path all that the log still holds is sent, and where an entry of it is lost, that is told",
  [tidyForest, fc.nat(99)],
  ({ lines }, pick) => {
    const spoken = lines.filter((line) => messageOf(line)?.id !== undefined);
    const lost = spoken[pick % spoken.length];
    const log = logOf(lines.filter((line) => line !== lost));
    const { path, tree } = rebuild(log, SESSION);
    const on = new Set(path.items.flatMap(responseOf));
    const told = sent(log).flatMap(({ content }) => content.map(nameOf));
    for (const { entry } of tree.nodes.filter(({ entry }) => on.has(messageOf(entry)?.id ?? ""))) {
      const said = blocksOf(entry).filter(({ type }) => type !== "thinking");
      for (const name of said.map(nameOf)) expect(told.filter((each) => each === name)).toEqual([name]);
      const parent = String(entry.parentUuid);
      if (entry.parentUuid !== null && !tree.byUuid.has(parent) && !path.unresolved.includes(parent))
        expect(told.join("\n")).toContain(`the log names ${parent} as the entry before`);
    }
  },
  { runs: 300 },
);

const anyContent = fc.array(
  fc.constantFrom<(at: number) => Block>(
    (at) => ({ type: "thinking", thinking: "", signature: `sig${at}` }),
    (at) => ({ type: "text", text: `s${at}` }),
    (at) => call(`t${at}`),
  ),
  { minLength: 1, maxLength: 7 },
);

law(
  "split-merged",
  "a response is sent as it came, however many of its blocks an entry holds and whatever stands between its entries",
  [anyContent, fc.array(fc.nat(2), { minLength: 8, maxLength: 8 })],
  (makers, cuts) => {
    const content = [...makers.map((make, at) => make(at)), call("last")];
    const lines: Line[] = [user({ uuid: "u0", parent: null }, "m0")];
    const put = (make: (place: Place) => Line) => {
      lines.push(make({ uuid: `e${lines.length}`, parent: String(lines.at(-1)?.["uuid"]) }));
    };
    let held: Block[] = [];
    for (const [at, block] of content.entries()) {
      held.push(block);
      if (cuts[at] === 0 && at < content.length - 1) continue;
      const entry = held;
      held = [];
      put((place) => assistant(place, "msg1", entry));
      // Fact 40: a call may be done before the rest of the answer has come.
      const done = entry.filter(({ type }) => type === "tool_use").map(({ id }) => String(id));
      for (const id of done) put((place) => result(place, id, `r ${id}`));
      if (cuts[at] === 2) put((place) => remark(place, "progress"));
    }
    const [, answer, results] = sent(logOf(lines));
    expect(answer).toEqual({ role: "assistant", content });
    const calls = content.filter(({ type }) => type === "tool_use").map(({ id }) => `result of ${id}`);
    expect(results?.content.map(nameOf)).toEqual(calls);
  },
  { runs: 200 },
);

law(
  "gap-honest",
  "where the entry before is missing, the conversation says so and names it, and is else as on the path",
  [anyForest],
  ({ log }) => {
    const { path, conversation } = rebuild(log, SESSION);
    const missing = path.items.flatMap((item) => (item.kind === "gap" ? [item.missing] : []));
    const marks = conversation.messages.flatMap(({ content }) => content.filter(isMark));
    expect(marks.map(({ text }) => /names (\S+) as/.exec(String(text))?.[1])).toEqual(missing);
    const isBeside = (item?: PathItem) => item?.kind === "entry" && item.joined;
    const walked = path.items.filter(
      (item, at) => !isBeside(item) && !(item.kind === "gap" && isBeside(path.items[at + 1])),
    );
    for (const [index, item] of walked.entries()) expectLinked(walked[index - 1], item, path);
  },
  { runs: 200 },
);

/** Two neighbours are child and parent, or a mark is between them, or a boundary has brought one of them in. */
function expectLinked(
  before: PathItem | undefined,
  item: PathItem,
  path: ReturnType<typeof rebuild>["path"],
): void {
  if (item.kind === "gap" || before === undefined || path.items.some(isBoundary)) return;
  const parent = item.node.entry.parentUuid;
  expect(before.kind === "gap" ? before.missing : before.node.entry.uuid).toBe(parent);
}

function isBoundary(item: PathItem): boolean {
  return item.kind === "entry" && item.node.entry["subtype"] === "compact_boundary";
}

function isMark({ text }: Block): boolean {
  return /^\[Entries are missing here/.test(String(text));
}

function responseOf(item: PathItem): string[] {
  const id = item.kind === "entry" ? messageOf(item.node.entry)?.id : undefined;
  return id === undefined ? [] : [id];
}

function sent(log: string): readonly Message[] {
  return rebuild(log, SESSION).conversation.messages;
}

function messageOf(line: Line | string): { id?: string; content: Block[] } | undefined {
  return typeof line === "object" && isChainEntry(line)
    ? (line["message"] as { content: Block[] })
    : undefined;
}

function blocksOf(line: Line | string): Block[] {
  const content = messageOf(line)?.content;
  return Array.isArray(content) ? content : [];
}

/** What a block is called in a generated log: each says something of its own. */
function nameOf(block: Block): string {
  const result = block["tool_use_id"];
  return result ? `result of ${result}` : String(block["id"] ?? block["signature"] ?? block["text"]);
}

function withoutLoose(blocks: readonly Block[]): readonly Block[] {
  return blocks.slice(0, blocks.findLastIndex(({ type }) => type !== "thinking") + 1);
}

/** All of `run`, side by side, in `all`. */
function expectRun(all: readonly string[], run: readonly string[]): void {
  const start = all.indexOf(run[0] ?? "");
  if (run.length > 0) expect(all.slice(Math.max(0, start), start + run.length)).toEqual(run);
}
