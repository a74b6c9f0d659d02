/** What a cache can be asked for again (C-1.9 to C-1.12, D-13). */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Block, CacheTtl, MessagesRequest } from "#src/index.ts";
import { anyReminders, anySession, anyShownSession } from "../support/arbitraries.ts";
import { anyLine, killAfterLine, resumeAndAsk } from "../support/kills.ts";
import { law } from "../support/law.ts";
import { contrast } from "../support/law-contrast.ts";
import { blocksOf } from "../support/law-sketch.ts";
import { play } from "../support/play.ts";
import { bytesOf, expectPrefix, markedBlocks, markedPrefix } from "../support/prefix.ts";
import { World } from "../support/world.ts";

const anyTtl = fc.constantFrom<CacheTtl>("1h", "5m");

test("the marked prefix of a request ends with its last marked block", () => {
  const marked = { type: "text", text: "b", cache_control: { type: "ephemeral" } };
  const content = [{ type: "text", text: "a" }, marked, { type: "text", text: "c" }];
  const messages = [{ role: "user" as const, content }];
  expect(markedPrefix({ tools: [], system: [], messages })).toBe(
    '{"tools":[],"system":[],"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}',
  );
});

law(
  "prefix-monotone",
  "a request begins with the bytes of the one before up to that one's last marker, across restarts too, whatever holds, is mentioned or is left by hooks",
  [anyShownSession, anyReminders],
  async (plan, settings) => {
    const { requests } = await play(plan, { session: { appendSystemPrompt: "Be brief.", settings } });
    for (const [index, request] of requests.entries()) {
      const before = requests[index - 1];
      if (before) expectPrefix(markedPrefix(before), bytesOf(request));
    }
  },
  { runs: 30 },
);

law(
  "prefix-survives",
  "the first request after a kill begins with the bytes of the last one before it up to that one's last marker",
  [anyShownSession, anyLine, anyReminders],
  async (plan, { line }, settings) => {
    const sent: { request: MessagesRequest; lines: number }[] = [];
    const world = new World();
    const { session, options } = await play(plan, {
      world,
      session: { settings },
      observe: ({ event, session: { path } }) => {
        if (event.type !== "request") return;
        sent.push({ request: event.request, lines: world.text(path).split("\n").length - 1 });
      },
    });
    const left = killAfterLine(world, session, line).length;
    const last = sent.findLast(({ lines }) => lines <= left);
    const next = await resumeAndAsk(world, session, options);
    if (last) expectPrefix(markedPrefix(last.request), bytesOf(next));
  },
  { runs: 20 },
);

law(
  "cache-read",
  "while nothing but the conversation grows, a request reads from the cache all that the one before has sent",
  [anySession],
  async (plan) => {
    // The prompt must be long enough to be worth a cache entry at all (MR-80).
    const { calls } = await play(plan, { session: { appendSystemPrompt: "Be brief. ".repeat(300) } });
    const causes = calls.flatMap(({ cause }) => (cause ? [cause] : []));
    for (const [index, { read }] of causes.entries()) {
      const before = causes[index - 1];
      if (before) expect(read).toBe(before.read + before.created + before.fresh);
    }
  },
  { runs: 30 },
);

law(
  "markers-few",
  "a request has at most four markers, none on a block that is empty or gone at the next request, the last on the last of those that stay, and no long life after a short one",
  [anyShownSession, anyTtl],
  async (plan, cacheTtl) => {
    const { requests } = await play(plan, { session: { settings: { cacheTtl } } });
    for (const request of requests) {
      const markers = markedBlocks(request).map((block) => block["cache_control"] as { ttl: CacheTtl });
      expect(markers.length).toBeGreaterThanOrEqual(1);
      expect(markers.length).toBeLessThanOrEqual(4);
      expectLastMarked(request);
      expect(markedBlocks(request).every((block) => block["text"] !== "")).toBe(true);
      expect(markers.map(({ ttl }) => ttl).join(" ")).not.toMatch(/5m.*1h/);
      expect(markers.every(({ ttl }) => ttl === cacheTtl)).toBe(true);
    }
  },
  { runs: 30 },
);

/** The last of the blocks that stay carries the last marker. */
function expectLastMarked(request: MessagesRequest): void {
  const last = blocksThatStay(request).at(-1);
  if (last?.["cache_control"] !== undefined) return;
  const got = blocksOf(request);
  const end = got.length - 2;
  const expected = got.slice(0, end).with(-1, `${got[end - 1]} ⚑ marker`);
  contrast("the last marker is not on the last block that stays", {
    expected,
    got: got.slice(0, end),
  });
}

/** Those of the last message: what is told of the moment stands behind them, where the model does not keep it. */
function blocksThatStay({ messages }: MessagesRequest): readonly Block[] {
  const blocks = messages.at(-1)?.content ?? [];
  return blocks.slice(0, blocks.length - 2);
}
