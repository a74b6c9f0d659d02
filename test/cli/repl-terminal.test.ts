/** A conversation in a real terminal, as a person has it. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { place } from "../support/glass.ts";
import { TmuxGlass } from "../support/tmux.ts";

const TIMEOUT = 180_000;

function call(id: string, command: string): object {
  return { type: "tool_use", id, name: "Bash", input: { command } };
}

function say(text: string): object {
  return { type: "text", text };
}

test("a conversation: words, grey thinking, a question, a card, Esc, commands, and the terminal is as before", {
  timeout: TIMEOUT,
}, async () => {
  const here = place();
  const sleeps = "echo $$ > started; sleep 300; touch finished";
  const script = here.file(
    "replies.json",
    JSON.stringify([
      {
        content: [
          { type: "thinking", thinking: "A file is wanted." },
          say("I make it."),
          call("t1", "touch made"),
        ],
      },
      { content: [say("It is \u001b[2Jmade: 完了。")] },
      { content: [call("t2", sleeps)] },
      { content: [call("t3", "touch never")] },
      { content: [say("As you like.")] },
    ]),
  );
  const glass = await TmuxGlass.start(here, ["--script", script]);
  await glass.sees(/Session [0-9a-f-]{36}, model claude-opus-5/);
  await glass.sees("Offline: the mock API answers from");

  await glass.say("make a file");
  expect(await glass.sees(/May it run\?/, { colours: true })).toMatch(/\[90m[^\n]*✻ A file is wanted/);
  await glass.sees(/I make it\.\n\n\? Bash: touch made\n/);
  expect(existsSync(join(here.project, "made"))).toBe(false);
  await glass.press("y");
  await glass.sees(
    /✓ Bash touch made · .* s\n {2}⎿ \(no output\)\n\nIt is \ufffd\[2Jmade: 完了。\n\n· end_turn/,
  );
  expect(existsSync(join(here.project, "made"))).toBe(true);

  await glass.say("now sleep");
  await glass.sees(/\? Bash: echo [\s\S]*May it run\?/);
  await glass.press("y");
  await glass.sees(/. Bash echo .* · .* s\n. tools run · .* s · Esc interrupts/);
  const started = join(here.project, "started");
  await vi.waitFor(() => expect(readFileSync(started, "utf8")).toMatch(/\d+\n/), {
    timeout: 60_000,
    interval: 20,
  });
  await glass.press("Escape");
  await glass.sees(/· interrupted: say how to go on/);
  expect(() => process.kill(Number(readFileSync(started, "utf8")), 0)).toThrow();

  await glass.say("try again");
  await glass.sees(/\? Bash: touch never[\s\S]*May it run\?/);
  await glass.press("n");
  await glass.sees("why not>");
  await glass.say("not that one");
  await glass.sees(
    /✗ Bash touch never[\s\S]*the user said no: not that one[\s\S]*As you like\.[\s\S]*end_turn/,
  );

  await glass.press("BTab");
  await glass.sees("mode acceptEdits");
  await glass.say("/help");
  await glass.sees("/thinking [off|adaptive|TOKENS]");
  await glass.say("/nope");
  await glass.sees("There is no command and no skill /nope.");
  await glass.press("C-c");
  await glass.sees("Ctrl-C again leaves.");
  await glass.press("C-c");
  await glass.sees(/is kept: glass -c goes on with it\.\nleft with 0\nicanon/);
  expect(await glass.cursorShown()).toBe(true);

  const again = await TmuxGlass.start(here, ["-c", "--script", script]);
  await again.sees(/> try again\n\nAs you like\.\n/);
  await again.sees("mode acceptEdits");
  await again.press("Up");
  await again.sees(/> try again\nmode/);
  await again.press("C-u", "C-d");
  await again.sees("left with 0\nicanon");
});

test("a terminal is as before also when the process is ended from outside", {
  timeout: TIMEOUT,
}, async () => {
  const here = place();
  const ends = call("t1", "kill -TERM $PPID; sleep 60");
  const script = here.file("replies.json", JSON.stringify([{ content: [ends] }]));
  const glass = await TmuxGlass.start(here, ["--script", script, "--permission-mode", "bypassPermissions"]);
  await glass.sees("mode bypassPermissions");
  await glass.say("go");
  await glass.sees("left with 143\nicanon");
  expect(await glass.cursorShown()).toBe(true);
});

test("Ctrl-Z gives the terminal to the shell; fg goes on where one was", {
  timeout: TIMEOUT,
}, async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([{ content: [say("Still here.")] }]));
  const glass = await TmuxGlass.start(here, ["--script", script], { jobs: true });
  await glass.sees("mode default");
  await glass.type("half a line");
  await glass.sees("> half a line");
  await glass.press("C-z");
  await glass.sees(/stopped with 148\nicanon\n/);
  expect(await glass.cursorShown()).toBe(true);
  await glass.press("Enter");
  await glass.sees(/icanon[\s\S]*> half a line\nmode default/);
  await glass.press("Enter");
  await glass.sees(/Still here\.[\s\S]*end_turn/);
  await glass.press("C-d");
  await glass.sees(/left with 0\nicanon/);
});
