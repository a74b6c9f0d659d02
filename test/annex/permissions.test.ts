/** Permissions by example: rules as users know them, modes, and a person who is asked (C-1.3, O-30, C-5.4b). */
import { describe, expect, test } from "vitest";
import { type Answer, permissionsAsk, type Question } from "#src/annex/permissions/ask.ts";
import { shownCall } from "#src/annex/permissions/calls.ts";
import { nextMode, type PermissionMode, restoredMode, startingMode } from "#src/annex/permissions/modes.ts";
import { parseRules } from "#src/annex/permissions/rules.ts";
import { searchableDisk } from "#src/annex/permissions/searchable.ts";
import { readLog } from "#src/index.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { rulesOf } from "../support/rules.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

const CWD = "/home/user/demo";
const KINDS: Record<string, "read" | "edit" | "shell"> = { Bash: "shell", Edit: "edit", Write: "edit" };

interface Setting extends NonNullable<Parameters<typeof rulesOf>[0]> {
  mode?: PermissionMode;
  says?: (question: Question) => Answer;
}

/** A project in which calls are asked for. */
function project({ mode = "default", says, ...rules }: Setting = {}) {
  const disk = new MemoryDisk();
  for (const path of ["src/a.ts", "secrets/key", ".env", ".claude/settings.json"])
    disk.put(`${CWD}/${path}`, "x");
  const asked: Question[] = [];
  const prompt = async (question: Question) => {
    asked.push(question);
    return says?.(question) ?? ({ kind: "yes" } as const);
  };
  const place = { disk, cwd: CWD, home: "/home/user", own: [`${CWD}/own`] };
  const rulesRead = rulesOf(rules);
  const ask = permissionsAsk({ ...place, mode: () => mode, rules: rulesRead, ...(says && { prompt }) });
  const permit = (tool: string, input: Record<string, unknown>) =>
    ask.permit({ id: "t1", tool, kind: KINDS[tool] ?? "read", input });
  const runs = async (command: string) => (await permit("Bash", { command })).allowed;
  const edits = async (path: string, tool = "Edit") => (await permit(tool, { file_path: path })).allowed;
  return { permit, runs, edits, asked, searchable: searchableDisk(rulesRead, place) };
}

describe("a rule for commands", () => {
  test.each<[string, string, boolean]>([
    ["Bash(npm run test:*)", "npm run test", true],
    ["Bash(npm run test:*)", "npm run test -- -t x", true],
    ["Bash(npm run test:*)", "npm run testing", false],
    ["Bash(npm run test:*)", "npm run build", false],
    ["Bash(npm run test:*)", "# npm run test\nrm -rf x", false],
    ["Bash(npm run test:*)", "npm run test # and more", true],
    ["Bash(npm run test:*)", "npm run test && rm x", false],
    ["Bash(npm run test:*)", "npm run test & rm x", false],
    ["Bash(npm run test:*)", "npm run test\nrm x", false],
    ["Bash(npm run test:*)", "npm run test $(rm x)", false],
    ["Bash(npm run test:*)", "npm run test `rm x`", false],
    ["Bash(npm run test:*)", "npm run test $HOME", false],
    ["Bash(npm run test:*)", "npm run test <(rm x)", false],
    ["Bash(npm run test:*)", "npm run test > .bashrc", false],
    ["Bash(npm run test:*)", "npm run test > /dev/null 2>&1", true],
    ["Bash(npm run test:*)", "PATH=. npm run test", false],
    ["Bash(npm run test:*)", "timeout 60 npm run test", true],
    ["Bash(npm run test:*)", "./timeout 60 npm run test", false],
    ["Bash(npm run test:*)", "sudo npm run test", false],
    ["Bash(npm run test:*)", "env PATH=. npm run test", false],
    ["Bash(npm run test:*)", "bash -c 'npm run test; npm run test -- x'", true],
    ["Bash(npm run test:*)", "bash -c 'npm run test; rm x'", false],
    ["Bash(npm run test:*)", "./npm run test", false],
    ["Bash(npm run test:*)", "'npm run' test", false],
    ["Bash(git status)", "git status", true],
    ["Bash(git status)", "git  status", true],
    ["Bash(git status)", "git status -s", false],
    ["Bash(git status)", "git 'status'", true],
    ["Bash(git diff *)", "git diff", true],
    ["Bash(git diff *)", "git diff HEAD 'a b'", true],
    ["Bash(git diff *)", "git difftool", false],
    ["Bash(git * main)", "git push origin main", true],
    ["Bash(git * main)", "git push origin main -f", false],
    ['Bash(git commit -m "a b")', "git commit -m 'a b'", true],
    ["Bash(sudo apt *)", "sudo apt update", true],
    ["Bash(sudo *)", "sudo apt update", false],
    ["Bash(find *)", "find . -name '*.ts'", true],
    ["Bash(find *)", "find . -exec rm {} \\;", false],
    ["Bash(grep *)", "xargs grep x", true],
    ["Bash(grep x)", "xargs grep x", false],
    ["Bash", "anything at all; and more", true],
    ["Bash(*)", "anything $(at all)", false],
    ["Bash", "", false],
    ["Bash", "# nothing", false],
  ])("%s, asked for %j: allowed %s", async (rule, command, allowed) => {
    expect(await project({ allow: [rule] }).runs(command)).toBe(allowed);
  });

  test.each<[string, string, boolean]>([
    ["Bash(rm:*)", "ls", true],
    ["Bash(rm:*)", "rm", false],
    ["Bash(rm:*)", "/bin/rm -rf x", false],
    ["Bash(rm:*)", "ls; timeout 5 nohup rm x", false],
    ["Bash(rm:*)", "RM x", false],
    ["Bash(rm:*)", "echo rm", true],
    ["Bash(rm:*)", "grep -rn rm . | head -3", true],
    ["Bash(rm:*)", "docker run --rm x", true],
    ["Bash(rm:*)", "git rm x", false],
    ["Bash(rm:*)", "echo $HOME", false],
    ["Bash(rm:*)", "python3 x.py", true],
    ["Bash(rm:*)", "python3 -c 'print(1)'", false],
    ["Bash(git push *)", "git status", true],
    ["Bash(git push *)", "git -C x push", false],
    ["Bash(git push *)", "git p*", false],
    ["Edit(src/**)", "echo x > out.txt", true],
    ["Edit(src/**)", "cd src && echo x > a.ts", false],
    ["Read(secrets/**)", "cat ./secrets/../secrets/key", false],
    ["Read(~/demo/secrets)", "cat < secrets/key", false],
    ["Bash", "ls", false],
    ["Bash(rm:*)", "npm run build && npm test 2>&1 | tail -20", true],
    ["Bash(rm:*)", "git add . && git commit -m 'Take $HOME as it is (see #3)'", true],
    ["Bash(rm:*)", "cd src && make -j4 > build.log 2>&1", true],
    ["Bash(rm:*)", "cat a.txt | grep -v 'x{1,}$' | sort -u | tee out.txt", true],
    ["Bash(rm:*)", "mkdir -p out && cp src/*.ts out/ && ls -la out", true],
    ["Bash(rm:*)", "docker run --name x -d y", true],
    ["Bash(rm:*)", "cat x | docker run -i y", false],
    ["Bash(rm:*)", "git -c core.pager=less log", false],
    ["Bash(rm:*)", "git --config-env=alias.x=Y x", false],
    ["Bash(rm:*)", "git config --get user.name", true],
    ["Bash(rm:*)", "git config core.hooksPath hooks", false],
    ["Bash(rm:*)", "tar -xf x.tar -I ./x", false],
    ["Bash(rm:*)", "tar -xzf x.tar INDEX", true],
    ["Bash(rm:*)", "rsync -e ./x a b:c", false],
    ["Bash(rm:*)", "uv run python -c 'print(1)'", false],
    ["Bash(rm:*)", "tool --exec ./x", false],
    ["Bash(rm:*)", "echo x > s && ./s", false],
    ["Read(.env)", "cp src/a.ts b.ts", true],
    ["Read(.env)", "cp -r . ../copy", false],
    ["Read(.env)", "grep -rn x src", true],
    ["Read(src/a.ts)", "grep -rn x src", false],
    ["Read(src/a.ts)", "rg x", false],
    ["Edit(src/a.ts)", "tar xf x.tar", false],
    ["Edit(src/a.ts)", "tar cf x.tar lib", true],
    ["Read(.env)", "npm test 2>&1 | tail", true],
    ["Read(.env)", "python3 -c 'print(1)'", false],
    ["Read(.env)", "git show HEAD:.env", false],
    ["Edit(src/**)", "cat src/a.ts | head", true],
    ["Edit(src/**)", "sed -i s/a/b/ src/a.ts", false],
    ["Edit(src/**)", "rm -r src", false],
    ["Edit(src/**)", "tee src/a.ts", false],
    ["Edit(src/**)", "rm out.txt", true],
  ])("that denies, %s: %j runs in bypassPermissions: %s", async (rule, command, runs) => {
    expect(await project({ mode: "bypassPermissions", deny: [rule] }).runs(command)).toBe(runs);
  });
});

test("without a rule against them, bypassPermissions runs commands that cannot be read", async () => {
  expect(await project({ mode: "bypassPermissions" }).runs("for f in *; do echo $f; done")).toBe(true);
});

describe("a rule for files", () => {
  test.each<[string, string, boolean]>([
    ["Edit(src/**)", "src/a.ts", true],
    ["Edit(src/**)", "src/new/deep.ts", true],
    ["Edit(src/**)", "./lib/../src/a.ts", true],
    ["Edit(src/**)", "src/../secrets/key", false],
    ["Edit(src/*.ts)", "src/a.ts", true],
    ["Edit(src/*.ts)", "src/b/a.ts", false],
    ["Edit(/src/**)", "src/a.ts", true],
    ["Edit(//home/user/demo/src/**)", "src/a.ts", true],
    ["Edit(~/demo/src/**)", "src/a.ts", true],
    ["Edit(a.ts)", "src/a.ts", true],
    ["Edit(src)", "src/a.ts", true],
    ["Edit", "src/a.ts", true],
    ["Edit", "../outside.ts", false],
    ["Edit", ".claude/settings.json", false],
    ["Edit", "sub/.git/config", false],
    ["Edit", ".bashrc", false],
    ["Edit", "own/projects/x.jsonl", false],
    ["Read(src/**)", "src/a.ts", false],
  ])("%s allows to edit %s: %s", async (rule, path, allowed) => {
    expect(await project({ allow: [rule] }).edits(path)).toBe(allowed);
    expect(await project({ allow: [rule] }).edits(path, "Write")).toBe(allowed);
  });

  test("a deny rule for Edit holds for Write too, also for a name with the end of a line in it", async () => {
    const { edits } = project({ mode: "bypassPermissions", deny: ["Edit(secrets/**)"] });
    expect(await edits("secrets/a\nb", "Write")).toBe(false);
    expect(await edits("SECRETS/key")).toBe(false);
    expect(await edits("src/a.ts")).toBe(true);
  });

  test("a deny rule for Read holds for what searches too: it does not come upon the file", async () => {
    const { permit, searchable } = project({ deny: ["Read(.env)", "Read(secrets/**)"] });
    expect((await permit("Read", { file_path: ".env" })).allowed).toBe(false);
    expect((await permit("Grep", { pattern: "x", path: "secrets" })).allowed).toBe(false);
    expect((await permit("Grep", { pattern: "x" })).allowed).toBe(true);
    expect(searchable.list(CWD).map(({ name }) => name)).toEqual(["src", ".claude"]);
  });
});

test("deny wins over ask, and ask over allow; the first rule that speaks is named", async () => {
  const rules = {
    allow: ["Bash(git:*)"],
    ask: ["Bash(git push:*)", "Bash(git *)"],
    deny: ["Bash(git push -f:*)"],
  };
  const { permit } = project({ ...rules, mode: "bypassPermissions" });
  expect(await permit("Bash", { command: "git push -f" })).toMatchObject({
    reason: "Bash was not run: the rule Bash(git push -f:*) of settings.json denies it.",
  });
  expect(await permit("Bash", { command: "git push" })).toMatchObject({
    reason: expect.stringContaining("the rule Bash(git push:*) of settings.json asks every time"),
  });
});

test.each<[PermissionMode, string, boolean]>([
  ["plan", "Read", true],
  ["plan", "Write", false],
  ["plan", "Bash", false],
  ["default", "Read", true],
  ["default", "Write", false],
  ["acceptEdits", "Write", true],
  ["acceptEdits", "Bash", false],
  ["bypassPermissions", "Bash", true],
])("in the mode %s, where nobody can be asked, %s runs: %s", async (mode, tool, allowed) => {
  const input = tool === "Bash" ? { command: "ls" } : { file_path: "src/a.ts" };
  const answer = await project({ mode }).permit(tool, input);
  expect(answer.allowed).toBe(allowed);
  if (!answer.allowed && mode !== "plan")
    expect(answer.reason).toMatch(/nobody can be asked\. It needs the mode /);
});

test("rules for other tools: by name, an agent by its type, a server's tools by the server", async () => {
  const { permit } = project({
    deny: ["Task(Explore)", "mcp__db", "mcp__web__*", "WebFetch(domain:x.org)"],
  });
  const allowed = async (tool: string, input = {}) => (await permit(tool, input)).allowed;
  expect(await allowed("Agent", { subagent_type: "Explore" })).toBe(false);
  expect(await allowed("Agent", { subagent_type: "Plan" })).toBe(true);
  expect(await allowed("mcp__db__query")).toBe(false);
  expect(await allowed("mcp__web__get")).toBe(false);
  expect(await allowed("mcp__webs__get")).toBe(true);
  expect(await allowed("WebFetch")).toBe(false);
});

describe("a person who is asked", () => {
  test("says no, and the model is told why", async () => {
    const { permit } = project({ says: () => ({ kind: "no", reason: "not today" }) });
    expect(await permit("Bash", { command: "ls" })).toEqual({
      allowed: false,
      reason: "Bash was not run: the user said no: not today",
    });
  });

  test("says always, and just that runs unasked from then on", async () => {
    const { runs, edits, asked } = project({ says: () => ({ kind: "always" }) });
    await runs("make $X");
    await runs("make $X");
    expect(asked.map(({ rule }) => rule)).toEqual(["Bash(make $X)"]);
    await runs("make $Y");
    await edits("src/a.ts");
    await edits("./src/a.ts", "Write");
    expect(asked.map(({ rule }) => rule)).toEqual(["Bash(make $X)", "Bash(make $Y)", "Edit(/src/a.ts)"]);
  });

  test("is asked one thing at a time; an answer counts for what waits", async () => {
    const { permit, asked } = project({ says: () => ({ kind: "always" }) });
    const calls = ["ls", "ls", "pwd"].map((command) => permit("Bash", { command }));
    expect((await Promise.all(calls)).every(({ allowed }) => allowed)).toBe(true);
    expect(asked.map(({ call }) => call)).toEqual(["Bash: ls", "Bash: pwd"]);
  });

  test("is asked each time where a rule asks, and always is not offered", async () => {
    const { runs, asked } = project({ ask: ["Bash(git push:*)"], says: () => ({ kind: "always" }) });
    await runs("git push");
    await runs("git push");
    expect(asked.map(({ rule }) => rule)).toEqual([undefined, undefined]);
  });

  test("is told which rule may be meant, and is not asked what a rule denies", async () => {
    const { runs, asked } = project({
      mode: "bypassPermissions",
      deny: ["Bash(rm:*)"],
      says: () => ({ kind: "yes" }),
    });
    expect(await runs("echo $X")).toBe(true);
    expect(asked[0]?.why).toContain("it may do what the rule Bash(rm:*) of settings.json denies");
    expect(await runs("rm x")).toBe(false);
    expect(await runs("echo $(rm x)")).toBe(false);
    expect(asked).toHaveLength(1);
  });
});

test("the whole command is shown: what stands behind a comment, and what a terminal would not show", () => {
  const command = "# ok\nrm -rf x\u001b[1A\u202e";
  expect(shownCall({ tool: "Bash", input: { command, timeout_ms: 5 } })).toBe(
    "Bash: # ok\nrm -rf x\u241b[1A<U+202E>\ntimeout_ms: 5",
  );
});

test.each<[unknown, string, RegExp]>([
  [{ permissions: [] }, "/permissions", /an object with lists of rules/],
  [{ permissions: { allow: "Bash" } }, "/permissions/allow", /a list of rules/],
  [{ permissions: { deny: ["Read", 7] } }, "/permissions/deny/1", /a text in quotes/],
  [{ permissions: { deny: ["Bash(rm"] } }, "/permissions/deny/0", /is no rule/],
  [{ permissions: { deny: ["Bash()"] } }, "/permissions/deny/0", /nothing in its brackets/],
  [{ permissions: { ask: ["Bash(git:* push)"] } }, "/permissions/ask/0", /at the end only/],
  [{ permissions: { allow: ["Ba*"] } }, "/permissions/allow/0", /named in full/],
  [{ permissions: { deny: ["bash(rm:*)"] } }, "/permissions/deny/0", /the tool is called Bash/],
  [{ permissions: { deny: ["READ(.env)"] } }, "/permissions/deny/0", /the tool is called Read/],
  [{ permissions: { defaultMode: "yolo" } }, "/permissions/defaultMode", /one of default, acceptEdits, plan/],
  [{ permissions: { defaultMode: "bypassPermissions" } }, "/permissions/defaultMode", /said at launch/],
])("settings %j have a fault at %s", (settings, pointer, words) => {
  expect(parseRules(settings, "f.json").faults).toEqual([
    { file: "f.json", pointer, message: expect.stringMatching(words) },
  ]);
});

test("a change of mode stands in the log and on the prompts after it, and a new process takes up what it may", async () => {
  const world = new World();
  const reply = { content: [{ type: "text" as const, text: "yes" }] };
  let mode: PermissionMode = "acceptEdits";
  const session = world.start(scripted([reply, reply])).begin({ permissionMode: () => mode });
  await session.prompt("one");
  const restored = () => restoredMode(readLog(world.bytes(session.path)));
  expect(restored()).toBe("acceptEdits");
  for (const next of ["plan", "bypassPermissions", "default"] as const) {
    mode = next;
    session.log.ledger({ type: "permission-mode", permissionMode: next });
    expect(restored()).toBe(next === "default" ? next : undefined);
  }
  await session.prompt("two");
  const said = readLog(world.bytes(session.path)).lines.map(({ line }) => line["permissionMode"]);
  expect(said.filter(Boolean)).toEqual(["acceptEdits", "plan", "bypassPermissions", "default", "default"]);
  expect(world.text(session.path)).toContain(`"type":"permission-mode","permissionMode":"plan","sessionId"`);
});

test("modes go round, and the launch, the session and the settings say in this order which is first", () => {
  const round = (mayBypass: boolean) =>
    nextMode(nextMode(nextMode("default", mayBypass), mayBypass), mayBypass);
  expect([round(false), round(true)]).toEqual(["default", "bypassPermissions"]);
  expect(startingMode({ launch: "plan", restored: "acceptEdits" })).toBe("plan");
  expect(startingMode({ restored: "acceptEdits", settings: "plan" })).toBe("acceptEdits");
  expect(startingMode({})).toBe("default");
});
