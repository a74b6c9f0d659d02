/** A question beside the conversation, as it is shown. */
import { expect, test } from "vitest";
import { ReplStage } from "../support/repl-stage.ts";

const ANSWER = Array.from({ length: 40 }, (_, line) => `line ${line + 1}`).join("\n");

function asked(columns = 60, rows = 20): ReplStage {
  return new ReplStage(columns, rows).tell({ type: "btw", question: "why?" });
}

test("while it waits it is one row, also in a turn; Esc gives it up and the turn goes on", () => {
  const stage = asked().wait(1200).tell({ type: "busy" });
  expect(stage.live).toMatch(/btw why\? · 1\.2 s · Esc gives it up/);
  stage.type("next").press("return");
  expect(stage.deeds.splice(0).map(({ type }) => type)).toEqual(["queue"]);
  expect(stage.press("escape").deeds).toEqual([{ type: "btw", act: "close" }]);
  expect(stage.live).not.toContain("btw");
  expect(stage.state.turn?.stopping).toBe(false);
});

test("the answer stands in a box above the line, wide characters too, and nothing of it stays on the screen", () => {
  const stage = asked(40).tell({ type: "btw", question: "why?", answer: "日本語の答えです。\nAnd so on." });
  expect(stage.live.split("\n").slice(0, 4)).toEqual([
    "╭─ btw why? ──────────────────────────╮",
    "│ 日本語の答えです。                  │",
    "│ And so on.                          │",
    "╰─ f a session with it · Esc closes ──╯",
  ]);
  expect(stage.press("escape").live).toBe("\n> \nmode default (Shift+Tab) · · /help");
  expect(stage.shown).toBe("");
});

test("a long answer is gone through page by page and row by row", () => {
  const stage = asked().tell({ type: "btw", question: "why?", answer: ANSWER }).wait(1000);
  expect(stage.liveRows.length).toBeLessThan(20);
  expect(stage.live).toMatch(/line 1 .*\n[\s\S]*PgDn 30 more/);
  expect(stage.press("pagedown", "down").live).toContain("line 12 ");
  expect(stage.press("pagedown", "pagedown", "pagedown").live).toMatch(/line 40 .*\n.*Esc closes ─/);
  expect(stage.press("up").live).toMatch(/line 39 .*\n.*PgDn 1 more/);
});

test("f takes it into a session of its own; not in a turn, and not while one is writing", () => {
  const stage = asked().tell({ type: "btw", question: "why?", answer: "So." });
  stage.type("fix it");
  expect(stage.live).toContain("> fix it");
  expect(stage.deeds).toEqual([]);
  stage.press("ctrl-u").press("f");
  expect(stage.live).toContain("> f");
  stage.press("ctrl-u").wait(1000).press("x");
  expect(stage.live).toMatch(/> \nEsc closes the answer/);
  stage.tell({ type: "busy" }).press("f");
  expect(stage.live).toContain("When the turn is over");
  stage.tell({ type: "idle" }).press("f");
  expect(stage.deeds).toEqual([{ type: "btw", act: "fork" }]);
  expect(stage.live).not.toContain("btw");
});

test("Enter and the space bar close an answer too, and a question that asks for leave is answered first", () => {
  for (const key of ["return", "space"]) {
    const stage = asked().tell({ type: "btw", question: "why?", answer: "So." }).wait(1000).press(key);
    expect(stage.deeds).toEqual([{ type: "btw", act: "close" }]);
  }
  const stage = asked().tell({ type: "btw", question: "why?", answer: "" }).tell({ type: "busy" }).wait(1000);
  expect(stage.live).toContain("The model wanted to use tools");
  stage.tell({ type: "ask", question: { id: "t1", call: "Bash: ls", why: "it runs", rule: undefined } });
  expect(stage.press("y").deed()).toEqual({ type: "answer", id: "t1", answer: { kind: "yes" } });
});
