/** Asking a person whether a tool may run. */
import { expect, test } from "vitest";
import { ReplStage } from "../support/repl-stage.ts";

const LONG = `Bash\n${Array.from({ length: 60 }, (_, line) => `echo ${line} &&`).join("\n")}\nrm -rf build`;

const WHY = "no rule allows echo";

function asked(stage = new ReplStage(60, 10), rule: string | undefined = "Bash(npm run:*)"): ReplStage {
  stage.tell({ type: "busy" });
  return stage.tell({ type: "ask", question: { id: "t1", call: LONG, why: WHY, rule } });
}

test("the whole call is shown, and the keys that answer", () => {
  const stage = asked();
  for (const line of LONG.split("\n")) expect(stage.shown).toContain(line);
  expect(stage.shown).toMatch(
    /no rule allows echo\.\n {2}a \(always\) allows for this session: Bash\(npm run:\*\)$/,
  );
  expect(stage.live).toContain("May it run?  y yes · a always · n no · Esc stops the turn");
});

test("a rule that is the command over again is not shown a second time", () => {
  const stage = new ReplStage(60, 10).tell({ type: "busy" });
  const call = "Bash: make a\nmake b\ndescription: makes both";
  stage.tell({ type: "ask", question: { id: "t1", call, why: WHY, rule: "Bash(make a\nmake b)" } });
  expect(stage.shown).toMatch(/makes both\n.*\n {2}a \(always\) allows for this session: just this command$/);
});

test("what was answered stays to be seen", () => {
  expect(asked().press("a").shown).toMatch(/\n {2}→ always$/);
  expect(asked().press("n").type("not now").press("return").shown).toMatch(/\n {2}→ no: not now$/);
});

test("y says yes, a says always where there is a rule, n says no with a reason", () => {
  const answer = (kind: string) => ({ type: "answer", id: "t1", answer: { kind } });
  expect(asked().press("y").deeds).toEqual([answer("yes")]);
  expect(asked().press("a").deeds).toEqual([answer("always")]);
  const ruleless = new ReplStage().tell({ type: "busy" });
  ruleless
    .tell({ type: "ask", question: { id: "t1", call: "Bash\nls", why: WHY, rule: undefined } })
    .press("a");
  expect(ruleless.deeds).toEqual([]);
  const refused = asked().press("n").type("use the test script").press("return");
  expect(refused.deeds).toEqual([
    { type: "answer", id: "t1", answer: { kind: "no", reason: "use the test script" } },
  ]);
  expect(asked().press("n", "return").deeds).toEqual([
    { type: "answer", id: "t1", answer: { kind: "no", reason: "" } },
  ]);
  expect(asked().press("n", "escape", "y").deeds).toEqual([answer("yes")]);
});

test("questions that come together are put one after the other", () => {
  const stage = asked().tell({
    type: "ask",
    question: { id: "t2", call: "Write\nnotes.txt", why: WHY, rule: undefined },
  });
  expect(stage.shown).not.toContain("notes.txt");
  expect(stage.live).toContain("1 more to ask");
  stage.press("y");
  expect(stage.shown).toContain("notes.txt");
  expect(stage.press("n", "return").deeds.map((deed) => "id" in deed && deed.id)).toEqual(["t1", "t2"]);
});

test("who is writing when a question comes up does not answer it by a letter", () => {
  const stage = new ReplStage(80, 24).tell({ type: "busy" }).type("please also");
  asked(stage).wait(100).type(" say");
  expect(stage.deeds).toEqual([]);
  expect(stage.live).toMatch(/You are writing[\s\S]*> please also say/);
  stage.wait(5000).type("y");
  expect(stage.deeds).toEqual([]);
  stage.press("return", "y");
  expect(stage.deed()).toMatchObject({ type: "answer", answer: { kind: "yes" } });
  expect(stage.live).toContain("> please also sayy");
});

test("a line that was written before is there again after the answer", () => {
  const stage = asked(new ReplStage(80, 24).type("later").wait(1000)).press("n").type("no").press("return");
  expect(stage.live).toContain("> later");
});

test("a question that nobody waits for any more goes", () => {
  const stage = asked().press("n").type("rea").press("ctrl-c");
  expect(stage.deeds).toEqual([{ type: "interrupt" }]);
  stage.tell({ type: "withdrawn", id: "t1" });
  expect(stage.live).not.toContain("Why not");
});

test("the time that a person takes to answer is not the tool's", () => {
  const call = { type: "tool_use", id: "t1", name: "Bash", input: { command: "ls" } } as const;
  const stage = asked(new ReplStage(80, 24).event({ type: "tool-start", call }))
    .wait(60_000)
    .press("y")
    .wait(500);
  stage.event({ type: "tool-end", call, result: { type: "tool_result", tool_use_id: "t1", content: "" } });
  expect(stage.shown).toContain("✓ Bash ls · 0.5 s");
});
