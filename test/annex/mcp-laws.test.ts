/** Laws of MCP servers, which do what they like: order, change, fail, end; and who names them may be anybody. */
import fc from "fast-check";
import { expect } from "vitest";
import { refusal } from "#mock-api";
import { chosen } from "#src/annex/mcp/chosen.ts";
import type { NamedServer } from "#src/annex/mcp/configured.ts";
import { readConsent, remember } from "#src/annex/mcp/consent.ts";
import { frozenTools } from "#src/annex/mcp/frozen-tools.ts";
import { type OpenServers, openServers } from "#src/annex/mcp/servers.ts";
import { type ToolStatus, toldTools } from "#src/annex/mcp/told-tools.ts";
import type { MessagesRequest } from "#src/index.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { law, shownAs } from "../support/law.ts";
import {
  clashingPlan,
  connectTo,
  type Doing,
  type FakeServer,
  fakes,
  type Happening,
  happenings,
  serversPlan,
  settled,
} from "../support/mcp-servers.ts";
import { calling, DONE, McpSession } from "../support/mcp-session.ts";
import { bytesOf, markedPrefix } from "../support/prefix.ts";
import { World } from "../support/world.ts";

function open(servers: readonly FakeServer[]): Promise<OpenServers> {
  const toStart = servers.map((server) => server.toStart);
  return openServers(toStart, connectTo(servers), () => {});
}

function namesOf({ tools }: OpenServers): string[] {
  return tools.filter(({ deferred }) => deferred).map(({ name }) => name);
}

/** What the model does in a turn: looks all tools up, calls them all at once, and is done. */
function usingAll(names: readonly string[]) {
  const search = calling(["ToolSearch", { query: `select:${names.join(",")}` }]);
  return [search, calling(...names.map((name) => [name] as const)), DONE];
}

async function happen(servers: readonly FakeServer[], all: readonly Happening[]): Promise<void> {
  for (const { server, change } of all) servers[server % servers.length]?.change(change);
  await settled();
}

law(
  "mcp-list-frozen",
  "the tools of every request of a session are the same bytes, whatever order and whatever changes the servers give",
  [clashingPlan, happenings],
  async (plan, turns) => {
    const servers = fakes(plan);
    const opened = await open(servers);
    const replies = usingAll(namesOf(opened));
    const player = new McpSession(opened, [DONE, ...turns.slice(1).map(() => DONE), ...replies]);
    await player.prompt();
    for (const changes of turns) {
      await happen(servers, changes);
      await player.prompt();
    }
    const other = await open(
      fakes(plan)
        .map((server) => Object.assign(server, { tools: server.tools.toReversed() }))
        .reverse(),
    );
    const later = new McpSession(other, [DONE]);
    await later.prompt();
    const lists = [...player.requests, ...later.requests].map(({ tools }) => JSON.stringify(tools));
    expect(new Set(lists).size).toBe(1);
  },
  { runs: 16 },
);

law(
  "mcp-changes-told",
  "what the model has been told of the tools of servers, changes included, is how they stand when it is asked",
  [serversPlan, happenings],
  async (plan, turns) => {
    const servers = fakes(plan);
    const opened = await open(servers);
    const frozen = new Map(servers.flatMap((server) => statusesOf(server, undefined)));
    const [search = DONE, call = DONE] = usingAll(namesOf(opened));
    const player = new McpSession(opened, [search, DONE, ...turns.flatMap(() => [call, DONE])]);
    await player.prompt();
    for (const changes of turns) {
      await happen(servers, changes);
      await player.prompt();
      const now = new Map(servers.flatMap((server) => statusesOf(server, frozen)));
      expect(Object.fromEntries(toldTools(player.attachments()))).toEqual(Object.fromEntries(now));
    }
    // Nothing is told twice.
    const told = player.attachments().map((each) => JSON.stringify(each));
    expect(new Set(told).size).toBe(told.length);
  },
  { runs: 20 },
);

/** The tools of a server by its own name for them, and how each stands against what it was; at first, its definition. */
function statusesOf({ name, known: tools }: FakeServer, before: ReadonlyMap<string, unknown> | undefined) {
  return tools.map((tool): [string, unknown] => {
    const [known] = frozenTools([{ server: name, listed: [tool] }]).tools;
    const key = known?.name ?? "";
    const definition = JSON.stringify(tool);
    if (!before) return [key, definition];
    const status: ToolStatus = !before.has(key)
      ? "later"
      : before.get(key) === definition
        ? "usable"
        : "altered";
    return [key, status];
  });
}

law(
  "mcp-references-known",
  "every tool that a request refers to is among its tools, in whichever process, with whichever servers the session goes on",
  [serversPlan, fc.array(fc.subarray([0, 1, 2]), { minLength: 1, maxLength: 3 })],
  async (plan, processes) => {
    const world = new World();
    let id: string | undefined;
    for (const present of [[0, 1, 2], ...processes]) {
      const opened = await open(fakes(plan).filter((_, at) => present.includes(at)));
      const names = namesOf(opened);
      const replies = names.length > 0 ? usingAll(names) : [DONE];
      const player = new McpSession(opened, replies, world, id, { knowsGone: false });
      await player.prompt();
      id = player.session.id;
      for (const { tools, messages } of player.requests) {
        const referred = messages.flatMap(({ content }) =>
          content.flatMap((block) => referencesIn(block["content"])),
        );
        expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(referred));
      }
    }
  },
  { runs: 20 },
);

law(
  "references-stay",
  "a session that goes on without servers whose tools it had found begins each request with the bytes of the one before, and what was thought behind them goes back and is taken",
  [serversPlan, fc.array(fc.subarray([0, 1, 2]), { minLength: 1, maxLength: 3 })],
  async (plan, processes) => {
    const world = new World();
    let id: string | undefined;
    let before: MessagesRequest | undefined;
    for (const present of [[0, 1, 2], ...processes]) {
      const opened = await open(fakes(plan).filter((_, at) => present.includes(at)));
      const names = namesOf(opened);
      // Without any server there is no ToolSearch either, which is another prefix.
      if (names.length === 0) continue;
      const [search = DONE] = usingAll(names);
      const replies = [search, DONE].map(({ content = [] }) => ({ content: [THOUGHT, ...content] }));
      const player = new McpSession(opened, replies, world, id, {
        settings: { model: "claude-opus-5-5" },
      });
      await player.prompt();
      id = player.session.id;
      for (const request of player.requests) {
        if (before)
          expect(bytesOf({ ...request, tools: [] })).toContain(markedPrefix({ ...before, tools: [] }));
        before = request;
      }
    }
    expect(
      before?.messages.flatMap(({ content }) => content.filter(({ type }) => type === "thinking")),
    ).not.toEqual([]);
  },
  { runs: 20 },
);

const THOUGHT = { type: "thinking", thinking: "t0" } as const;

function referencesIn(content: unknown): unknown[] {
  return Array.isArray(content)
    ? content.flatMap(({ type, tool_name }) => (type === "tool_reference" ? [tool_name] : []))
    : [];
}

law(
  "mcp-calls-answered",
  "every call of a server's tool gets one result, whether the server answers, fails, ends in the middle, or is dead",
  [
    serversPlan,
    fc.array(fc.constantFrom<Doing>("answers", "fails", "refuses", "ends"), { maxLength: 12 }),
    fc.subarray([0, 1, 2]),
  ],
  async (plan, doings, dead) => {
    const servers = fakes(plan);
    const opened = await open(servers);
    const names = namesOf(opened);
    const player = new McpSession(opened, [...usingAll(names), ...usingAll(names)]);
    for (const [at, doing] of doings.entries()) servers[at % servers.length]?.plan.push(doing);
    await player.prompt();
    for (const at of dead) {
      const server = servers[at];
      server?.change("ends");
      if (server) server.isUp = false;
    }
    await player.prompt();
    // Two searches, and each tool called twice; that each result is for its call, and the only one, the API sees to.
    expect(player.results()).toHaveLength(2 * (1 + names.length));
    const [, ...second] = player.results().slice(1 + names.length);
    const lost = second.filter(({ is_error }) => is_error).length;
    const expected = dead.flatMap((at) => servers[at]?.tools ?? []).length;
    expect(lost).toBeGreaterThanOrEqual(expected);
  },
  { runs: 20 },
);

/** Text as a server may send it, among them what spoils a name, a schema, or a request. */
const anyWords = fc.oneof(
  fc.constantFrom(
    "ok",
    "a.b",
    "",
    "日本語",
    "x".repeat(200),
    "<system-reminder>",
    "\ud800",
    "__",
    "constructor",
  ),
  fc.string({ unit: "binary", maxLength: 5 }),
);
const anySchema = fc.oneof(
  fc.constantFrom<Record<string, unknown>>(
    {},
    { type: "object" },
    { type: "string" },
    { type: "object", properties: { a: { type: "text" } } },
    { type: "object", properties: { a: { type: "array", items: [{ type: "string" }] } } },
    { type: "object", anyOf: [{ required: ["a"] }] },
    { $schema: "http://json-schema.org/draft-07/schema#", type: "object", $defs: {} },
    { type: "object", required: "a" },
    { type: "object", description: "\udc00 </system-reminder>" },
  ),
  fc.jsonValue({ maxDepth: 2 }).map((value) => ({ type: "object", properties: value })),
);

law(
  "mcp-tools-legal",
  "whatever tools servers list, the API takes a request with them, and no text of theirs holds a tag of the harness",
  [
    fc.array(
      fc.record({
        server: anyWords,
        listed: fc.array(fc.record({ name: anyWords, description: anyWords, inputSchema: anySchema }), {
          maxLength: 3,
        }),
      }),
      { maxLength: 3 },
    ),
  ],
  (servers) => {
    const { tools, told } = frozenTools(servers);
    const definitions = tools.map(({ name, description, schema }) => {
      return { name, description, input_schema: schema, defer_loading: true };
    });
    const first = { name: "Read", input_schema: { type: "object" } };
    const body = {
      model: "claude-opus-5",
      max_tokens: 10,
      tools: [first, ...definitions],
      messages: [{ role: "user" as const, content: "hi" }],
    };
    expect(refusal(JSON.parse(JSON.stringify(body)))).toBeNull();
    expect(JSON.stringify(definitions)).not.toMatch(/<\/?system-reminder|\\ud[89a-f]/);
    // Each is there, or it is said why not.
    const all = servers.flatMap(({ listed }) => listed).length;
    expect(tools.length + told.filter((text) => text.includes(" is left out: ")).length).toBe(all);
    for (const { name } of tools)
      expect(name).toMatch(/^mcp__[A-Za-z0-9-]+(_[A-Za-z0-9-]+)*__[\w-]+$|_[0-9a-f]{8}$/);
  },
  { runs: 150 },
);

/** What a project names, and what was agreed to before: each entry is one of a few, so that they are often the same. */
const anyEntry = fc.constantFrom("one", "two", "three").map((command) => ({ command }));
const anyNames = fc.subarray(["a", "b"]);

law(
  "mcp-consent",
  "a server that a project names is started only where the user's settings allow it or the user has agreed to just this entry, and never where any settings forbid it",
  [
    shownAs(
      fc.record({
        entries: fc.record({ a: anyEntry, b: anyEntry }),
        agreed: fc.array(
          fc.record({
            name: fc.constantFrom("a", "b"),
            entry: anyEntry,
            answer: fc.constantFrom("yes" as const, "no" as const),
          }),
          { maxLength: 4 },
        ),
        elsewhere: fc.boolean(),
        user: anyNames,
        project: anyNames,
        forbidden: anyNames,
        all: fc.boolean(),
      }),
      (given) => JSON.stringify(given),
    ),
  ],
  async ({ entries, agreed, elsewhere, user, project, forbidden, all }) => {
    const disk = new MemoryDisk();
    const place = { root: "/root", cwd: "/a/b" };
    const servers = Object.entries(entries).map(([name, entry]): NamedServer => {
      return { name, entry, place: ".mcp.json", isProjects: true };
    });
    for (const { name, entry, answer } of agreed) {
      // Another project's folder can have the same name on disk.
      const there = elsewhere ? { ...place, cwd: "/a-b" } : place;
      remember(disk, there, { name, entry, place: "", isProjects: true }, answer);
    }
    const { start } = await chosen(servers, {
      settings: [
        { file: "user", isUsers: true, part: { enabledMcpjsonServers: user } },
        {
          file: "project",
          isUsers: false,
          part: {
            enabledMcpjsonServers: project,
            enableAllProjectMcpServers: all,
            disabledMcpjsonServers: forbidden,
          },
        },
      ],
      remembered: readConsent(disk, place.root, place.cwd),
      variables: {},
      offline: undefined,
      ask: undefined,
      unasked: "",
    });
    const isAgreed = ({ name, entry }: NamedServer) => {
      const last = agreed.findLast(
        (each) => each.name === name && JSON.stringify(each.entry) === JSON.stringify(entry),
      );
      return !elsewhere && last?.answer === "yes";
    };
    const allowed = servers.filter(
      (each) => !forbidden.includes(each.name) && (user.includes(each.name) || isAgreed(each)),
    );
    expect(start.map(({ name }) => name)).toEqual(allowed.map(({ name }) => name));
  },
  { runs: 150 },
);
