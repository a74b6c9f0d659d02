/** A person's whole story in a real terminal: edits, back twice, a branch, a summary, and the next day. */
import { readdirSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { place } from "../support/glass.ts";
import { TmuxGlass } from "../support/tmux.ts";

const TIMEOUT = 180_000;

function say(text: string): object {
  return { content: [{ type: "text", text }] };
}

function edit(before: string | undefined, after: string): object {
  const file_path = "日本.txt";
  const input =
    before === undefined
      ? { file_path, content: after }
      : { file_path, old_string: before, new_string: after };
  const name = before === undefined ? "Write" : "Edit";
  return { content: [{ type: "tool_use", id: `to-${after}`, name, input }] };
}

test("edits, rewound twice, branched, compacted, taken up the next day: each step says what it did in one line", {
  timeout: TIMEOUT,
}, async () => {
  const here = place();
  const replies = [
    edit(undefined, "one"),
    say("Made."),
    edit("one", "two"),
    say("Now two."),
    edit("two", "three"),
    say("Now three."),
    say("Where were we?"),
    say("The summary."),
    say("Onward."),
  ];
  const script = here.file("replies.json", JSON.stringify(replies));
  const file = () => readFileSync(join(here.project, "日本.txt"), "utf8");
  const glass = await TmuxGlass.start(here, ["--script", script, "--permission-mode", "acceptEdits"]);
  await glass.sees("mode acceptEdits");
  for (const [prompt, answer] of [
    ["make 日本.txt", "Made."],
    ["make it two", "Now two."],
    ["make it three", "Now three."],
  ] as const) {
    await glass.say(prompt);
    await glass.sees(new RegExp(`${answer}[\\s\\S]*end_turn`));
  }
  expect(file()).toBe("three");

  await glass.press("Escape");
  await glass.sees("Esc again: back to an earlier prompt.");
  await glass.press("Escape");
  await glass.sees(
    /❯ just now {2}make it three\n {2}just now {2}make it two\n[\s\S]*1 file: 日本\.txt \+1 -1/,
  );
  await glass.press("Enter");
  await glass.sees(/❯ code and conversation\n {2}the conversation\n {2}the code\n {2}summarize from here/);
  await glass.press("Enter");
  await glass.sees(/❯ yes: 1 file is taken back\n[\s\S]*日本\.txt comes back/);
  await glass.press("Enter");
  await glass.sees(/1 file is as it was: 日本\.txt\nThe conversation goes on from before that prompt/);
  await glass.sees(/> make it three\nmode/);
  expect(file()).toBe("two");

  await glass.press("C-u", "Escape", "Escape");
  await glass.sees(/❯ just now {2}make it two\n {2}just now {2}make 日本\.txt\n/);
  await glass.press("Enter");
  await glass.sees("What goes back?");
  await glass.type("the conv");
  await glass.sees(/What goes back\? the conv\n❯ the conversation\n\n/);
  await glass.press("Enter");
  await glass.sees(/> make it two\nmode/);
  expect(file()).toBe("two");
  await glass.press("C-u");
  await glass.say("go on");
  await glass.sees(/Where were we\?[\s\S]*end_turn/);

  await glass.say("/branch 別の道");
  const branched = await glass.sees(/You are in the branch "別の道" \([0-9a-f]{8}\)\. [\s\S]*goes back\./);
  const [, origin = ""] = /\/resume\s+([0-9a-f]{8})\s+goes back/.exec(branched) ?? [];
  await glass.say("/compact");
  await glass.sees(/Compacted: [\d,]+ → about [\d,]+ tokens; the summary stands in the place of all/);
  await glass.say("/tree");
  await glass.sees(
    /○ > \(branched off [0-9a-f]{8}\) make 日本\.txt\n {2}○ Made\.\n {2}○ > go on\n {2}○ Where were we\?\n❯ ● compacted/,
  );
  await glass.press("Escape");
  await glass.sees("You stay where you are.");
  await glass.press("C-d");
  await glass.sees(/is kept: glass -c goes on with it\.\nleft with 0\nicanon/);
  expect(await glass.cursorShown()).toBe(true);

  const [project = ""] = readdirSync(join(here.home, "projects"));
  const yesterday = new Date(Date.now() - 30 * 60 * 60 * 1000);
  for (const name of readdirSync(join(here.home, "projects", project)))
    utimesSync(join(here.home, "projects", project, name), yesterday, yesterday);
  const tomorrow = await TmuxGlass.start(here, ["-r", "--script", script]);
  await tomorrow.sees(/Which session\?\n(?:❯ 1 d ago[^\n]*\n {2}1 d ago)[\s\S]*Type to search/);
  await tomorrow.type("道");
  await tomorrow.sees(/Which session\? 道\n❯ 1 d ago {2}別の道\n\n/);
  await tomorrow.press("Enter");
  await tomorrow.sees(/> go on\n[\s\S]*mode acceptEdits/);
  await tomorrow.say(`/resume ${origin}`);
  await tomorrow.sees(new RegExp(`You are in ${origin}, where it ended`));
  await tomorrow.say("/tree");
  await tomorrow.sees(/├─○ > make it two\n[\s\S]*❯ ● Where were we\?\n {2}⇢ 別の道/);
  await tomorrow.press("C-d");
  await tomorrow.sees("You stay where you are.");
  await tomorrow.press("C-d");
  await tomorrow.sees("left with 0\nicanon");
});
