/** What MCP servers do to a session, as users have reported it, each as the smallest case. */
import { expect, test } from "vitest";
import { openServers } from "#src/annex/mcp/servers.ts";
import { connectTo, FakeServer, settled } from "../support/mcp-servers.ts";
import { calling, DONE, McpSession } from "../support/mcp-session.ts";
import { World } from "../support/world.ts";

const NAMES = ["one", "two"];
const open = (...servers: FakeServer[]) =>
  openServers(
    servers.map(({ toStart }) => toStart),
    connectTo(servers),
    () => {},
  );
const search = calling(["ToolSearch", { query: "select:mcp__a__one" }]);

test("bug report 99: a server that gives its tools in another order, or others, costs no cache; the model is told at the end", async () => {
  const server = new FakeServer("a", NAMES);
  const player = new McpSession(await open(server), [DONE, DONE, DONE]);
  await player.prompt();
  server.change("reorders");
  await settled();
  await player.prompt();
  server.change("adds");
  await settled();
  await player.prompt();
  const [first, second, third] = player.requests.map(({ tools }) => JSON.stringify(tools));
  expect([second, third]).toEqual([first, first]);
  const notes = player.attachments().map(({ type }) => type);
  expect(notes).toEqual(["mcp_tools", "mcp_tools_changed"]);
  expect(JSON.stringify(player.requests.at(-1)?.messages.at(-1))).toContain("mcp__a__new2");
});

test("bug report 99: tools that are deferred are no part of the prefix: other ones after a restart cost nothing", async () => {
  const world = new World();
  const before = new McpSession(await open(new FakeServer("a", NAMES)), [DONE], world);
  await before.prompt();
  const now = await open(new FakeServer("a", NAMES), new FakeServer("b", NAMES));
  const after = new McpSession(now, [DONE], world, before.session.id);
  await after.prompt();
  const digests = world
    .text(after.session.path)
    .split("\n")
    .filter((line) => line.includes('"context-digest"'));
  expect(digests).toHaveLength(2);
  expect(digests[1]).toBe(digests[0]);
});

test("a session goes on without the server whose tools it had found: they are still there, and fail", async () => {
  const world = new World();
  const before = new McpSession(await open(new FakeServer("a", NAMES)), [search, DONE], world);
  await before.prompt();
  const after = new McpSession(await open(), [calling(["mcp__a__one"]), DONE], world, before.session.id);
  await after.prompt();
  expect(after.results().map(({ content }) => content)).toEqual([
    [{ type: "tool_reference", tool_name: "mcp__a__one" }],
    "There is no tool mcp__a__one any more: the session goes on without its server.",
  ]);
});

test("a permission rule for a server speaks of no other one, however that is named", async () => {
  const names = ["a", "a__b", "a_", "_a__", "a b"];
  const opened = await open(...names.map((name) => new FakeServer(name, ["_x"])));
  const ofA = opened.tools.filter(({ name }) => name.startsWith("mcp__a__"));
  // Servers whose names come to the same are one to a rule, and are never started together.
  expect(new Set(opened.tools.map(({ name }) => name)).size).toBe(opened.tools.length);
  expect(ofA.map(({ name }) => name)).toEqual(["mcp__a___x"]);
  expect(opened.tools.map(({ name }) => name)).toContain("mcp__a_b___x");
});

test("a tool whose schema is too deep to be written down is left out, and the others are there", async () => {
  const server = new FakeServer("a", NAMES);
  const deep: unknown = JSON.parse(`${'{"not":'.repeat(50_000)}{}${"}".repeat(50_000)}`);
  server.tools.push({ name: "deep", inputSchema: { type: "object", properties: { deep } } });
  const told: string[] = [];
  const opened = await openServers([server.toStart], connectTo([server]), (text) => told.push(text));
  expect(opened.tools.map(({ name }) => name)).toEqual(["ToolSearch", "mcp__a__one", "mcp__a__two"]);
  expect(told).toEqual([expect.stringMatching(/^The tool "deep" of the MCP server "a" is left out: /)]);
});
