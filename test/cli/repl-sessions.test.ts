/** The commands that move a conversation: to another session, to another place in one, to a summary. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Line, readLog } from "../../src/index.ts";
import { type Place, place } from "../support/glass.ts";
import { ReplProcess } from "../support/repl-process.ts";

const ESC = "\x1b";
const DOWN = "\x1b[B";

function text(words: string): object {
  return { content: [{ type: "text", text: words }] };
}

function edits(file: string, before: string | undefined, after: string): object {
  const name = before === undefined ? "Write" : "Edit";
  const change = before === undefined ? { content: after } : { old_string: before, new_string: after };
  return { content: [{ type: "tool_use", id: `t-${after}`, name, input: { file_path: file, ...change } }] };
}

function logs({ home }: Place): string[] {
  const [project = ""] = readdirSync(join(home, "projects"));
  const folder = join(home, "projects", project);
  return readdirSync(folder).flatMap((name) => (name.endsWith(".jsonl") ? [join(folder, name)] : []));
}

function lines(path: string): Line[] {
  return readLog(readFileSync(path)).lines.map(({ line }) => line);
}

function begin(here: Place, replies: readonly object[], ...args: string[]): ReplProcess {
  const script = here.file("replies.json", JSON.stringify(replies));
  return new ReplProcess(here, ["--script", script, ...args]);
}

test("/clear begins a new file and says how to come back; hooks are told `clear`; /resume goes back", async () => {
  const here = place();
  mkdirSync(join(here.project, ".claude"));
  const hook = { hooks: [{ type: "command", command: "cat >> starts; echo >> starts" }] };
  const settings = JSON.stringify({ hooks: { SessionStart: [hook] } });
  writeFileSync(join(here.project, ".claude", "settings.json"), settings);
  const glass = begin(here, [text("One."), text("Two."), text("Three.")]);
  await glass.sees("model claude-opus-5");
  await glass.say("/clear", "as good as new");
  await glass.say("one", /One\.[\s\S]*end_turn/);
  const [first = ""] = logs(here);
  const before = readFileSync(first);
  await glass.say("/clear", /A new session\. The one before is kept: \/resume [0-9a-f]{8} goes back/);
  await glass.say("two", /Two\.[\s\S]*end_turn/);
  const [second = ""] = logs(here).filter((path) => path !== first);
  expect(readFileSync(first)).toEqual(before);
  expect(lines(second).filter(({ type }) => type === "user")).toHaveLength(1);
  const starts = readFileSync(join(here.project, "starts"), "utf8").trim().split("\n");
  expect(starts.map((line) => (JSON.parse(line) as { source: string }).source)).toEqual(["startup", "clear"]);
  await glass.say("/resume nobody", 'No session of this folder is called "nobody"');
  await glass.say("/resume ONE", /> one[\s\S]*One\.[\s\S]*You are in [0-9a-f]{8}, where it ended\./);
  await glass.say("three", /Three\.[\s\S]*end_turn/);
  const said = lines(first).flatMap(
    ({ message }) => (message as { content?: unknown } | undefined)?.content ?? [],
  );
  expect(JSON.stringify(said)).toMatch(/one.*One.*three.*Three/);
});

test("/compact tells in one line what came of it; what is said meanwhile waits; Esc gives it up and changes nothing", async () => {
  const here = place();
  const slow = { ...text("The summary."), delay_ms: 400 };
  const glass = begin(here, [text("One."), { ...slow, delay_ms: 60_000 }, slow, text("Two.")]);
  await glass.sees("model claude-opus-5");
  await glass.say("/compact", "nothing to summarize");
  await glass.say("one", /One\.[\s\S]*end_turn/);
  const [log = ""] = logs(here);
  const before = readFileSync(log);
  await glass.say("/compact", "what was said is summarized");
  glass.press(ESC);
  await glass.sees(/interrupted/);
  expect(readFileSync(log)).toEqual(before);
  await glass.say("/compact the names", "what was said is summarized");
  await glass.say("two", "queued: two");
  await glass.sees(/Compacted: [\d,]+ → about [\d,]+ tokens; the summary stands[\s\S]*Two\.[\s\S]*end_turn/);
  expect(lines(log).map(({ subtype }) => subtype)).toContain("compact_boundary");
});

test("Esc Esc: the list, what goes back, the files first shown; the words come back into the line", async () => {
  const here = place();
  const glass = begin(
    here,
    [edits("a.txt", undefined, "one\n"), text("Made."), edits("a.txt", "one", "two"), text("Changed.")],
    "--permission-mode",
    "acceptEdits",
  );
  await glass.sees("mode acceptEdits");
  await glass.say("make it", /Made\.[\s\S]*end_turn/);
  await glass.say("change it", /Changed\.[\s\S]*end_turn/);
  glass.press(ESC + ESC);
  await glass.sees(/Back to before which prompt\?[\s\S]*change it[\s\S]*make it[\s\S]*1 file: a\.txt \+1 -1/);
  glass.press("\r");
  await glass.sees("summarize up to here");
  glass.press("\r");
  await glass.sees(/yes: 1 file is taken back[\s\S]*a\.txt comes back/);
  glass.press(`${DOWN}${DOWN}`);
  await glass.sees("Enter shows what would change in it.");
  glass.press("\r");
  await glass.sees(/-two\s+\+one[\s\S]*Take the files back\?/);
  expect(readFileSync(join(here.project, "a.txt"), "utf8")).toBe("two\n");
  glass.press("\r");
  await glass.sees(/1 file is as it was: a\.txt[\s\S]*> change it/);
  expect(readFileSync(join(here.project, "a.txt"), "utf8")).toBe("one\n");
  glass.press("\x03");
  glass.press(ESC + ESC);
  await glass.sees(/Back to before which prompt\?(?![\s\S]*change it[\s\S]*Type to search)/);
  glass.press(ESC);
  await glass.sees("Nothing was changed.");
});

test("a list is drawn anew where the terminal has another size, and points where it did; Esc leads back to the list before", async () => {
  const here = place();
  const glass = begin(here, [text("One."), text("Two."), text("Three.")]);
  await glass.sees("model claude-opus-5");
  for (const [prompt, answer] of [
    ["first", "One"],
    ["second", "Two"],
    ["third", "Three"],
  ] as const)
    await glass.say(prompt, new RegExp(`${answer}\\.[\\s\\S]*end_turn`));
  await glass.say("/rewind", /❯ just now {2}third/);
  glass.press("just");
  await glass.sees(/which prompt\? just\b/);
  glass.press(DOWN);
  await glass.sees(/❯ just now {2}second/);
  const before = glass.resize(40, 12);
  await glass.sees(/Back to before… just[\s\S]*❯ just now {2}second/, before);
  glass.press("\r");
  await glass.sees("What goes back?", before);
  const again = glass.resize(100, 40);
  await glass.sees(/What goes back\?[\s\S]*❯ code and conversation/, again);
  glass.press(ESC);
  await glass.sees(/which prompt\?[\s\S]*❯ just now {2}second/, again);
  glass.press(ESC);
  await glass.sees("Nothing was changed.");
});

test("taken up, a session shows what was said last on the way, not what a rewind took off it; leaving, which flag leads back", async () => {
  const here = place();
  const glass = begin(here, [text("One."), text("Two."), text("Summary."), text("Other.")]);
  await glass.sees("model claude-opus-5");
  await glass.say("first", /One\.[\s\S]*end_turn/);
  await glass.say("second", /Two\.[\s\S]*end_turn/);
  await glass.say("/rewind", "which prompt");
  glass.press("\r");
  await glass.sees("What goes back?");
  glass.press(DOWN);
  await glass.sees("❯ the conversation");
  glass.press("\r");
  await glass.sees(/Files stay as they are\./);
  glass.press("\x15/rename mine\r");
  await glass.sees("is called");
  await glass.say("/clear", "A new session");
  await glass.say("/resume mine", /> first\s+One\.\s+You are in/);
  await glass.say("/compact", /Compacted/);
  await glass.say("/clear", "A new session");
  await glass.say("other", /Other\.[\s\S]*end_turn/);
  await glass.say("/resume mine", /> first\s+… That, too, is summarized[\s\S]*You are in/);
  glass.press("\x04");
  await glass.sees(/is kept: glass -r [0-9a-f]{8} goes on with it/);
});

test("a part of a conversation is summarized, from a prompt on or up to it", async () => {
  const here = place();
  const glass = begin(here, [
    text("One."),
    text("Two."),
    text("Summary A."),
    text("Three."),
    text("Summary B."),
  ]);
  await glass.sees("model claude-opus-5");
  await glass.say("one", /One\.[\s\S]*end_turn/);
  await glass.say("two", /Two\.[\s\S]*end_turn/);
  await glass.say("/rewind", "which prompt");
  glass.press("\r");
  await glass.sees("What goes back?");
  glass.press("from");
  await glass.sees(/What goes back\? from/);
  glass.press("\r");
  await glass.sees(/Compacted: [\s\S]*what came before that prompt stays as it was[\s\S]*> two/);
  glass.press("\x15");
  await glass.say("three", /Three\.[\s\S]*end_turn/);
  await glass.say("/rewind", "which prompt");
  glass.press("\r");
  await glass.sees("What goes back?");
  glass.press("up to");
  await glass.sees(/What goes back\? up to/);
  glass.press("\r");
  await glass.sees("that prompt and what came after it stay as they were");
});

test("/btw logs nothing; f takes it into a session of its own; /branch and /rename; /tree goes anywhere, also to a branch", async () => {
  const here = place();
  const glass = begin(here, [text("One."), text("Beside."), text("Two."), text("Three.")]);
  await glass.sees("model claude-opus-5");
  await glass.say("one", /One\.[\s\S]*end_turn/);
  const [first = ""] = logs(here);
  const before = readFileSync(first);
  await glass.say("/btw", "What is the question?");
  await glass.say("/btw why?", /btw why\?[\s\S]*Beside\./);
  expect(readFileSync(first)).toEqual(before);
  glass.time = 1000;
  glass.press("f");
  await glass.sees(/You go on in a session of its own/);
  expect(logs(here)).toHaveLength(2);
  await glass.say("two", /Two\.[\s\S]*end_turn/);
  await glass.say("/rename 題 of mine", "is called");
  await glass.say(`/rename ${"x".repeat(1_001)}`, "no longer than 1000 characters");
  await glass.say("/branch", /You are in the branch \(/);
  await glass.say("/resume mine", /題 of mine|You are in/);
  await glass.say(
    "/tree",
    /branched off [0-9a-f]{8}\) one[\s\S]*> why\?[\s\S]*Beside\.[\s\S]*❯ ● Two\.[\s\S]*You are here/,
  );
  glass.press("one");
  await glass.sees(/Where to\? one/);
  glass.press("\r");
  await glass.sees(/goes on from before that prompt; its words are in the line/);
  await glass.sees("> one");
  glass.press("\r");
  await glass.sees(/Three\.[\s\S]*end_turn/);
  await glass.say("/tree", /○ Two\.\s+● > one\s+❯ ● Three\.\s+⇢ two/);
  glass.press("⇢");
  await glass.sees(/❯ ⇢ /);
  glass.press("\r");
  await glass.sees(/You are in [0-9a-f]{8}, where it ended/);
});

test("Tab completes commands and files of this folder", async () => {
  const here = place();
  here.file("notes.md", "");
  const glass = begin(here, []);
  await glass.sees("model claude-opus-5");
  glass.press("/comp\t");
  await glass.sees("> /compact");
  glass.press("\x15look at @no\t");
  await glass.sees("look at @notes.md");
});

test("-r without a name, and with one that means several, shows the sessions to choose from; Esc leaves", async () => {
  const here = place();
  const glass = begin(here, [text("One."), text("Two.")]);
  await glass.sees("model claude-opus-5");
  await glass.say("fix the log", /One\.[\s\S]*end_turn/);
  await glass.say("/clear", "A new session");
  await glass.say("fix the tree", /Two\.[\s\S]*end_turn/);
  glass.press("\x04");
  await glass.ended;
  const again = new ReplProcess(here, ["-r"]);
  await again.sees(/Which session\?[\s\S]*fix the tree[\s\S]*fix the log[\s\S]*> fix the tree\s+Two\./);
  again.press("log");
  await again.sees(/Which session\? log(?![\s\S]*fix the tree)/);
  again.press("\r");
  await again.sees(/> fix the log[\s\S]*One\./);
  again.press("\x04");
  expect(await again.ended).toBe(0);
  const several = new ReplProcess(here, ["-r", "FIX"]);
  await several.sees("Which session?");
  several.press(ESC);
  expect(await several.ended).toBe(0);
  await several.sees("No session was chosen.");
  const one = new ReplProcess(here, ["-r", "the tree", "--fork-session"]);
  await one.sees(/> fix the tree[\s\S]*Two\./);
  expect(logs(here)).toHaveLength(3);
  // What was asked for at the launch is not done again.
  await one.say("/resume the log", /You are in [0-9a-f]{8}/);
  expect(logs(here)).toHaveLength(3);
});

test("under -p a command of a conversation is no prompt: what there is in its place is told, and nothing is sent", async () => {
  const here = place();
  for (const [prompt, instead] of [
    ["/clear", "Without -c and -r each -p begins a new session."],
    ["/branch other", "-r ID --fork-session"],
    ["/resume", "-r NAME or -r TEXT"],
    ["/compact the names", "glass -c, without -p"],
    ["/rewind", "glass -c, without -p"],
    ["/model claude-sonnet-5", "--model NAME"],
  ] as const) {
    const { code, out, err } = await here.glass(["-p", prompt]);
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(instead);
  }
  const { code } = await here.glass(["-p", "/etc/hosts: what is it?"]);
  expect(code).toBe(0);
});
