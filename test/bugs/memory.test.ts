/** What users reported of memory files: instructions that are lost when the conversation is summarized. */
import { expect, test } from "vitest";
import { compact, remembering, timesIn } from "../support/remembering.ts";
import { ToolSession } from "../support/tool-session.ts";
import { World } from "../support/world.ts";

test("bug report 67: after a compaction the instructions stand in the next request, as they are on the disk then, once", async () => {
  const world = new World();
  world.disk.put(`${world.cwd}/CLAUDE.md`, "Answer in rhyme.");
  world.disk.put(`${world.cwd}/.claude/rules/all.md`, "Never use tabs.");
  const tools = new ToolSession(world, [[], []], { more: () => remembering(world) });
  await tools.turn();
  compact(world, tools.session);
  world.disk.put(`${world.cwd}/CLAUDE.md`, "Answer in prose.");
  tools.restart();
  await tools.turn();
  const request = tools.requests.at(-1) ?? { messages: [] };
  expect(timesIn(request, "The summary.")).toBe(1);
  expect([timesIn(request, "in rhyme"), timesIn(request, "in prose"), timesIn(request, "tabs")]).toEqual([
    0, 1, 1,
  ]);
});
