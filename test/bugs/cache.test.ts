/** What breaks a cache, as users have reported it: ours does not do it, and where it is done, the card says so. */
import { expect, test } from "vitest";
import type { HarnessEvent, MessagesRequest, Session } from "#src/index.ts";
import { sentExchange } from "../../src/annex/cache/exchange.ts";
import { type RequestRow, rowsOf } from "../../src/annex/cache/report.ts";
import { replay } from "../support/cache-replay.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const LONG = { appendSystemPrompt: "Be brief. ".repeat(300) };

/** A machine on which each prompt is a process of its own, taking up the same session. */
class Machine {
  readonly world = new World();
  readonly #model = scripted(Array.from({ length: 9 }, () => ({ content: [{ type: "text", text: "ok" }] })));
  readonly sent: MessagesRequest[] = [];
  readonly #exchanges: NonNullable<ReturnType<typeof sentExchange>>[] = [];
  session: Session | undefined;

  open(more = {}): Session {
    const emit = (event: HarnessEvent) => {
      if (event.type === "request") this.sent.push(event.request);
      const request = this.sent.at(-1);
      if (event.type !== "response" || !request) return;
      this.#exchanges.push(sentExchange(request, event.response, undefined) ?? expect.fail());
    };
    const process = this.world.start(this.#model);
    const options = { ...LONG, ...more, emit };
    this.session = this.session ? process.resume(this.session.id, options) : process.begin(options);
    return this.session;
  }

  cards(): (string | undefined)[] {
    return rowsOf(this.#exchanges).map(({ card }) => card?.kind);
  }
}

test("bug report 96: a prompt is sent as the same bytes live and after a resume: nothing is lost", async () => {
  const machine = new Machine();
  await machine.open().prompt("hi");
  await machine.open().prompt("again");
  const content = (request: MessagesRequest | undefined) => request?.messages[0]?.content[0];
  expect(content(machine.sent[1])).toMatchObject({ type: "text", text: "hi" });
  expect(machine.cards()).toEqual(["cold", undefined]);
});

test("bug report 96: a client that sends it in another shape loses it: the card names the block", async () => {
  const kind = await cardAfter((body) => {
    const text = { type: "text", text: "hi ", citations: null };
    return { ...body, messages: [{ role: "user", content: [text] }, ...body.messages.slice(1)] };
  });
  expect(kind).toEqual(["message", "messages[0].content[0]"]);
});

test("bug report 99: tools in another order, or with another schema: the card names the first", async () => {
  expect(await cardAfter((body) => ({ ...body, tools: body.tools.toReversed() }))).toEqual([
    "tools",
    "tools[0] (Bash, before: Read)",
  ]);
  const changed = { type: "object", properties: {} };
  expect(
    await cardAfter((body) => ({
      ...body,
      tools: body.tools.map((tool, at) => (at === 1 ? { ...tool, input_schema: changed } : tool)),
    })),
  ).toEqual(["tools", expect.stringMatching(/^tools\[1\] \(\w+\)$/)]);
});

test("bug report 100: midnight passes between two turns: nothing in the system prompt tells it", async () => {
  const machine = new Machine();
  await machine.open().prompt("before midnight");
  for (let seconds = 0; seconds < 86_400; seconds += 1) machine.world.clock.now();
  await machine.open().prompt("after midnight");
  expect(machine.cards()).toEqual(["cold", undefined]);
});

test("bug report 100: a system prompt that tells the date loses the conversation: the card says so", async () => {
  const dated = (body: MessagesRequest) => ({
    ...body,
    system: body.system.map((block) => ({ ...block, text: `${String(block["text"])}\nToday is Sunday.` })),
  });
  expect(await cardAfter(dated)).toEqual(["system", "system[0]"]);
});

test("bug report 101: a memory file written anew at every run is read once a process", async () => {
  const machine = new Machine();
  const memory = `${machine.world.cwd}/CLAUDE.md`;
  machine.world.disk.write(memory, "Written at 12:00.\n");
  const session = machine.open();
  await session.prompt("one");
  machine.world.disk.write(memory, "Written at 12:01.\n");
  await session.prompt("two");
  expect(machine.cards()).toEqual(["cold", undefined]);
  await machine.open().prompt("three");
  expect(machine.cards()).toEqual(["cold", undefined, "memory"]);
});

/** The card of a second request that is changed so, and its place. */
async function cardAfter(change: (body: MessagesRequest) => MessagesRequest): Promise<unknown[]> {
  const machine = new Machine();
  await machine.open().prompt("hi");
  await machine.open().prompt("again");
  const [first, second] = machine.sent;
  if (!first || !second) throw new Error("Nothing was sent.");
  const [, row]: (RequestRow | undefined)[] = rowsOf(await replay([first, change(second)]));
  return [row?.card?.kind, row?.card?.place];
}
