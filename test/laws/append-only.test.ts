/** LAYER 3, the file: it grows at its end, and whatever was written stays (C-3.3, C-3.14). */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isChainEntry, type Line, readLog } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { CountedCalls } from "../support/failing-calls.ts";
import { law, shownAs } from "../support/law.ts";
import { turnOf } from "../support/plan.ts";
import { play } from "../support/play.ts";
import type { Played } from "../support/played.ts";
import { freshFolder } from "../support/real-folder.ts";
import { logFileAt, realLogs } from "../support/real-logs.ts";
import { World } from "../support/world.ts";

const anyCut = shownAs(
  fc.record({ byte: fc.nat(99_999) }),
  ({ byte }) => `(cut at byte ${byte}, counted round)`,
);

test("the first turn of a session makes a log of these lines", async () => {
  const answers = [{ thoughts: [], text: "s1", calls: [], stop: "end_turn", breaks: "no" } as const];
  const played = await play({ turns: [turnOf(answers)] });
  expect(linesOf(played).map(({ type }) => type)).toEqual([
    "context-digest",
    "user",
    "assistant",
    "last-prompt",
  ]);
});

law(
  "append-only",
  "after every event of a session, restarts included, the file begins with all bytes that it held before",
  [anySession],
  async (plan) => {
    let before = "";
    await play(plan, {
      world: new World({ root: freshFolder(), openLog: realLogs({ calls: new CountedCalls().calls }).open }),
      observe: ({ session, world }) => {
        const now = world.text(session.path);
        if (!now.startsWith(before)) expect(now).toBe(before);
        before = now;
      },
    });
  },
  { runs: 40 },
);

law(
  "self-healing",
  "at whatever byte a log is cut, what is appended then is read, and so is every whole line, and no byte is touched",
  [anySession, anyCut],
  async (plan, { byte }) => {
    const { world, session } = await play(plan);
    const whole = world.bytes(session.path);
    const cut = whole.subarray(0, byte % (whole.length + 1));
    const path = join(freshFolder(), "log.jsonl");
    writeFileSync(path, cut);
    logFileAt(path).append('{"type":"mode"}\n');
    expect(readFileSync(path).subarray(0, cut.length).equals(cut)).toBe(true);
    // A line that lacks nothing but its newline is whole.
    const text = new TextDecoder().decode(cut);
    const kept = text.split("\n").filter((line) => line.endsWith("}") && isJson(line));
    expect(readLog(readFileSync(path)).lines.map(({ line }) => JSON.stringify(line))).toEqual([
      ...kept,
      '{"type":"mode"}',
    ]);
  },
  { runs: 40 },
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
  { runs: 40 },
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
  { runs: 40 },
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
  { runs: 20 },
);

function linesOf({ world, session }: Played): Line[] {
  return readLog(world.bytes(session.path)).lines.map(({ line }) => line);
}

function isJson(text: string): boolean {
  try {
    return JSON.parse(text) !== undefined;
  } catch {
    return false;
  }
}
