/** LAYER 3, the file: it grows at its end, and whatever was written stays (C-3.3, C-3.14). */
import { expect, test } from "vitest";
import { isChainEntry, type Line, readLog } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { law } from "../support/law.ts";
import { type Played, play } from "../support/play.ts";

test("the first turn of a session makes a log of these lines", async () => {
  const answers = [{ thoughts: [], text: "s1", calls: [], stop: "end_turn", breaks: "no" } as const];
  const turn = { prompt: "m0", answers, attachAt: [], freshProcess: false, killedBeforeStep: [] };
  const played = await play({ turns: [turn] });
  expect(linesOf(played).map(({ type }) => type)).toEqual([
    "context-digest",
    "user",
    "assistant",
    "last-prompt",
  ]);
});

law(
  "append-only",
  "after every event of a session, restarts included, the log begins with all bytes that it held before",
  [anySession],
  async (plan) => {
    let before = "";
    await play(plan, {
      observe: ({ session, world }) => {
        const now = world.text(session.path);
        expect(now.startsWith(before), `${before}\n--- became ---\n${now}`).toBe(true);
        before = now;
      },
    });
  },
  { runs: 60 },
);

law(
  "parent-first",
  "every entry names as its parent an entry that stands before it, or none",
  [anySession],
  async (plan) => {
    const entries = linesOf(await play(plan)).filter(isChainEntry);
    const written = new Set<string>();
    for (const { uuid, parentUuid } of entries) {
      expect(parentUuid === null || written.has(parentUuid), `parent ${parentUuid}`).toBe(true);
      expect(written.has(uuid), `a second ${uuid}`).toBe(false);
      written.add(uuid);
    }
    expect(entries.filter(({ parentUuid }) => parentUuid === null)).toHaveLength(1);
  },
  { runs: 60 },
);

law(
  "one-block-one-entry",
  "a response is one entry a block, in order, each with the response's id, stop reason and usage",
  [anySession],
  async (plan) => {
    const played = await play(plan);
    const spoken = linesOf(played).filter(({ type }) => type === "assistant");
    const kept = played.responses.filter(({ stop_reason }) => stop_reason !== "refusal");
    const expected = kept.flatMap(({ requestId, content, id, model, stop_reason, stop_sequence, usage }) =>
      content.map((block) => ({
        requestId,
        message: {
          id,
          type: "message",
          role: "assistant",
          model,
          content: [block],
          stop_reason,
          stop_sequence,
          usage,
        },
      })),
    );
    expect(spoken.map(({ requestId, message }) => ({ requestId, message }))).toEqual(expected);
  },
  { runs: 60 },
);

law(
  "idle-silent",
  "opening a session and leaving it again writes nothing",
  [anySession],
  async (plan) => {
    const { world, session, options } = await play(plan);
    const before = world.text(session.path);
    const opened = world.start().resume(session.id, options);
    opened.conversation();
    opened.nextRequest();
    expect(world.text(session.path)).toBe(before);
  },
  { runs: 30 },
);

function linesOf({ world, session }: Played): Line[] {
  return readLog(world.bytes(session.path)).lines.map(({ line }) => line);
}
