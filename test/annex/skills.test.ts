/** Skills by example: where they are found, what their heads say, how they are invoked (C-6.1, D-11, D-24). */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { permissionsAsk } from "#src/annex/permissions/ask.ts";
import { withArguments } from "#src/annex/skills/arguments.ts";
import { invokedSkills, invokedWords } from "#src/annex/skills/invoked.ts";
import { listing } from "#src/annex/skills/listing.ts";
import { nearNames } from "#src/annex/skills/near-names.ts";
import { readSkills } from "#src/annex/skills/read-skills.ts";
import { Skills } from "#src/annex/skills/skills.ts";
import { printSkills, skillHelp } from "#src/annex/skills/skills-table.ts";
import { readLog } from "#src/index.ts";
import { type Place, place } from "../support/glass.ts";
import { ReplProcess } from "../support/repl-process.ts";
import { rulesOf } from "../support/rules.ts";
import { SkilledSession } from "../support/skilled-session.ts";
import { World } from "../support/world.ts";

function found(files: Readonly<Record<string, string>>) {
  const { disk, root, cwd } = new World();
  for (const [path, content] of Object.entries(files))
    disk.put(path.startsWith("~") ? root + path.slice(1) : `${cwd}/.claude/${path}`, content);
  return readSkills(disk, root, cwd);
}

describe("what is found", () => {
  test("skills and commands of the user and of the project, by name; the user's comes first, and a skill before a command", () => {
    const { skills, hidden, faults } = found({
      "skills/b/SKILL.md": "Of the project.",
      "~/skills/b/SKILL.md": "Of the user.",
      "skills/a/SKILL.md": "---\nname: another\ndescription: Does a.\n---\nA.",
      "commands/a.md": "A command.",
      "commands/c.md": "# Title\nC does c.\n\nMore.",
      "~/commands/d.md": "D.",
      "commands/notes.txt": "x",
      "skills/README.md": "no skill",
      "skills/empty/other.md": "no skill",
    });
    expect(skills.map(({ name, source, description }) => [name, source, description])).toEqual([
      ["a", "project", "Does a."],
      ["b", "user", "Of the user."],
      ["c", "project", "Title C does c."],
      ["d", "user", "D."],
    ]);
    expect(hidden.map(({ path }) => path.split(".claude/")[1])).toEqual([
      "skills/b/SKILL.md",
      "commands/a.md",
    ]);
    expect(faults).toEqual([]);
  });

  test("a head as people write it is read as it is meant", () => {
    const head =
      'argument-hint: [file] [lines]\ndescription: Use when: "x"\nwhen_to_use: Often.\nallowed-tools: Bash(git *)';
    const [skill] = found({
      "skills/a/SKILL.md": `---\r\n${head.replaceAll("\n", "\r\n")}\r\n---\r\nDo.`,
    }).skills;
    expect(skill).toMatchObject({
      hint: "[file] [lines]",
      description: 'Use when: "x" Often.',
      ignored: ["allowed-tools"],
      body: "Do.",
    });
    const [other] = found({ "skills/a/SKILL.md": "---\nargument-hint: [file]\n---\n" }).skills;
    expect(other?.hint).toBe("[file]");
  });

  test.each([
    [
      '---\ndescription: "x\n---\n',
      /SKILL\.md, line \d: .* The skill is left out until that is set right\.$/,
    ],
    ["---\ndisable-model-invocation: yes\n---\n", /line 2: disable-model-invocation must be true or false\./],
    ["---\ndisable-model-invocation: true\n", /line 1: the head that begins here is not ended/],
    ["---\n- a\n---\n", /line 2: it is no list of names and values/],
  ])("a fault in %j is told with its line, and the skill is left out", (content, fault) => {
    const { skills, faults } = found({ "skills/a/SKILL.md": content, "skills/b/SKILL.md": "B." });
    expect(skills.map(({ name }) => name)).toEqual(["b"]);
    expect(faults).toEqual([expect.stringMatching(fault)]);
  });

  test("a name that cannot be typed as one word is told", () => {
    const { skills, faults } = found({ "skills/a b/SKILL.md": "x", "skills/日本-1/SKILL.md": "y" });
    expect(skills.map(({ name }) => name)).toEqual(["日本-1"]);
    expect(faults[0]).toContain('no skill can be called "a b"');
  });
});

describe("arguments", () => {
  const put = (body: string, args: string, argumentNames: readonly string[] = []) =>
    withArguments({ body, path: "/p/skills/s/SKILL.md", argumentNames }, args);

  test("a row of backslashes, however long, is gone through once", () => {
    const body = "\\".repeat(200_000);
    expect(put(body, "")).toBe(body);
  });

  test.each([
    ["Move $0 from $1 to $2.", "Bar React Vue", "Move Bar from React to Vue."],
    ["$ARGUMENTS[1], $ARGUMENTS[0]", "a b", "b, a"],
    ["All: $ARGUMENTS", ' "a b"  c', 'All:  "a b"  c'],
    ["$0|$1", '"hello world" second', "hello world|second"],
    ["$0|$1", "--x='a b' c", "--x=a b|c"],
    ["$0 $1", "one", "one $1"],
    ["It costs \\$1.00 or $0.", "5", "It costs $1.00 or 5."],
    ["\\\\$0", "a", "\\\\a"],
    ["Do it.", "now $1", "Do it.\n\nARGUMENTS: now $1"],
    ["Do it.", "  ", "Do it."],
    ["awk '{print $2}' $HOME", "a", "awk '{print $2}' $HOME\n\nARGUMENTS: a"],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is what stands in the file.
    ["Run ${CLAUDE_SKILL_DIR}/x.sh", "", "Run /p/skills/s/x.sh"],
    ["$10", "a b", "$10\n\nARGUMENTS: a b"],
  ])("%j with %j", (body, args, sent) => {
    expect(put(body, args)).toBe(sent);
  });

  test("by name, in the order of the head; one without its word is empty", () => {
    expect(put("$issue on $issue_branch.", "5", ["issue", "issue_branch"])).toBe("5 on .");
  });
});

describe("invoked", () => {
  test("the prompt stands as typed, then the list, and the body with its folder; in the log it has its path", async () => {
    const session = new SkilledSession(new World());
    session.write("ship", "---\ndescription: Ships.\n---\nShip $0. See notes.md. !`git status`");
    const said = await session.prompt("/ship  v2 ");
    expect(said[0]).toBe("/ship  v2 ");
    expect(said[1]).toContain("- ship: Ships.");
    expect(said[2]).toBe(
      `<system-reminder>\nThe user has invoked the skill "ship". Other files that it names are found from its folder, ${session.pathOf("ship").replace("/SKILL.md", "")}. Commands in it that are marked with ! were not run: run what you need of them yourself. Do what it says:\n\nShip v2. See notes.md. !\`git status\`\n</system-reminder>`,
    );
    expect(said).toHaveLength(3);
    const logged = readLog(session.world.bytes(session.session.path)).lines.map(
      ({ line }) => line["attachment"],
    );
    expect(logged).toContainEqual({
      type: "invoked_skill",
      name: "ship",
      path: session.pathOf("ship"),
      by: "user",
      args: "v2",
      content: "Ship v2. See notes.md. !`git status`",
    });
  });

  test("what is no skill is not sent, and near names are told; a path, and a line that begins with a space, are prompts", async () => {
    const session = new SkilledSession(new World());
    session.write("deploy", "Deploy.");
    const { stop, message } = await session.session.prompt("/depoly now");
    expect([stop, message]).toEqual([
      "blocked",
      "There is no skill /depoly. Is it /deploy? With a space before the / the line is sent as it is.",
    ]);
    expect(session.requests).toEqual([]);
    expect(session.world.text(session.session.path)).not.toContain("depoly");
    for (const line of ["/etc/hosts: what is it?", " /depoly", "/", "// x"]) await session.prompt(line);
    expect(session.requests).toHaveLength(4);
    expect(session.skills.refusal("/mdoel x", ["model", "help"])).toMatch(
      /no command and no skill \/mdoel\. Is it \/model\?/,
    );
  });

  test("the tool says which there are near by, and what only the user may invoke", async () => {
    const session = new SkilledSession(new World(), [{ skill: "deplyo" }, { skill: "x", args: "1" }]);
    session.write("deploy", "Deploy.");
    session.write("x", "---\ndisable-model-invocation: true\n---\nX.");
    expect(await session.prompt("Go on.")).toEqual(["There is no skill deplyo. There is deploy."]);
    expect(await session.prompt("Go on.")).toEqual(["Only the user may invoke the skill x: say /x to them."]);
  });

  test("those of a path are known for a compaction: each once, as it was last, the latest at the end", async () => {
    const session = new SkilledSession(new World(), [{ skill: "b", args: "1" }]);
    session.write("a", "A $ARGUMENTS");
    session.write("b", "B $ARGUMENTS");
    for (const prompt of ["Go on.", "/a 1", "/b 2", "/a 3"]) await session.prompt(prompt);
    const told = readLog(session.world.bytes(session.session.path)).lines.flatMap(({ line }) => {
      const { attachment } = line as { attachment?: { type: string } };
      return attachment ? [attachment] : [];
    });
    expect(invokedSkills(told)).toMatchObject([
      { name: "b", path: session.pathOf("b"), args: "2", by: "user", content: "B 2" },
      { name: "a", path: session.pathOf("a"), args: "3", by: "user", content: "A 3" },
    ]);
    expect(invokedWords({ type: "invoked_skill", name: 5 })).toBeUndefined();
  });

  test("an agent is told which skills there are, and its prompt invokes none", async () => {
    const { disk, root, cwd } = new World();
    disk.put(`${cwd}/.claude/skills/a/SKILL.md`, "A.");
    const { ofAgents } = new Skills({ disk, root, cwd, tell: () => {} });
    const { attachments, blocked } = await ofAgents({
      event: "UserPromptSubmit",
      prompt: "/nope",
      messageId: "",
    });
    expect([attachments.map(({ type }) => type), blocked]).toEqual([["skill_listing"], undefined]);
    expect(await ofAgents({ event: "Stop", again: false })).toEqual({ attachments: [] });
  });
});

describe("told to a person", () => {
  test("that descriptions were cut, with the list; a fault once a process", async () => {
    const session = new SkilledSession(new World());
    for (const name of ["a", "b", "c", "d", "e", "f"])
      session.write(name, `---\ndescription: ${`${name} `.repeat(750)}\n---\n`);
    session.write("g", "---\n- x\n---\n");
    await session.prompt("Go on.");
    await session.prompt("Go on.");
    expect(session.told).toEqual([
      expect.stringContaining("line 2: it is no list of names and values"),
      "The descriptions of 6 skills were cut for the model: the list of skills keeps to 8000 characters. /skills shows which are long.",
    ]);
  });

  test("/skills and /help: what there is, what is hidden, and what is not honoured", () => {
    const all = found({
      "skills/fix/SKILL.md": "---\nargument-hint: FILE\ndescription: Fixes.\nmodel: opus\n---\nFix it.",
      "skills/mode/SKILL.md": "M.",
      "skills/x/SKILL.md": "---\nuser-invocable: false\n---\nX.",
      "commands/fix.md": "Old.",
    });
    const table = printSkills(all, ["mode"]);
    expect(table).toMatch(
      /^\/fix FILE · project · 7 characters · Fixes\.\n {2}\/home.*skills\/fix\n {2}Not honoured here: model\.$/m,
    );
    expect(table).toContain("The skill mode cannot be invoked by /mode here");
    expect(table).toContain("Only the model can invoke it.");
    expect(table).toMatch(/\/fix of .*commands\/fix\.md is not used/);
    expect(skillHelp(all, ["mode"])).toMatch(/^Skills.*\n\/fix FILE {13}Fixes\.$/);
    expect(printSkills(found({}), [])).toContain("There are no skills.");
    expect(skillHelp(found({}), [])).toBe("");
  });

  test("near names", () => {
    expect(nearNames("modle", ["model", "mode", "usage"])).toEqual(["mode", "model"]);
    expect(nearNames("zzz", ["model"])).toEqual([]);
  });
});

test("a skill that is changed back and forth is told each time, though the words are the same as before", async () => {
  const session = new SkilledSession(new World());
  for (const description of ["one", "two", "one", "two"]) {
    session.write("a", `---\ndescription: ${description}\n---\n`);
    await session.prompt("Go on.");
  }
  const sent = JSON.stringify(session.requests.at(-1)?.messages);
  expect(sent.match(/- a: (one|two)/g)).toEqual(["- a: one", "- a: two", "- a: one", "- a: two"]);
});

test("a list of another client counts for its names; one without words says nothing and is told all the same", () => {
  const { skills } = found({ "skills/a/SKILL.md": "A." });
  const theirs = { type: "skill_listing", content: "…", names: ["a", "b"], isInitial: true };
  expect(listing(skills, [theirs])?.attachment["content"]).toMatch(
    /^The skills have changed[\s\S]*- a: A\.\nNo longer there: b\.$/,
  );
  const own = listing(skills, [])?.attachment;
  expect(own && listing(skills, [{ ...own, content: "" }])).toBeUndefined();
});

test("a rule can forbid a skill to the model, by its name alone or with what is put behind it", async () => {
  const permit = (deny: string, input: Record<string, unknown>) => {
    const place = { disk: new World().disk, cwd: "/p", home: "/h" };
    const ask = permissionsAsk({
      ...place,
      mode: () => "bypassPermissions",
      rules: rulesOf({ deny: [deny] }),
    });
    return ask.permit({ id: "t1", tool: "Skill", kind: "read", input }).then(({ allowed }) => allowed);
  };
  expect(await permit("Skill(ship)", { skill: "ship", args: "now" })).toBe(false);
  expect(await permit("Skill(ship)", { skill: "shipping" })).toBe(true);
  expect(await permit("Skill(ship *)", { skill: "ship" })).toBe(false);
  expect(await permit("Skill(ship *prod*)", { skill: "ship", args: "to\nprod" })).toBe(false);
  expect(await permit("Skill(ship *prod*)", { skill: "ship", args: "to test" })).toBe(true);
  expect(await permit("Skill", { skill: "x" })).toBe(false);
});

test("an agent of a session is told of skills and can invoke them, in a log of its own (D-24)", async () => {
  const here = place();
  put(here, "project/.claude/skills/greet/SKILL.md", "---\ndescription: Greets.\n---\nGreet.");
  const calls = (name: string, input: object) => ({ content: [{ type: "tool_use", name, input }] });
  const says = { content: [{ type: "text", text: "Done." }] };
  const agent = calls("Agent", { description: "greet", prompt: "/nope: greet them" });
  const replies = [agent, calls("Skill", { skill: "greet" }), says, says];
  const script = here.file("replies.json", JSON.stringify(replies));
  expect((await here.glass(["-p", "go", "--script", script])).out).toBe("Done.\n");
  const logs = readdirSync(join(here.home, "projects"), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".jsonl"))
    .map((name) => ({ name, text: readFileSync(join(here.home, "projects", name), "utf8") }));
  const told = logs.map(({ name, text }) => [
    name.includes("subagents"),
    text.match(/"type":"(skill_listing|invoked_skill)"/g)?.length,
  ]);
  expect(told.sort()).toEqual([
    [false, 1],
    [true, 2],
  ]);
});

test("-p and the conversation invoke them; a name that is a command of the terminal stays one", async () => {
  const here = place();
  put(here, "project/.claude/skills/greet/SKILL.md", "---\ndescription: Greets.\n---\nGreet $ARGUMENTS.");
  put(here, "home/skills/mode/SKILL.md", "M.");
  const script = join(here.project, "replies.json");
  writeFileSync(
    script,
    JSON.stringify([1, 2].map((n) => ({ content: [{ type: "text", text: `Hi ${n}.` }] }))),
  );
  const printed = await here.glass(["-p", "/greet Bob", "--script", script]);
  expect([printed.code, printed.out]).toEqual([0, "Hi 1.\n"]);
  const refused = await here.glass(["-p", "/gret Bob", "--script", script]);
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining("There is no skill /gret. Is it /greet?"),
  ]);
  const glass = new ReplProcess(here, ["--script", script, "--continue"]);
  await glass.sees("The skill mode cannot be invoked by /mode here");
  await glass.say("/mode", "The mode is default.");
  await glass.say("/gret", "no command and no skill /gret. Is it /greet?");
  await glass.say("/greet Ann", /Hi 1\.[\s\S]*end_turn/);
  await glass.say("/skills", /\/greet · project · 17 characters · Greets\./);
  await glass.say("/help", /Skills \(\/skills tells more\):[\s\S]*\/greet/);
  glass.press("\x04");
  expect(await glass.ended).toBe(0);
});

function put({ home, project }: Place, name: string, content: string): void {
  const path = name.replace(/^project/, project).replace(/^home/, home);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}
