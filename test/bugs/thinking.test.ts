/** Reports of thinking that comes back altered, lost, or to a model that did not think it. */
import { expect, test } from "vitest";
import type { Reply } from "#mock-api";
import { type Block, type MessagesRequest, readLog } from "#src/index.ts";
import { scripted } from "../support/scripted.ts";
import { SAYS, TakenUp } from "../support/taken-up.ts";
import { World } from "../support/world.ts";

type Thought = NonNullable<Reply["content"]>[number];

/** A session that was killed after the result of a call before which this was thought, and what the API said. */
async function killedInTheLoop(thought: Thought, model = "claude-opus-5") {
  const world = new World();
  const asks: Reply = {
    content: [thought, { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } }],
  };
  let said: readonly Block[] = [];
  const session = world.start(scripted([asks, SAYS])).begin({
    settings: { model },
    emit: (event) => {
      if (event.type === "response" && said.length === 0) said = event.response.content;
    },
  });
  await session.prompt("m0");
  const lines = readLog(world.bytes(session.path)).lines.map(({ line }) => line);
  const isResult = (line: (typeof lines)[number]) => JSON.stringify(line).includes('"tool_result"');
  return { world, session, said, lines: lines.slice(0, lines.findIndex(isResult) + 1) };
}

/** What a fresh process sends that goes on with it. */
async function askedOn(left: Awaited<ReturnType<typeof killedInTheLoop>>, model = "claude-opus-5") {
  const { world, session, lines } = left;
  world.setText(session.path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  const requests: MessagesRequest[] = [];
  const turn = await world
    .start(scripted([SAYS]))
    .resume(session.id, {
      settings: { model },
      emit: (event) => event.type === "request" && requests.push(event.request),
    })
    .prompt("And now?");
  expect(turn).toMatchObject({ stop: "end_turn" });
  return requests[0]?.messages[1]?.content ?? [];
}

test.each<[string, Thought]>([
  ["53: what was thought before a call", { type: "thinking", thinking: "m0 \u2028 <b>&\n" }],
  ["58: redacted thinking before a call", { type: "redacted_thinking" }],
  ["59: thinking of which only the signature is shown", { type: "thinking", thinking: "" }],
])("bug report %s goes back byte for byte after a restart", async (_what, thought) => {
  const left = await killedInTheLoop(thought);
  expect(JSON.stringify(await askedOn(left))).toBe(JSON.stringify(left.said));
});

test("bug report 57: another model is asked without the thinking of the first, and with its calls and results", async () => {
  const left = await killedInTheLoop({ type: "thinking", thinking: "m0" });
  const sent = await askedOn(left, "claude-sonnet-4-6");
  expect(sent.map(({ type, id }) => [type, id])).toEqual([["tool_use", "t1"]]);
});

test("bug report 59: a signature without words is not taken for an empty block", async () => {
  const taken = new TakenUp("U1 A1(U1,m=m1,thinking=s1) A2(A1,m=m1,tu=t1) R1(A2,tr=t1)");
  expect(taken.session.nextRequest().messages[1]?.content.map(({ type }) => type)).toEqual([
    "thinking",
    "tool_use",
  ]);
});
