/** What the commands of a conversation do to its session. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { type Line, readLog } from "../../src/index.ts";
import { type Place, place } from "../support/glass.ts";
import { ReplProcess } from "../support/repl-process.ts";

function lines({ home }: Place): Line[] {
  const [project = ""] = readdirSync(join(home, "projects"));
  const names = readdirSync(join(home, "projects", project)).filter((name) => name.endsWith(".jsonl"));
  expect(names).toHaveLength(1);
  return readLog(readFileSync(join(home, "projects", project, names[0] ?? ""))).lines.map(({ line }) => line);
}

test("/model and /thinking hold from the next request on, in the same session; the mode is logged", async () => {
  const here = place();
  const answers = ["One.", "Two.", "Three."].map((text) => ({ content: [{ type: "text", text }] }));
  const script = here.file("replies.json", JSON.stringify(answers));
  const glass = new ReplProcess(here, ["--script", script]);
  await glass.sees("model claude-opus-5");
  expect(glass.raw).toBe(true);
  // Before anything was said nothing is written.
  glass.press("\x1b[Z");
  await glass.sees("mode acceptEdits");
  await glass.say("one", /One\.[\s\S]*end_turn/);
  await glass.say("/model claude-sonnet-5", "The model is claude-sonnet-5 from now on.");
  await glass.say("two", /The model is not the one this session last used[\s\S]*Two\.[\s\S]*end_turn/);
  glass.press("\x1b[Z");
  await glass.sees("mode plan");
  await glass.say("/thinking off", 'Asked of claude-sonnet-5: {"type":"disabled"}.');
  await glass.say("/thinking maybe", "Thinking is off, adaptive, or a number of tokens");
  await glass.say("three", /Three\.[\s\S]*end_turn/);
  await glass.say("/usage", /claude-opus-5 +1 [\s\S]*claude-sonnet-5 +2 [\s\S]*each API call counted once/);
  await glass.say("/mode bypassPermissions", "has to be asked for at the start");
  glass.press("\x04");
  expect(await glass.ended).toBe(0);
  expect(glass.raw).toBe(false);

  const logged = lines(here);
  const modes = logged.filter((line) => line["permissionMode"] !== undefined);
  expect(modes.map((line) => [line.type, line["permissionMode"]])).toEqual([
    ["user", "acceptEdits"],
    ["user", "acceptEdits"],
    ["permission-mode", "plan"],
    ["user", "plan"],
  ]);
});

test("a session that cannot be taken up leaves the terminal as it is", async () => {
  const glass = new ReplProcess(place(), ["--continue"]);
  await expect(glass.ended).rejects.toThrow("There is no session of");
  expect(glass.raw).toBe(false);
});

test("hooks and settings files hold in a conversation: a prompt can be blocked; a faulty file leaves the terminal as it is", async () => {
  const here = place();
  const command = "echo 'Not on a Sunday.' >&2; exit 2";
  const hooks = { UserPromptSubmit: [{ hooks: [{ type: "command", command }] }] };
  mkdirSync(join(here.project, ".claude"));
  writeFileSync(join(here.project, ".claude", "settings.json"), JSON.stringify({ hooks }));
  const glass = new ReplProcess(here, []);
  await glass.sees("a hook of this project will be run");
  await glass.say("hello", "The prompt was not sent: Not on a Sunday.");
  writeFileSync(join(here.project, ".claude", "settings.local.json"), '{"model": 5}');
  const faulty = new ReplProcess(here, []);
  await expect(faulty.ended).rejects.toThrow(/settings\.local\.json, line 1: model must be a string/);
  expect(faulty.raw).toBe(false);
});

test("Ctrl-Z leaves the terminal as it was; what is told meanwhile is shown when the person is back", async () => {
  const here = place();
  const script = here.file(
    "replies.json",
    JSON.stringify([{ content: [{ type: "text", text: "One." }], delay_ms: 300 }]),
  );
  const glass = new ReplProcess(here, ["--script", script]);
  await glass.say("one", "waiting for the model");
  glass.press("\x1a");
  await vi.waitFor(() => expect(glass.raw).toBe(false));
  glass.comeBack();
  expect(glass.raw).toBe(true);
  await glass.sees(/One\.[\s\S]*end_turn/);
  glass.press("\x04");
  expect(await glass.ended).toBe(0);
  // Too late: the terminal is not taken again.
  glass.comeBack();
  expect(glass.raw).toBe(false);
});
