/** Responses of which a part is lost: their thinking goes back whole or not at all (MR-42, MR-91). */
import { expect, test } from "vitest";
import { refusal } from "#mock-api";
import { sendable } from "#src/request/sendable.ts";
import { asked, rebuild } from "../support/conversation.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const INTERLEAVED = {
  content: [
    { type: "thinking" as const, thinking: "m0" },
    { type: "tool_use" as const, id: "t1", name: "Bash", input: { command: "ls" } },
    { type: "thinking" as const, thinking: "m1" },
    { type: "tool_use" as const, id: "t2", name: "Bash", input: { command: "ls" } },
  ],
};

test("killed between any two entries of a response, a session goes on with a request that the API takes", async () => {
  const world = new World();
  const session = world.start(scripted([INTERLEAVED, { content: [{ type: "text", text: "s" }] }])).begin();
  await session.prompt("p0");
  const lines = world.text(session.path).trimEnd().split("\n");
  for (let kept = 2; kept <= lines.length; kept += 1) {
    const cut = `${lines.slice(0, kept).join("\n")}\n`;
    expect(refusal(asked(rebuild(cut, session.id).conversation.messages)), `after line ${kept}`).toBeNull();
  }
});

test("thinking at the end of a response that was cut off goes, and with it the rest of its thinking", async () => {
  const world = new World();
  const cut = { content: INTERLEAVED.content.slice(0, 3), stop_reason: "max_tokens" as const };
  const session = world.start(scripted([cut, { content: [{ type: "text", text: "s" }] }])).begin();
  expect(await session.prompt("p0")).toMatchObject({ stop: "end_turn" });
});

test("half a surrogate pair is kept in the log and replaced where it is sent; whole ones and backslashes stay", async () => {
  const world = new World();
  const said = "half \ud83d, whole \u{1f600}, written out \\ud83d";
  const session = world
    .start(scripted([{ content: [{ type: "text", text: "s" }] }, { content: [{ type: "text", text: "s" }] }]))
    .begin();
  await session.prompt(said);
  expect(await session.prompt("again")).toMatchObject({ stop: "end_turn" });
  expect(world.text(session.path)).toContain("half \\ud83d, whole");
  expect(session.nextRequest().messages[0]?.content[0]?.["text"]).toBe(
    "half \ufffd, whole \u{1f600}, written out \\ud83d",
  );
});

test("a cache marker that stands in a log is not sent on", () => {
  const block = { type: "text", text: "m0", cache_control: { type: "ephemeral" } };
  expect(sendable([{ role: "user", content: [block] }])).toEqual([
    { role: "user", content: [{ type: "text", text: "m0" }] },
  ]);
});
