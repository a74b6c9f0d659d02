/** Preserved thinking by example (D-25, MR-42, MR-45 to MR-47, MR-91, MR-94, MR-95, MR-118). */
import { describe, expect, test } from "vitest";
import { signSummary } from "../../mock-api/features/compaction-signature.ts";
import {
  createMockApi,
  type MessagesRequest,
  type MockApi,
  type MockOptions,
  type Reply,
  type RequestBlock,
  type RequestMessage,
  refusal,
} from "../../mock-api/index.ts";
import { trailTo } from "../../mock-api/thinking/trail.ts";
import { assistant, call, HELLO, request, result, text, thought, user } from "./blocks.ts";
import { boundElsewhere, CONTROLS, OTHER_SYSTEM } from "./breaks/binding.ts";
import { ask, COUNT_URL, events } from "./exchange.ts";
import { planned } from "./signing.ts";

const BOUND = { model: "claude-opus-5-5" };
const DROPPING = {
  thinking: { type: "adaptive", block_binding: { prefix_mismatch_behavior: "drop_block" } },
};

/** A turn that is over, with one thought in it. */
const TURN = [HELLO, assistant(thought(0, 1), text("hi")), user(text("and?"))];

const bodyOf = (messages: RequestMessage[], more: object = BOUND): MessagesRequest =>
  request(messages, more) as MessagesRequest;
const mock = (options: Partial<MockOptions> = {}): MockApi =>
  createMockApi({ model: () => ({ content: [{ type: "text", text: "a" }] }), ...options });

describe("an answer of the mock itself", () => {
  const replies: Reply[] = [
    {
      content: [
        { type: "thinking", thinking: "first" },
        { type: "text", text: "Let me look." },
        { type: "redacted_thinking" },
        { type: "tool_use", name: "Read", input: { path: "a", line: 1 } },
      ],
    },
    {
      content: [
        { type: "thinking", thinking: "second" },
        { type: "text", text: "It is there." },
      ],
    },
    { content: [{ type: "text", text: "done" }] },
  ];
  const asked = user(text("Where is it?"), text("(Be brief.)"));

  /** The conversation after two answers, each sent back as it came, and what the third request got. */
  async function conversation(change: (content: RequestBlock[]) => RequestBlock[] = (content) => content) {
    const api = createMockApi({ model: [...replies, ...replies.slice(2)] });
    const messages: RequestMessage[] = [asked];
    for (const next of ["result", "prompt"]) {
      const { content } = (await ask(api, { ...BOUND, max_tokens: 100, messages })) as {
        content: RequestBlock[];
      };
      const id = content.at(-1)?.id ?? "";
      messages.push(assistant(...change(content)), next === "result" ? user(result(id)) : HELLO);
    }
    return { api, messages, last: await ask(api, { ...BOUND, max_tokens: 100, messages }) };
  }

  test("is accepted when it comes back", async () => {
    expect((await conversation()).last).toMatchObject({ content: [{ text: "done" }] });
  });

  test("is accepted without the fields that say nothing", async () => {
    const bare = ({ citations: _null, caller: _direct, ...block }: RequestBlock): RequestBlock => block;
    const { last } = await conversation((content) => content.map(bare));
    expect(last).toMatchObject({ content: [{ text: "done" }] });
  });

  test("is refused behind a message that a reminder was taken out of", async () => {
    const { api, messages } = await conversation();
    const shorter = [user(text("Where is it?")), ...messages.slice(1)];
    expect(await ask(api, { ...BOUND, max_tokens: 100, messages: shorter })).toMatchObject({
      error: { type: "invalid_request_error", message: boundElsewhere("messages.1.content.0") },
    });
  });
});

describe("which refusal", () => {
  const altered = (messages: RequestMessage[], more: object = {}): string | undefined => {
    const body = bodyOf(messages, { ...BOUND, system: "s" });
    return refusal({ ...body, system: "another", ...more })?.rule;
  };
  const open = (block: RequestBlock): RequestMessage[] => [
    HELLO,
    assistant(block, call("a")),
    user(result("a")),
  ];

  test("D-25: an altered text is told before a conversation that differs", () => {
    const lie = { ...thought(0, 1), thinking: "edited" };
    expect(altered(open(lie))).toBe("MR-42");
    expect(altered([HELLO, assistant(lie, text("a")), HELLO])).toBe("MR-45");
    expect(altered(open(thought(0, 1)))).toBe("MR-46");
  });

  test("models that are not bound do not look at the conversation, and Mythos 5.1 does not", () => {
    for (const model of ["claude-opus-5", "claude-sonnet-5", "claude-fable-5", "claude-mythos-5-1"]) {
      expect(refusal({ ...bodyOf(TURN, { model, system: "s" }), system: "another" }), model).toBeNull();
    }
  });

  test("MR-91: without any thinking of the open turn there is nothing to check", () => {
    expect(altered([HELLO, assistant(call("a")), user(result("a"))])).toBeUndefined();
  });

  test("MR-45: Sonnet 5 ignores a text that is written into thinking that was not shown", () => {
    const hidden = { ...planned("omitted", { answer: "msg_a", ordinal: 0, total: 1, text: "t" }) };
    const filled = open({ ...hidden, thinking: "written by someone else" });
    const shown = { thinking: { type: "adaptive", display: "summarized" } };
    expect(refusal(bodyOf(filled, { model: "claude-sonnet-5" }))).toBeNull();
    expect(refusal(bodyOf(filled, { model: "claude-sonnet-5", ...shown }))?.rule).toBe("MR-42");
    expect(refusal(bodyOf(filled, { model: "claude-opus-5" }))?.rule).toBe("MR-42");
  });

  test("D-25: foreign thinking that is accepted is bound to nothing", () => {
    const recorded: RequestBlock = { type: "thinking", thinking: "hm", signature: "c2ln2980777046" };
    const body = bodyOf([HELLO, assistant(recorded, text("a")), HELLO], { ...BOUND, system: "s" });
    expect(refusal({ ...body, system: "another" }, { foreignSignatures: "accept" })).toBeNull();
  });

  test("count_tokens checks it, too", async () => {
    const { max_tokens: _, ...body } = bodyOf(TURN, { ...BOUND, system: "s" });
    expect(await ask(mock(), { ...body, system: "another" }, { url: COUNT_URL })).toMatchObject({
      error: { message: boundElsewhere("messages.1.content.0", OTHER_SYSTEM) },
    });
  });
});

describe("input_transformations", () => {
  const moved = { ...bodyOf(TURN, { ...BOUND, system: "s" }), system: "another" };
  const told = (type: string, reason: string): object => ({ type, path: "messages.1.content.0", reason });

  test("are told under the beta and only there", async () => {
    const clean = bodyOf(TURN);
    expect(await ask(mock(), clean, { headers: CONTROLS })).toMatchObject({ input_transformations: [] });
    expect(await ask(mock(), clean)).not.toHaveProperty("input_transformations");
  });

  test("an older account lets a mismatch pass, and says so", async () => {
    const api = mock({ rules: { "MR-46/enforced": false } });
    expect(await ask(api, moved, { headers: CONTROLS })).toMatchObject({
      input_transformations: [told("thinking_mismatch_allowed", "prefix_binding_mismatch")],
    });
    expect(await ask(api, moved)).toMatchObject({ type: "message" });
  });

  test("a stream tells them as it begins", async () => {
    const [start] = await events(mock(), { ...moved, ...DROPPING }, { headers: CONTROLS });
    expect(start).toMatchObject({
      message: { input_transformations: [told("thinking_dropped", "prefix_binding_mismatch")] },
    });
  });

  test("a message that held nothing but dropped thinking goes with it", async () => {
    const shown: MessagesRequest[] = [];
    const model = (seen: MessagesRequest): Reply => {
      shown.push(seen);
      return {};
    };
    const alone = planned("redacted", { answer: "msg_a", ordinal: 0, total: 1, text: "" });
    const messages = [HELLO, assistant(alone), HELLO, assistant(text("a")), HELLO];
    const body = bodyOf(messages, { ...BOUND, system: "s" });
    const api = mock({ model });
    await ask(api, { ...body, ...DROPPING, system: "another" }, { headers: CONTROLS });
    expect(shown[0]?.messages).toEqual([HELLO, HELLO, assistant(text("a")), HELLO]);
  });
});

describe("MR-94: who may read it", () => {
  test("thinking that an older model passes over is still there for the newer one", async () => {
    const api = mock({ model: () => ({ content: [{ type: "thinking", thinking: "t" }] }) });
    const fable = { model: "claude-fable-5-1" };
    const messages = [...TURN];
    const begun = bodyOf(messages, fable);
    const seen = await ask(api, { ...begun, ...BOUND }, { headers: CONTROLS });
    expect(seen).toMatchObject({ input_transformations: [{ reason: "model_binding_mismatch" }] });
    const { content } = seen as { content: RequestBlock[] };
    const next = [...begun.messages, assistant(...content, text("a")), HELLO];
    const back = await ask(api, { ...begun, messages: next }, { headers: CONTROLS });
    expect(back).toMatchObject({ input_transformations: [] });
  });

  test("Sonnet 5.5 and Haiku 5.5 think for one organization", async () => {
    const other = { headers: { ...CONTROLS, "x-api-key": "another" } };
    for (const model of ["claude-sonnet-5-5", "claude-haiku-5-5"]) {
      const body = bodyOf(TURN, { model });
      expect(await ask(mock(), body, other)).toMatchObject({ error: { type: "invalid_request_error" } });
      expect(await ask(mock(), { ...body, ...DROPPING }, other)).toMatchObject({
        input_transformations: [{ type: "thinking_dropped", reason: "organization_binding_mismatch" }],
      });
    }
    expect(await ask(mock(), bodyOf(TURN), other)).toMatchObject({ input_transformations: [] });
  });
});

test("MR-118: turns that were kept hold behind the signed summary of what was before them, and behind no other", () => {
  const kept = [HELLO, assistant(thought(0, 1, "msg_b"), text("b")), user(text("c"))];
  const body = bodyOf([...TURN, assistant(text("so")), ...kept]);
  const { messages: _after, ...before } = body;
  const { binding } = trailTo({ ...before, messages: body.messages.slice(0, 4) });
  const behind = (content: string, signature: string, more: object = {}): string | undefined => {
    const summary = assistant({ type: "compaction", content, signature });
    return refusal({ ...body, messages: [summary, ...body.messages.slice(4)], ...more })?.rule;
  };
  expect(behind("s", signSummary("s", { ...binding, preserving: true }))).toBeUndefined();
  expect(behind("s", signSummary("s", { ...binding, preserving: true }), { system: "another" })).toBe(
    "MR-46",
  );
  expect(behind("s", signSummary("s", { ...binding, preserving: false }))).toBe("MR-46");
  expect(behind("s", signSummary("s", { ...binding, messages: "", preserving: true }))).toBe("MR-46");
});

test("MR-46: of many blocks the first that does not hold is named, not the first", () => {
  const turn = (nth: string): RequestMessage[] => [
    assistant(thought(0, 1, `msg_${nth}`), text(nth)),
    user(text(nth)),
  ];
  const body = bodyOf([HELLO, ...turn("a"), ...turn("b"), ...turn("c")]);
  const messages = body.messages.map((message, at) => (at === 2 ? user(text("a!")) : message));
  expect(refusal({ ...body, messages })?.message).toBe(boundElsewhere("messages.3.content.0"));
});
