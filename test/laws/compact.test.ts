/** `/compact`, whole and in part: what it keeps, what it puts in the place of the rest, and what a failing one leaves (C-5.2). */
import fc from "fast-check";
import { expect } from "vitest";
import { type MockCall, type Reply, refusal } from "#mock-api";
import { summaryThatFits } from "#src/annex/compaction/summary-that-fits.ts";
import { lastAnswer, SUMMARY, tokensOn } from "#src/commands/compact.ts";
import {
  ApiError,
  type Block,
  type Compacting,
  compact,
  LogWriteError,
  type MessagesRequest,
  type Model,
  promptsOf,
  type Session,
  SessionError,
} from "#src/index.ts";
import { isThinking } from "#src/wire.ts";
import { anySession } from "../support/arbitraries.ts";
import { law, shownAs } from "../support/law.ts";
import { play } from "../support/play.ts";
import { scripted } from "../support/scripted.ts";
import { Summed } from "../support/summed.ts";
import { World } from "../support/world.ts";

const anyModel = fc.constantFrom("claude-opus-5", "claude-opus-5-5", "claude-haiku-4-5");

/** What is summarized; `pick` chooses a prompt among those that are there. */
interface Side {
  readonly part: "all" | "from" | "upTo";
  readonly pick: number;
}

const anySide = shownAs(
  fc.record<Side>({ part: fc.constantFrom("all", "from", "upTo"), pick: fc.nat(3) }),
  ({ part, pick }) => `/compact ${part}, prompt ${pick}`,
);

law(
  "compact-whole",
  "what is sent after a compaction is what it keeps and the summary, in their order, then what is said since, and the API takes it whatever a model binds its thinking to; the log loses no byte and grows by the summary alone",
  [anySession, anyModel, fc.array(anySide, { minLength: 1, maxLength: 3 })],
  async (plan, model, sides) => {
    const { world, session, options } = await play(plan, { session: { settings: { model } } });
    const calls: MockCall[] = [];
    const replies = sides.flatMap((_, at) => [says(`sum${at}`, "hm"), says(`a${at}`, "hm")]);
    const resumed = world.start(scripted(replies, (call) => calls.push(call))).resume(session.id, options);
    for (const [at, side] of sides.entries()) {
      const how = chosen(resumed, side);
      // What a compaction appends for calls that were left open is no part of what it does.
      resumed.log.answerOpenCalls();
      const [before, text] = [blocksOf(resumed), world.text(session.path)];
      const expected = expectedAfter(before, how, model.endsWith("5-5"), `${SUMMARY}\n\nsum${at}`);
      if (expected === undefined) {
        await expect(compact(resumed, how)).rejects.toThrow(/nothing to summarize/);
        expect(world.text(session.path)).toBe(text);
        return;
      }
      await compact(resumed, how);
      expect(blocksOf(resumed)).toEqual(expected);
      const added = world.text(session.path).slice(text.length);
      expect(world.text(session.path).startsWith(text)).toBe(true);
      expect(added.split("\n").map(kindOf)).toEqual(["compact_boundary", "user", "context-digest", ""]);
      await resumed.prompt(`n${at}`);
      const since = blocksOf(resumed);
      expect(since.slice(0, expected.length)).toEqual(expected);
      expect(since[expected.length]).toMatchObject({ text: `n${at}` });
      const fresh = world.start().resume(session.id, options);
      expect(fresh.nextRequest()).toEqual(resumed.nextRequest());
    }
    expect(calls.flatMap((call) => call.refusal ?? [])).toEqual([]);
  },
  { runs: 24 },
);

/** Undefined where there is nothing on the side that would be summarized. */
function expectedAfter(blocks: readonly Block[], { part, word }: Chosen, isBound: boolean, summary: string) {
  const at = blocks.findIndex(({ text }) => text === word);
  const [before, after] = [blocks.slice(0, at), blocks.slice(at)];
  const said = { type: "text", text: summary };
  if (!part) return [said];
  if ("from" in part) return [...before, said];
  // Bound thinking stands behind other words there than it did (MR-46, MR-47).
  const kept = isBound ? after.filter((block) => !isThinking(block)) : after;
  return before.length === 0 ? undefined : [said, ...kept];
}

/** What is asked for, and the words of the prompt that it names. */
type Chosen = Pick<Compacting, "part"> & { readonly word?: string };

function chosen(session: Session, { part, pick }: Side): Chosen {
  const standing = blocksOf(session).map(({ text }) => text);
  const prompts = promptsOf(session).filter(({ text }) => standing.includes(text));
  const { uuid, text: word } = prompts[pick % Math.max(1, prompts.length)] ?? {};
  if (part === "all" || uuid === undefined || word === undefined) return {};
  return { word, part: part === "from" ? { from: uuid } : { upTo: uuid } };
}

function blocksOf(session: Session): Block[] {
  return session.conversation().messages.flatMap(({ content }) => content);
}

function kindOf(line: string): string {
  const { type = "", subtype } = JSON.parse(line || "{}");
  return String(subtype ?? type);
}

function says(text: string, thinking?: string): Reply {
  const thought = thinking === undefined ? [] : [{ type: "thinking", thinking } as const];
  return { content: [...thought, { type: "text", text }] };
}

/** Ways in which a compaction comes to nothing. */
const FAULTS = {
  "the API refuses": { status: 529, error: "Overloaded" },
  "the answer breaks off": { content: [{ type: "text", text: "half" }], error: "broken off" },
  "no words": { content: [] },
  "cut off": { content: [{ type: "text", text: "half" }], stop_reason: "max_tokens" },
  "calls a tool": {
    content: [
      { type: "text", text: "I look." },
      { type: "tool_use", name: "Work", input: {} },
    ],
  },
  refused: { content: [{ type: "text", text: "half" }], stop_reason: "refusal" },
  "no room": { content: [{ type: "text", text: "half" }], stop_reason: "model_context_window_exceeded" },
  "as long as the rest": says("long ".repeat(20_000)),
  "a hook objects": says("sum"),
  "something is said meanwhile": says("sum"),
  "a prompt that is not there": says("sum"),
} satisfies Record<string, Reply>;

law(
  "compact-or-nothing",
  "a compaction that fails, in whatever way, leaves the conversation as it was and the log byte for byte, and the next one is made",
  [anySession, fc.constantFrom(...(Object.keys(FAULTS) as (keyof typeof FAULTS)[]))],
  async (plan, fault) => {
    const { world, session, options } = await play(plan);
    const model = scripted(
      [FAULTS[fault], says("sum")].slice(fault === "a prompt that is not there" ? 1 : 0),
    );
    const meanwhile: Model = {
      send: async (request, how) => {
        if (fault === "something is said meanwhile" && isFirst) resumed.log.words("meanwhile");
        isFirst = false;
        return model.send(request, how);
      },
    };
    let isFirst = true;
    const hooks = async () => ({
      attachments: [],
      ...(fault === "a hook objects" && isFirst && { blocked: "No." }),
    });
    const resumed: Session = world.start(meanwhile).resume(session.id, { ...options, hooks });
    resumed.log.answerOpenCalls();
    const [before, text] = [resumed.nextRequest(), world.text(session.path)];
    const how =
      fault === "a prompt that is not there" ? { part: { from: "nowhere" } } : { trigger: "auto" as const };
    const failure = await compact(resumed, how).catch((error: unknown) => error);
    expect(failure instanceof SessionError || failure instanceof ApiError).toBe(true);
    const added = world.text(session.path).slice(text.length);
    expect(added.includes("compact_boundary")).toBe(false);
    if (fault !== "something is said meanwhile") {
      expect(added).toBe("");
      expect(resumed.nextRequest()).toEqual(before);
    }
    isFirst = false;
    await compact(resumed);
    expect(blocksOf(resumed)).toMatchObject([{ text: expect.stringMatching(/sum$/) }]);
  },
  { runs: 24 },
);

law(
  "compact-half-written",
  "a compaction whose lines cannot all be written leaves the conversation as it was until its summary is written, and from then on the summary in its place; what is said next follows that, in this process and in a fresh one",
  [anySession, fc.nat(2)],
  async (plan, written) => {
    const { world, session, options } = await play(plan);
    const model = scripted([says("sum"), says("a")]);
    let left = Number.POSITIVE_INFINITY;
    const process = world.start(model);
    const openLog = (path: string) => {
      const log = process.ports.openLog(path);
      const append: typeof log.append = (line, lasting) => {
        if (left === 0) throw new LogWriteError("No space left on device.");
        left -= 1;
        log.append(line, lasting);
      };
      return { ...log, append };
    };
    const resumed = process.resume(session.id, { ...options, ports: { ...process.ports, openLog } });
    resumed.log.answerOpenCalls();
    const before = blocksOf(resumed);
    left = written;
    await expect(compact(resumed)).rejects.toThrow(LogWriteError);
    left = Number.POSITIVE_INFINITY;
    const now = blocksOf(resumed);
    if (written < 2) expect(now).toEqual(before);
    else expect(now).toMatchObject([{ text: expect.stringMatching(/sum$/) }]);
    expect(blocksOf(world.start().resume(session.id, options))).toEqual(now);
    await resumed.prompt("next");
    const since = blocksOf(resumed);
    expect(since.slice(0, now.length)).toEqual(now);
    expect(since[now.length]).toMatchObject({ text: "next" });
    expect(blocksOf(world.start().resume(session.id, options))).toEqual(since);
  },
  { runs: 24 },
);

/** A round: its prompt, and the steps of its turn; each says so many characters. */
const anyRounds = shownAs(
  fc.array(
    fc.record({
      prompt: fc.constantFrom(1, 20, 900),
      steps: fc.array(fc.constantFrom(1, 90, 900), { maxLength: 4 }),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  (rounds) =>
    rounds.map(({ prompt, steps }) => `> ${prompt} characters, steps of ${steps.join(", ")}`).join("\n"),
);

law(
  "summary-fits",
  "of a conversation that is longer than the window the oldest rounds are left out, then the oldest steps, whole, until the summary can be asked for; each request is legal and asks",
  [anyRounds, anyModel, fc.constantFrom(0.2, 0.5, 0.8, 0.97), fc.boolean()],
  async (rounds, model, share, isPolite) => {
    const world = new World();
    const session = world
      .start(scripted(rounds.flatMap(turnOf)))
      .begin({ tools: [WORKS], settings: { model } });
    for (const [at, { prompt }] of rounds.entries()) await session.prompt(`p${at} ${"x".repeat(prompt)}`);
    const whole = sizeOf(session.nextRequest("?"));
    const most = Math.max(whole * share, 3_000);
    const asked: MessagesRequest[] = [];
    const api = scripted([says("sum")]);
    const narrow: Model = {
      send: async (request, how) => {
        asked.push(request);
        expect(refusal(request)).toBeNull();
        if (sizeOf(request) <= most) return api.send(request, how);
        // Newer models answer such a request, and stop for want of room (MR-57).
        if (isPolite) return { ...CUT, model };
        const message = `prompt is too long: ${sizeOf(request)} tokens > ${Math.floor(most)} maximum`;
        throw new ApiError(message, { type: "invalid_request_error", status: 400 });
      },
    };
    const resumed = world.start(narrow).resume(session.id, { tools: [WORKS], summarize: summaryThatFits });
    const failure = await compact(resumed).catch((error: unknown) => error);
    for (const [at, { messages }] of asked.entries()) {
      expect(String(messages.at(-1)?.content.at(-1)?.["text"])).toContain("Summarize this conversation");
      const earlier = asked[at - 1]?.messages;
      if (!earlier) continue;
      expect(JSON.stringify(messages).length).toBeLessThan(JSON.stringify(earlier).length);
      expectEndOf(thoughtless(earlier), thoughtless(messages));
    }
    const last = asked.at(-1);
    if (failure instanceof Error) expect(last?.messages.length).toBeLessThanOrEqual(3);
    else expect(blocksOf(resumed)).toMatchObject([{ text: expect.stringMatching(/sum$/) }]);
  },
  { runs: 24 },
);

/** What is left is the end of what was there, from a prompt on; or, of the one round that is left, its beginning and its end. */
function expectEndOf(all: MessagesRequest["messages"], left: MessagesRequest["messages"]): void {
  const isWhole =
    left[0]?.role === "user" && JSON.stringify(left) === JSON.stringify(all.slice(-left.length));
  const rest = isWhole ? left : left.slice(1);
  if (!isWhole) expect([all, rest[0]?.role]).toEqual([expect.arrayContaining([left[0]]), "assistant"]);
  expect(rest).toEqual(all.slice(-rest.length));
  expect(rest.length).toBeGreaterThan(1);
}

const WORKS = {
  name: "Work",
  kind: "read",
  description: "Works.",
  inputSchema: { type: "object", properties: {}, required: [], additionalProperties: false },
  run: async () => ({ content: "done", isError: false }),
} as const;

const CUT = {
  id: "msg_cut",
  type: "message",
  role: "assistant",
  content: [{ type: "text", text: "half" }],
  stop_reason: "model_context_window_exceeded",
  stop_sequence: null,
  usage: { input_tokens: 1, output_tokens: 1 },
} as unknown as Awaited<ReturnType<Model["send"]>>;

function turnOf({ steps }: { readonly steps: readonly number[] }): Reply[] {
  const working = steps.map((size): Reply => {
    const thinking = { type: "thinking", thinking: "t" } as const;
    const text = { type: "text", text: "y".repeat(size) } as const;
    return { content: [thinking, text, { type: "tool_use", name: "Work", input: {} }] };
  });
  return [...working, says("done", "t")];
}

function sizeOf({ messages }: MessagesRequest): number {
  return JSON.stringify(messages).length;
}

function thoughtless(messages: MessagesRequest["messages"]) {
  return messages.map(({ role, content }) => ({
    role,
    content: content.filter((block) => !isThinking(block)),
  }));
}

law(
  "usage-fresh",
  "what was counted before a compaction counts no more, however often one is made and whatever it keeps",
  [fc.array(fc.oneof(fc.constant("prompt" as const), anySide), { minLength: 3, maxLength: 12 })],
  async (deeds) => {
    const answers = deeds.flatMap((deed, at) =>
      deed === "prompt" ? [{ ...says("a"), usage: usageOf(at + 1) }] : [],
    );
    const first = { ...says("a"), usage: usageOf(0) };
    const { session } = new Summed({ host: { auto: false }, answers: [first, ...answers] });
    await session.prompt("p");
    let counted = 10;
    for (const [at, deed] of deeds.entries()) {
      if (deed === "prompt") await session.prompt(`p${at}`);
      if (deed === "prompt") counted = 10 * (at + 2);
      else if (await made(session, deed)) counted = 0;
      const way = session.log.way();
      expect(tokensOn(way), "tokens that still count").toBe(counted);
      expect(lastAnswer(way) === undefined).toBe(counted === 0);
    }
  },
  { runs: 24 },
);

/** Ten tokens for each answer so far. */
function usageOf(answers: number) {
  const counted = { input_tokens: 4, cache_creation_input_tokens: 1, cache_read_input_tokens: 10 * answers };
  return { ...counted, output_tokens: 5 };
}

/** False where there is nothing to summarize. */
async function made(session: Session, side: Side): Promise<boolean> {
  const failure = await compact(session, chosen(session, side)).catch((error: unknown) => error);
  return !(failure instanceof Error);
}
