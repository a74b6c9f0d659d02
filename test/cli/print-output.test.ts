/** What `-p` prints for programs, and how it ends. */
import { expect, test } from "vitest";
import { place } from "../support/glass.ts";

const READS = {
  content: [{ type: "tool_use", id: "t1", name: "Read", input: { file_path: "replies.json" } }],
};
const SAYS = { content: [{ type: "text", text: "Read." }] };

test("stream-json prints one JSON object a line for each event as it comes, and the result last", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([READS, SAYS]));
  const { code, out } = await here.glass(["-p", "go", "--script", script, "--output-format", "stream-json"]);
  expect(code).toBe(0);
  const lines = out
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const types: string[] = lines.map(({ type }) => type);
  expect(types.filter((type) => !["append", "delta", "notice"].includes(type))).toEqual([
    "session",
    "prompt",
    "request",
    "response",
    "tool-start",
    "tool-end",
    "request",
    "response",
    "turn-end",
    "result",
  ]);
  expect(lines.filter(({ type }) => type === "request")).toEqual([
    { type: "request", model: "claude-opus-5", messages: 1 },
    { type: "request", model: "claude-opus-5", messages: 3 },
  ]);
  expect(lines.at(-1)).toMatchObject({ type: "result", result: "Read.", is_error: false, num_steps: 2 });
  expect(lines[0].sessionId).toBe(lines.at(-1).session_id);
});

test("--max-turns ends the turn after so many steps: exit code 3, said in words, and another turn goes on", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([READS, SAYS]));
  const args = ["-p", "go", "--script", script, "--output-format", "json", "--max-turns"];
  const { code, out, err } = await here.glass([...args, "1"]);
  expect(code).toBe(3);
  expect(JSON.parse(out)).toMatchObject({ stop_reason: "step_limit", is_error: true, num_steps: 1 });
  expect(err).toContain("The turn was stopped after 1 steps, its limit.");
  here.file("replies.json", JSON.stringify([SAYS]));
  const again = await here.glass([...args, "1", "-c"]);
  expect({ code: again.code, ...JSON.parse(again.out) }).toMatchObject({ code: 0, result: "Read." });
});
