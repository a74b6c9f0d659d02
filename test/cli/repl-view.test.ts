/** What a conversation looks like, by example; what always holds of it is in test/laws/screen.test.ts. */
import { expect, test } from "vitest";
import type { HarnessEvent, ModelResponse, ToolUseBlock } from "../../src/index.ts";
import { ReplStage } from "../support/repl-stage.ts";

const CALL: ToolUseBlock = { type: "tool_use", id: "t1", name: "Bash", input: { command: "npm test" } };

function said(kind: "text" | "thinking", text: string): HarnessEvent {
  return { type: "delta", kind, text };
}

function result(content: string, isError = false): HarnessEvent {
  const block = { type: "tool_result", tool_use_id: "t1", content, is_error: isError } as const;
  return { type: "tool-end", call: CALL, result: block };
}

test("words appear as they stream in: a full row stands, the last one is open until the answer is complete", () => {
  const stage = new ReplStage(41).tell({ type: "busy" });
  stage.event(said("text", "The quick brown fox "));
  expect({ shown: stage.shown, live: stage.live }).toMatchObject({
    shown: "",
    live: expect.stringContaining("The quick brown fox"),
  });
  stage.event(said("text", "jumps over the lazy dog.\nAnd the"));
  expect(stage.shown).toBe("The quick brown fox jumps over the lazy\ndog.");
  expect(stage.live).toContain("And the");
  stage.event({ type: "notice", text: "Something." });
  expect(stage.shown).toBe("The quick brown fox jumps over the lazy\ndog.\nAnd the\n\nSomething.");
});

test("a remark of several lines keeps its columns: what goes on in the next row stands below where its line began", () => {
  const stage = new ReplStage(30);
  stage.tell({ type: "told", text: "Left out:\n  docs/a.md: there is no such file at all" });
  expect(stage.shown).toBe("Left out:\n  docs/a.md: there is no such\n  file at all");
});

test("what is logged while words stream does not break them", () => {
  const stage = new ReplStage().tell({ type: "busy" }).event(said("thinking", "Hm, "));
  stage.event({ type: "append", number: 1, line: { type: "permission-mode", permissionMode: "plan" } });
  stage.event(said("thinking", "well.")).tell({ type: "idle" });
  expect(stage.shown).toBe("✻ Hm, well.");
});

test("thinking is grey and apart from what is said; a character that comes in halves is whole", () => {
  const stage = new ReplStage().tell({ type: "busy" });
  stage.event(said("thinking", "Hm.")).event(said("text", "Yes \ud83d")).event(said("text", "\ude00."));
  stage.tell({ type: "idle" });
  expect(stage.shown).toBe("✻ Hm.\n\nYes 😀.");
  expect(stage.rows[0]?.map(({ tint }) => tint)).toEqual(["gray", "gray"]);
});

test("a tool that runs is shown with its time, and then as a card with its first lines", () => {
  const stage = new ReplStage().tell({ type: "busy" }).event({ type: "tool-start", call: CALL });
  stage.wait(3200);
  expect(stage.live).toMatch(/. Bash npm test · 3\.2 s\n. tools run · 3\.2 s · Esc interrupts/);
  stage.event(result("1\n\t2\n3\n4\n5\n6\n7\n"));
  expect(stage.shown).toBe(
    "✓ Bash npm test · 3.2 s\n  ⎿ 1\n        2\n    3\n    4\n    5\n    … 2 more lines",
  );
  expect(stage.live).not.toContain("npm test");
  stage.event(result("\x1b[31mExit code 1\x1b[39m", true));
  expect(stage.shown).toMatch(/✗ Bash npm test · 0\.0 s\n {2}⎿ Exit code 1$/);
});

test("an agent's tools are shown in the line of its call", () => {
  const stage = new ReplStage().tell({ type: "busy" }).event({ type: "tool-start", call: CALL });
  const read = { type: "tool_use", id: "a1", name: "Read", input: { file_path: "a.txt" } } as const;
  stage.event({ type: "agent", callId: "t1", agentId: "x", event: { type: "tool-start", call: read } });
  expect(stage.live).toContain("npm test → Read a.txt");
  expect(stage.shown).toBe("");
});

test("the end of a turn says what it took", () => {
  const usage = {
    input_tokens: 100,
    cache_read_input_tokens: 900,
    cache_creation_input_tokens: 0,
    output_tokens: 5,
  };
  const response = { content: [], usage } as unknown as ModelResponse;
  const stage = new ReplStage().tell({ type: "busy" }).wait(61_000);
  stage.event({ type: "response", response }).event({ type: "turn-end", stop: "end_turn", steps: 1 });
  expect(stage.shown).toBe("· end_turn · 1 min 1 s · 1 step · 1,000 tokens in, 90 % from the cache · 5 out");
});

test("Esc and Ctrl-C interrupt a turn; the line that is being written stays", () => {
  for (const key of ["escape", "ctrl-c"]) {
    const stage = new ReplStage().tell({ type: "busy" }).type("next").press(key);
    expect(stage.deeds).toEqual([{ type: "interrupt" }]);
    expect(stage.live).toMatch(/stopping[\s\S]*> next/);
    stage.event({ type: "api-error", message: "The request was interrupted." });
    expect(stage.shown).toBe("");
  }
});

test("Ctrl-C clears the line, then leaves; Ctrl-D leaves on an empty line alone", () => {
  const stage = new ReplStage().type("half a thought").press("ctrl-c");
  expect({ deeds: stage.deeds, live: stage.live }).toEqual({ deeds: [], live: "\n> \nCtrl-C again leaves." });
  expect(stage.type("x").press("ctrl-c").deeds).toEqual([]);
  expect(stage.press("ctrl-c").deed()).toEqual({ type: "leave" });
  expect(new ReplStage().type("x").press("left", "ctrl-d", "ctrl-d").deeds).toEqual([{ type: "leave" }]);
});

test("a file's change is shown in the card: the lines that went and came, without those around them", () => {
  const stage = new ReplStage(60).tell({ type: "busy" });
  const input = { file_path: "a.ts", old_string: "if (a)\n  b();\n", new_string: "if (a)\n  c();\n  d();\n" };
  const block = { type: "tool_result", tool_use_id: "t1", content: "Changed a.ts in one place." } as const;
  stage.event({ type: "tool-end", call: { ...CALL, name: "Edit", input }, result: block });
  expect(stage.shown).toBe(
    "✓ Edit a.ts · 0.0 s\n  ⎿ Changed a.ts in one place.\n    -   b();\n    +   c();\n    +   d();",
  );
});

test("why a call failed is shown whole", () => {
  const stage = new ReplStage(41).tell({ type: "busy" });
  stage.event(
    result("a.ts was not read in this session. Read it first, so that nothing unseen is overwritten.", true),
  );
  expect(stage.shown).toMatch(/⎿ a\.ts was not read[\s\S]*overwritten\.$/);
});

test("what changes is drawn anew in a terminal of another size: rows under the cursor may be gone", () => {
  const stage = new ReplStage(60, 24).tell({ type: "facts", model: "m", mode: "default" });
  stage.bytes = "";
  stage.tell({ type: "size", columns: 60, rows: 20 });
  expect(stage.bytes).toContain("mode default");
  stage.bytes = "";
  stage.press("ctrl-l");
  expect(stage.bytes).toMatch(/2J[\s\S]*mode default/);
});

test("a line is a prompt, unless it begins with a slash and the name of a command", () => {
  expect(new ReplStage().type("hi there").press("return").deeds).toEqual([
    { type: "send", text: "hi there" },
  ]);
  expect(new ReplStage().type("/etc/hosts: what is it?").press("return").deed()?.type).toBe("send");
  expect(new ReplStage().type("  ").press("return").deeds).toEqual([]);
  expect(new ReplStage().type("/exit").press("return").deeds).toEqual([{ type: "leave" }]);
  const model = { type: "command", name: "model", argument: "claude-sonnet-5" };
  expect(new ReplStage().type("/model claude-sonnet-5").press("return").deeds).toEqual([model]);
  // What is no command is looked for among the skills: one that is there is a prompt.
  const stage = new ReplStage().type("/fix_it2 a.ts").press("return");
  expect(stage.deeds.splice(0)).toEqual([{ type: "skill", line: "/fix_it2 a.ts" }]);
  expect(stage.tell({ type: "invokes", line: "/fix_it2 a.ts" }).deeds).toEqual([
    { type: "send", text: "/fix_it2 a.ts" },
  ]);
  const help = new ReplStage().type("/help").press("return").shown;
  for (const name of ["/mode", "/model", "/thinking", "/usage", "/exit", "Esc"]) expect(help).toContain(name);
});

test("Shift+Tab asks for the next mode, and the mode is always to be seen", () => {
  const stage = new ReplStage().tell({ type: "facts", model: "claude-opus-5", mode: "plan" });
  expect(stage.press("shift-tab").deed()).toEqual({ type: "command", name: "mode", argument: "next" });
  expect(stage.live).toContain("mode plan");
});

test("a terminal too narrow and too low shows what fits", () => {
  const stage = new ReplStage(20, 5).tell({ type: "busy" }).event({ type: "tool-start", call: CALL });
  stage.paste("line\n".repeat(40));
  expect(stage.liveRows.length).toBeLessThan(5);
  expect(stage.live).toContain("mode");
});

test("what changes is drawn over itself, also when the terminal has become narrower and has broken its rows", () => {
  const stage = new ReplStage(60, 24);
  stage.type("x".repeat(40));
  stage.bytes = "";
  stage.tell({ type: "size", columns: 25, rows: 24 });
  // Above the cursor's row stand the empty row, and the first part of the line that the cursor's own row was broken into.
  expect(stage.bytes).toContain("\x1b[?25l\x1b[2A\r\x1b[J");
});
