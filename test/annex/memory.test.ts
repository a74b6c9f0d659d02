/** Memory files, as a person meets them: what is told, what is refused, whose memory an agent has. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMockApi, type Reply } from "#mock-api";
import { CORE_TOOLS, type MessagesRequest, modelOver, Session, type SessionOptions } from "#src/index.ts";
import { ANNEX_INJECTIONS } from "../../src/annex/context/injections.ts";
import { loadMemory } from "../../src/annex/memory/load.ts";
import { isFor, ruleText } from "../../src/annex/memory/rules.ts";
import { SessionMemory } from "../../src/annex/memory/session-memory.ts";
import { parseRules } from "../../src/annex/permissions/rules.ts";
import { searchableDisk } from "../../src/annex/permissions/searchable.ts";
import { agentTool } from "../../src/annex/subagents/agent-tool.ts";
import { attachedBlocks } from "../../src/context/attachments.ts";
import { nodeDisk } from "../../src/host/disk.ts";
import { freshFolder } from "../support/real-folder.ts";
import { placeOf, remembering, timesIn } from "../support/remembering.ts";
import { scripted } from "../support/scripted.ts";
import { ToolSession } from "../support/tool-session.ts";
import { World } from "../support/world.ts";

function worldWith(files: Record<string, string>): World {
  const world = new World();
  for (const [path, content] of Object.entries(files)) world.disk.put(join(world.cwd, path), content);
  return world;
}

function contentsOf(world: World): string[] {
  return loadMemory(placeOf(world)).files.map(({ content }) => content);
}

test("an import is shown before the file that names it, its path taken from there, with spaces or from home", () => {
  const world = worldWith({
    "CLAUDE.md": "Root: @docs/a.md, and @my\\ notes.md.",
    "docs/a.md": "A: @b.md",
    "docs/b.md": "B",
    "my notes.md": "N",
  });
  world.disk.put("/home/user/.glass/CLAUDE.md", "Mine: @~/mine.md");
  world.disk.put("/home/user/mine.md", "M");
  expect(contentsOf(world).map((content) => content[0])).toEqual(["M", "M", "B", "A", "N", "R"]);
});

test("what was missed is told with the file and the line, but nobody is told that @alice is no file", () => {
  const world = worldWith({
    "CLAUDE.md": "Ask @alice of @types/node.\n\nSee @docs/gone.md, and @docs.",
    "docs/x.md": "x",
  });
  expect(loadMemory(placeOf(world)).left).toEqual([
    {
      path: "/home/user/demo/docs/gone.md",
      why: "imported by CLAUDE.md, line 3: there is no such file",
    },
    { path: "/home/user/demo/docs", why: "imported by CLAUDE.md, line 3: it is a folder" },
  ]);
});

test("what no text is, and what is too large, is left out and told; bytes that are no UTF-8 do no harm", () => {
  const world = worldWith({ "CLAUDE.local.md": "x".repeat(4 * 1024 * 1024 + 1) });
  world.disk.put(`${world.cwd}/CLAUDE.md`, new Uint8Array([0x68, 0xff, 0x69]));
  world.disk.put(`${world.cwd}/.claude/CLAUDE.md`, new Uint8Array([0x68, 0, 0x69]));
  expect(contentsOf(world)).toEqual(["h\ufffdi"]);
  expect(loadMemory(placeOf(world)).left.map(({ why }) => why)).toEqual([
    "it is binary, not text",
    "it is larger than 4 MiB",
  ]);
});

test("a pipe that nobody fills, a folder and links that lead in a circle are not waited for, and told", () => {
  const cwd = freshFolder();
  execFileSync("mkfifo", [join(cwd, "CLAUDE.md")]);
  mkdirSync(join(cwd, "CLAUDE.local.md"));
  mkdirSync(join(cwd, ".claude", "rules"), { recursive: true });
  symlinkSync(join(cwd, ".claude"), join(cwd, ".claude", "rules", "again"));
  symlinkSync("round.md", join(cwd, ".claude", "rules", "round.md"));
  nodeDisk.write(join(cwd, ".claude", "rules", "deep", "r.md"), "Rule.");
  const { files, left } = loadMemory({ disk: nodeDisk, root: join(cwd, "root"), cwd, home: cwd });
  // At home `.claude` is another program's.
  expect(files).toEqual([]);
  const elsewhere = loadMemory({ disk: nodeDisk, root: join(cwd, "root"), cwd, home: "/home/nobody" });
  expect(elsewhere.files.map(({ content }) => content)).toEqual(["Rule."]);
  expect(left.map(({ why }) => why)).toEqual(["it is not a file", "it is a folder"]);
  expect(elsewhere.left.map(({ why }) => why)).toContain("it is a link that leads nowhere");
});

test("what a rule for Read denies is not imported", () => {
  const world = worldWith({ "CLAUDE.md": "@.env.md @ok.md", ".env.md": "TOKEN", "ok.md": "Fine." });
  const { rules } = parseRules({ permissions: { deny: ["Read(.env.md)"] } }, "settings.json");
  const place = placeOf(world);
  const { files, left } = loadMemory({ ...place, disk: searchableDisk(rules, place) });
  expect(files.map(({ content }) => content)).toEqual(["Fine.", "@.env.md @ok.md"]);
  expect(left.map(({ why }) => why)).toEqual([
    expect.stringContaining("a permission rule denies reading it"),
  ]);
});

test.each([
  ["src/**/*.{ts,tsx}", "src/a/b.tsx", true],
  ["src/**", "src/.env", true],
  ["src/api", "src/api/x.ts", true],
  ["/src/", "src/x.ts", true],
  ["*.md", "README.md", true],
  ["*.md", "docs/README.md", false],
  ["photos [2024/**", "photos 2024/a.png", false],
  ["../other/**", "../other/a.ts", false],
])("the pattern %s and the file %s", (pattern, file, speaks) => {
  expect(isFor([pattern], "/p", [join("/p", file)])).toBe(speaks);
});

test.each([
  ["paths: a/**, b/*.{ts,js}", ["a/**", "b/*.{ts,js}"], undefined],
  ["paths:\n  - '**/*.ts'\nmore: x", ["**/*.ts"], undefined],
  ["paths: []", undefined, "its `paths` names no pattern"],
  ["paths: {toString: 1}", undefined, "its `paths` names no pattern"],
  ["paths:\n  - **/*.ts\n  - src/{a,b}/**", ["**/*.ts", "src/{a,b}/**"], undefined],
  ["paths: &a [b\n  c: d: e", undefined, expect.stringMatching(/^line \d+: /)],
  ["description: none", undefined, undefined],
])("a rule headed %j", (head, paths, fault) => {
  const rule = ruleText(`---\n${head}\n---\n\nThe rule.\n`);
  expect([rule.paths, rule.fault]).toEqual([paths, fault]);
  expect(rule.body).toContain("The rule.");
});

test("the person is told at the start what is left out, and when something joins, once", async () => {
  const world = worldWith({ "CLAUDE.md": "@gone.md", "src/CLAUDE.md": "Nested.", "src/a.ts": "a" });
  const told: string[] = [];
  const read = { name: "Read", input: { file_path: "src/a.ts" } };
  const tools = new ToolSession(world, [[read, read], [read]], {
    more: () => remembering(world, (text) => told.push(text)),
  });
  await tools.turn();
  await tools.turn();
  expect(told).toEqual([
    "Memory: gone.md is left out: imported by CLAUDE.md, line 1: there is no such file.",
    "Memory: src/CLAUDE.md joins: src/a.ts was read.",
  ]);
});

test("/memory says what was loaded, how large, why, what has joined, what waits, and what was left out", async () => {
  const world = worldWith({
    "CLAUDE.md": "Be brief. @docs/a.md @gone.md",
    "docs/a.md": "Be kind.",
    "src/CLAUDE.md": "Nested.",
    "src/a.ts": "a",
    ".claude/rules/t.md": "---\npaths: '*.test.ts'\n---\nTests.",
  });
  let memory: SessionMemory | undefined;
  const more = () => {
    const options = remembering(world);
    memory = options.memory;
    return options;
  };
  const tools = new ToolSession(world, [[{ name: "Read", input: { file_path: "src/a.ts" } }], []], { more });
  await tools.turn();
  world.disk.put(`${world.cwd}/CLAUDE.md`, "Be long. @docs/a.md @gone.md");
  await tools.turn();
  expect(memory?.report(tools.session.log.told()).split("\n")).toEqual([
    expect.stringMatching(/^Loaded at the start: 2 files, about \d+ tokens:$/),
    expect.stringMatching(/^ {2}docs\/a\.md · 8 bytes, about \d+ tokens · imported by CLAUDE\.md, line 1$/),
    expect.stringMatching(
      /^ {2}CLAUDE\.md · 29 bytes, about \d+ tokens · the project's · has changed since: the model was told$/,
    ),
    "Joined since:",
    expect.stringMatching(/^ {2}src\/CLAUDE\.md · about \d+ tokens · src\/a\.ts was read$/),
    "Rules that wait for a file that they are for:",
    "  .claude/rules/t.md · for *.test.ts",
    "Left out:",
    expect.stringMatching(/^ {2}gone\.md · imported by CLAUDE\.md, line 1: there is no such file$/),
  ]);
});

test("a file that is made in a session is told as new, one that is taken away as gone", async () => {
  const world = worldWith({ "CLAUDE.md": "Be brief." });
  const tools = new ToolSession(world, [[], [], []], { more: () => remembering(world) });
  await tools.turn();
  world.disk.put(`${world.cwd}/CLAUDE.local.md`, "Be kind.");
  await tools.turn();
  world.disk.remove(`${world.cwd}/CLAUDE.md`);
  await tools.turn();
  const request = tools.requests.at(-1) ?? { messages: [] };
  expect(
    timesIn(
      request,
      "in one more file. Follow them from now on.\\n\\nContents of /home/user/demo/CLAUDE.local.md:",
    ),
  ).toBe(1);
  expect(timesIn(request, "/home/user/demo/CLAUDE.md does not hold any more")).toBe(1);
});

test("the person is told in one line what has changed, where the model is", async () => {
  const world = worldWith({ "CLAUDE.md": "Be brief.", "CLAUDE.local.md": "Be kind." });
  const told: string[] = [];
  const more = () => remembering(world, (text) => told.push(text));
  const tools = new ToolSession(world, [[], [], [], [], []], { more });
  await tools.turn();
  world.disk.put(`${world.cwd}/CLAUDE.md`, "Be long.");
  await tools.turn();
  await tools.turn();
  world.disk.remove(`${world.cwd}/CLAUDE.md`);
  world.disk.put(`${world.cwd}/CLAUDE.local.md`, "Be kinder.");
  world.disk.put(`${world.cwd}/.claude/CLAUDE.md`, "Be new.");
  await tools.turn();
  for (const name of ["a", "b", "c", "d"]) world.disk.put(`${world.cwd}/.claude/rules/${name}.md`, "A rule.");
  await tools.turn();
  expect(told).toEqual([
    "Memory: CLAUDE.md has changed. The model is told, behind your prompt.",
    "Memory: CLAUDE.md is gone, CLAUDE.local.md has changed, .claude/CLAUDE.md is new. The model is told, behind your prompt.",
    "Memory: .claude/rules/a.md is new, .claude/rules/b.md is new, .claude/rules/c.md is new, and 1 more. The model is told, behind your prompt.",
  ]);
});

test("a file that a prompt mentions is read, so what is for it joins", async () => {
  const world = worldWith({ "src/CLAUDE.md": "Nested.", "src/a.ts": "a" });
  const process = world.start(scripted([{ content: [{ type: "text", text: "Seen." }] }]));
  const session = process.begin(remembering(world));
  await session.prompt("Look at @src/a.ts.");
  expect(timesIn(session.nextRequest(), "Nested.")).toBe(1);
});

test("an agent begins with the memory as it is then, and what joins for it joins for it alone (D-24)", async () => {
  const world = worldWith({ "CLAUDE.md": "Old words.", "src/CLAUDE.md": "Nested.", "src/a.ts": "a" });
  const requests: Record<"parent" | "agent", MessagesRequest[]> = { parent: [], agent: [] };
  const answerTo = ({ messages }: MessagesRequest): Reply => {
    const steps = messages.filter(({ role }) => role === "assistant").length;
    if (steps > 0) return { content: [{ type: "text", text: "Done." }] };
    if (timesIn({ messages }, "Start.") === 0)
      return { content: [{ type: "tool_use", name: "Read", input: { file_path: "src/a.ts" } }] };
    world.disk.put(`${world.cwd}/CLAUDE.md`, "New words.");
    return {
      content: [{ type: "tool_use", name: "Agent", input: { description: "a task", prompt: "Go." } }],
    };
  };
  const { fetch } = createMockApi({ model: (request) => answerTo(request as MessagesRequest) });
  const base: SessionOptions = world.start(modelOver({ apiKey: "x", fetch, maxRetries: 0 })).options({
    injections: ANNEX_INJECTIONS,
    emit: (event) => {
      if (event.type === "request") requests.parent.push(event.request);
      if (event.type === "agent" && event.event.type === "request") requests.agent.push(event.event.request);
    },
  });
  const withMemory = () => new SessionMemory({ place: placeOf(world), tell: () => {} }).of(base);
  const agents = agentTool({ options: withMemory, parent: () => session });
  const session: Session = Session.begin({ ...withMemory(), tools: [...CORE_TOOLS, agents] });
  await session.prompt("Start.");
  const counts = (all: readonly MessagesRequest[]) =>
    all.map((each) => ["Old words.", "New words.", "Nested."].map((text) => timesIn(each, text)).join(" "));
  expect(counts(requests.agent)).toEqual(["0 1 0", "0 1 1"]);
  expect(counts(requests.parent)).toEqual(["1 0 0", "1 0 0"]);
  await session.prompt("Start. And again.");
  expect(counts(requests.parent).at(-1)).toBe("1 1 0");
});

test("what another client has logged of memory that joined is read as it was meant", () => {
  const content = {
    path: "/p/src/CLAUDE.md",
    type: "Project",
    content: "Nested.\n",
    contentDiffersFromDisk: false,
  };
  const attachment = {
    type: "nested_memory",
    path: "/p/src/CLAUDE.md",
    content,
    displayPath: "src/CLAUDE.md",
  };
  const [block] = attachedBlocks(attachment, ANNEX_INJECTIONS);
  expect(block?.["text"]).toContain(
    "Contents of /p/src/CLAUDE.md (project instructions):\n\nNested.\n</system-reminder>",
  );
});
