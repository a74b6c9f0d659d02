/** What a person is told where a session is taken up and less is read from the cache than might be (D-14, D-27). */
import { expect, test } from "vitest";
import { whyCacheIsLost } from "#src/annex/cache/lost.ts";
import type { SessionOptions } from "#src/index.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const LOST = /The thinking from before was made for what it was then, so it is left out\.$/;

test.each<[what: RegExp, isThinkingLost: boolean, model: string, again: Partial<SessionOptions>]>([
  [/^The model is not the one/, true, "claude-opus-5", { settings: { model: "claude-opus-4-8" } }],
  [/^The tool definitions have changed/, false, "claude-opus-5", { tools: [] }],
  [/^The system prompt has changed/, false, "claude-opus-5", { appendSystemPrompt: "Be brief." }],
  [/^A memory file \(CLAUDE\.md\) has changed/, false, "claude-opus-5", { readMemory: () => [NEW] }],
  [/^A memory file \(CLAUDE\.md\) has changed/, true, "claude-opus-5-5", { readMemory: () => [NEW] }],
])("%s, thinking lost: %j (%s)", async (what, isThinkingLost, model, again) => {
  const world = new World();
  const first = world.start(scripted([SAYS])).begin({ settings: { model } });
  await first.prompt("m0");
  const notices: string[] = [];
  const second = world.start(scripted([SAYS])).resume(first.id, {
    explainChange: whyCacheIsLost,
    emit: (event) => void (event.type === "notice" && notices.push(event.text)),
    ...again,
  });
  await second.prompt("m1");
  expect(notices).toEqual([expect.stringMatching(what)]);
  expect(LOST.test(String(notices[0]))).toBe(isThinkingLost);
});

const NEW = { path: "/p/CLAUDE.md", scope: "project", content: "Be brief." } as const;
const SAYS = { content: [{ type: "text" as const, text: "s" }] };
