/** Reports of requests that cost the cache, or that the API refused. */
import { expect, test } from "vitest";
import {
  ANNEX_INJECTIONS,
  type HarnessEvent,
  type MessagesRequest,
  type Session,
  type SessionOptions,
} from "#src/index.ts";
import { whatHolds } from "../../src/annex/context/now.ts";
import { bytesOf, markedBlocks, markedPrefix } from "../support/prefix.ts";
import { scripted } from "../support/scripted.ts";
import { SAYS, TakenUp } from "../support/taken-up.ts";
import { World } from "../support/world.ts";

/** A session that can be left and taken up again. */
class Talk {
  readonly requests: MessagesRequest[] = [];
  readonly machine = new World();
  session: Session | undefined;

  async ask(prompt: string, more: Partial<SessionOptions> = {}): Promise<void> {
    const emit = (event: HarnessEvent) => event.type === "request" && this.requests.push(event.request);
    const process = this.machine.start(scripted([SAYS]));
    const options = { ...more, emit };
    this.session = this.session ? process.resume(this.session.id, options) : process.begin(options);
    await this.session.prompt(prompt);
  }

  /** Each request begins with what was marked of the one before. */
  expectPrefixes(): void {
    for (const [at, request] of this.requests.entries()) {
      const before = this.requests[at - 1];
      if (before) expect(bytesOf(request).startsWith(markedPrefix(before))).toBe(true);
    }
  }
}

test("bug report 96: a prompt is sent as the same blocks before and after a restart", async () => {
  const talk = new Talk();
  await talk.ask("hi");
  await talk.ask("and now?");
  expect(talk.requests[0]?.messages[0]?.content).toMatchObject([{ type: "text", text: "hi" }]);
  talk.expectPrefixes();
});

test("bug report 97: three attachments of a turn stand behind its prompt, in that place after a restart too", async () => {
  const talk = new Talk();
  const content = ["c0", "c1", "c2"];
  const attachments = content.map((each) => ({ type: "hook_additional_context", content: [each] }));
  await talk.ask("hi", {
    hooks: async ({ event }) => ({ attachments: event === "UserPromptSubmit" ? attachments : [] }),
  });
  await talk.ask("and now?");
  const [first, second] = talk.requests.map(({ messages }) => messages[0]?.content.map(({ text }) => text));
  expect(first?.map((text) => /c\d/.exec(String(text))?.[0])).toEqual([undefined, "c0", "c1", "c2"]);
  expect(second).toEqual(first);
  talk.expectPrefixes();
});

test.each(["vanish", "sticky"] as const)(
  "bug report 100: midnight changes no byte of the system prompt; the day is told in the messages (%s)",
  async (reminders) => {
    const talk = new Talk();
    let day = 28;
    const clock = { now: () => new Date(2026, 6, day, 23, 59) };
    const volatile = whatHolds(clock, () => "default");
    const options = { volatile, injections: ANNEX_INJECTIONS, settings: { reminders } };
    await talk.ask("hi", options);
    day = 29;
    await talk.ask("and now?", options);
    const [before, after] = talk.requests;
    expect(after?.system).toEqual(before?.system);
    expect(JSON.stringify(before?.messages)).toContain("Today is 2026-07-28.");
    expect(JSON.stringify(after?.messages)).toContain("Today is 2026-07-29.");
    expect(JSON.stringify(after?.messages).includes("07-28")).toBe(reminders === "sticky");
    talk.expectPrefixes();
  },
);

test("bug report 102: of what a hook says at each of four starts the model has one copy", async () => {
  const talk = new Talk();
  const attachment = { type: "hook_additional_context", hookName: "SessionStart", hookEvent: "SessionStart" };
  for (let start = 0; start < 4; start += 1)
    await talk.ask("hi", {
      hooks: async ({ event }) => ({
        attachments: event === "SessionStart" ? [{ ...attachment, content: ["c0"] }] : [],
      }),
    });
  expect(JSON.stringify(talk.requests.at(-1)?.messages).split("c0")).toHaveLength(2);
});

test("bug reports 103 and 104: a log full of other clients' markers, and no more than ours are sent, none of them on the request itself", async () => {
  const cache_control = { type: "ephemeral" };
  const content = Array.from({ length: 5 }, (_, at) => ({ type: "text", text: `m${at}`, cache_control }));
  const taken = new TakenUp([{ ...PROMPT, message: { role: "user", content } }]);
  await taken.ask();
  const [request] = taken.requests;
  expect(request && markedBlocks(request)).toHaveLength(2);
  expect(request).not.toHaveProperty("cache_control");
});

test("bug report 105: a log with markers of an hour, asked on with five minutes, has one life in its request", async () => {
  const cache_control = { type: "ephemeral", ttl: "1h" };
  const content = [{ type: "text", text: "m0", cache_control }];
  const settings = { cacheTtl: "5m" } as const;
  const taken = new TakenUp([{ ...PROMPT, message: { role: "user", content } }], [SAYS], { settings });
  await taken.ask();
  const markers = taken.requests.flatMap(markedBlocks).map((block) => block["cache_control"]);
  expect(markers).toEqual(Array(2).fill({ type: "ephemeral", ttl: "5m" }));
});

const PROMPT = { type: "user", uuid: "u1", parentUuid: null };
