/** Reports of entries whose fields are not what their readers take them for. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { drawTree } from "#src/annex/log/drawn/draw-tree.ts";
import { ALL_TOOLS, type Block, type Line, type ToolResultBlock, type ToolUseBlock } from "#src/index.ts";
import { describeBlock, describeLine } from "#src/terminal/describe.ts";
import { cardOf } from "#src/terminal/repl/cards.ts";
import { law } from "../support/law.ts";
import { assistant, logOf, result, user } from "../support/log-lines.ts";
import { SAYS, TakenUp } from "../support/taken-up.ts";

/** A log of one call with this input, and of what its tool has left beside its result. */
function logWith(name: string, input: unknown, toolUseResult: unknown): Line[] {
  return [
    user({ uuid: "U1", parent: null }, "m0"),
    assistant({ uuid: "A1", parent: "U1" }, "m1", { type: "tool_use", id: "t1", name, input }),
    { ...result({ uuid: "R1", parent: "A1" }, "t1", "done"), toolUseResult },
  ];
}

test("bug report 42: an edit whose path is a number and whose result names none is shown, sent and gone on from", async () => {
  const input = { file_path: 7, old_string: "a", new_string: "b" };
  const lines = logWith("Edit", input, {});
  const tries = { type: "tool_use" as const, name: "Edit", input };
  const taken = new TakenUp(lines, [{ content: [tries] }, SAYS], { tools: ALL_TOOLS });
  expect(await taken.ask()).toMatchObject({ stop: "end_turn" });
  const results = taken.events.flatMap((event) => (event.type === "tool-end" ? [event.result] : []));
  expect(results).toMatchObject([{ is_error: true, content: expect.stringMatching(/not run\.$/) }]);
  expect(drawTree(new TextEncoder().encode(logOf(lines)))).toContain("Edit(file_path: 7, ");
  expect(lines.map(describeLine)[1]).toMatch(/^assistant tool_use Edit 7 · a · b$/);
});

const anyName = fc.constantFrom(
  "Edit",
  "Read",
  "Bash",
  "TaskUpdate",
  "Agent",
  "Grep",
  "__proto__",
  "Unheard",
);
const anyField = fc.constantFrom(
  "file_path",
  "command",
  "pattern",
  "task",
  "filePath",
  "digest",
  "__proto__",
);
const anyInput = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.dictionary(anyField, fc.jsonValue({ maxDepth: 1 })),
);

law(
  "views-total",
  "whatever stands in a call, in its result or beside it, every view says something of it and the session goes on",
  [anyName, anyInput, anyInput, fc.jsonValue({ maxDepth: 2 })],
  async (name, input, beside, content) => {
    const lines = logWith(name, input, beside);
    const block: Block = { type: "tool_result", tool_use_id: "t1", content };
    const call = { type: "tool_use", id: "t1", name, input } as ToolUseBlock;
    expect(lines.map(describeLine).every((said) => said.length > 0)).toBe(true);
    for (const each of [block, call]) expect(describeBlock(each)).not.toBe("");
    const shown = { ...block, content: "done" } as ToolResultBlock;
    expect(cardOf(call, shown, 5, 40).flat().length).toBeGreaterThan(2);
    expect(drawTree(new TextEncoder().encode(logOf(lines)))).toContain("A1");
    const tasks = { type: "tool_use" as const, name: "TaskList", input: {} };
    const taken = new TakenUp(lines, [{ content: [tasks] }, SAYS], { tools: ALL_TOOLS });
    expect(await taken.ask()).toMatchObject({ stop: "end_turn" });
  },
  { runs: 12 },
);
