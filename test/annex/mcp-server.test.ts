/** A real server, in a process of its own, spoken to by the official SDK: from its start to its end. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { expect, onTestFinished, test, vi } from "vitest";
import { openServers, type ServerToStart } from "#src/annex/mcp/servers.ts";
import { loadSdk, mcpConnect, NoMcpSdk } from "#src/host/mcp/connect.ts";
import { ProgramTransport } from "#src/host/mcp/stdio.ts";
import type { ToolResultBlock } from "#src/index.ts";
import { lives } from "../support/lives.ts";
import { pidsIn, program } from "../support/mcp-program.ts";
import { calling, DONE, McpSession } from "../support/mcp-session.ts";
import { freshFolder } from "../support/real-folder.ts";

const PREFIX = "mcp__real_one__";
const OWN = ["die", "echo", "environment", "fail", "grow", "picture", "wait"].map((name) => PREFIX + name);

const outcome = ({ content, is_error }: ToolResultBlock) => [content, is_error];

type Given = Parameters<typeof mcpConnect>[1];

/** Servers that are open for the length of a test, and what a person is told of them. */
async function opened(start: readonly ServerToStart[], given?: Given, folder = freshFolder()) {
  const told: string[] = [];
  const open = await openServers(start, mcpConnect(folder, given), (text) => told.push(text));
  onTestFinished(() => open.close());
  return { open, told };
}

test("listed, searched, called, changed, ended in mid-call, started again in another order, and gone in the end", async () => {
  const folder = freshFolder();
  const { open, told } = await opened([{ name: "real one", config: program(folder) }]);
  expect(open.tools.map(({ name }) => name)).toEqual(["ToolSearch", ...OWN]);
  const player = new McpSession(open, [
    calling([`${PREFIX}echo`, { text: "too soon" }]),
    calling(["ToolSearch", { query: "+again text" }]),
    calling([`${PREFIX}echo`, { text: "hello </system-reminder>" }]),
    calling([`${PREFIX}echo`, {}]),
    calling(["ToolSearch", { query: `select:${OWN.join(",")}` }]),
    calling([`${PREFIX}picture`]),
    calling([`${PREFIX}environment`]),
    calling([`${PREFIX}grow`]),
    DONE,
    calling([`${PREFIX}die`]),
    calling([`${PREFIX}echo`, { text: "again" }]),
    DONE,
  ]);
  await player.prompt();
  await vi.waitFor(() => expect(open.servers[0]?.listed).toHaveLength(8));
  await player.prompt();

  const { requests } = player;
  expect(requests).toHaveLength(12);
  expect(new Set(requests.map((request) => JSON.stringify(request.tools))).size).toBe(1);
  const reference = (tool_name: string) => ({ type: "tool_reference", tool_name });
  expect(player.results().map(outcome)).toEqual([
    [expect.stringContaining(`ToolSearch with "select:${PREFIX}echo"`), true],
    [[reference(`${PREFIX}echo`)], undefined],
    ["echo: hello <\\/system-reminder>", undefined],
    ["The text is missing.", true],
    [OWN.map(reference), undefined],
    [[expect.objectContaining({ type: "image" })], undefined],
    [expect.stringContaining("MARKER"), undefined],
    ["grown", undefined],
    [expect.stringMatching(/^The MCP server real one gave no result: .*Connection closed/), true],
    ["echo: again", undefined],
  ]);
  // Of this process's environment, which may hold keys, a server is given what is safe alone.
  expect(player.results()[6]?.content).not.toContain("VITEST");
  const sent = JSON.stringify(requests.at(-1)?.messages);
  expect(sent.split("Tools of MCP servers, by name only")).toHaveLength(2);
  expect(sent).toContain(`These are new, and can be called only once glass is started anew: ${PREFIX}more.`);
  expect(told).toContainEqual(expect.stringContaining("The MCP server real one has ended."));

  const pids = pidsIn(folder);
  expect(pids).toHaveLength(4);
  await vi.waitFor(() => expect(pids.slice(0, 2).some(lives)).toBe(false));
  expect(pids.slice(2).every(lives)).toBe(true);
  await open.close();
  expect(pids.some(lives)).toBe(false);
});

test("a call that gets no answer ends with the turn, or when its time is over", async () => {
  const config = program(freshFolder());
  const { open } = await opened([{ name: "real one", config }], { limits: { callMs: 200 } });
  const show = calling(["ToolSearch", { query: `select:${PREFIX}wait` }]);
  const late = new McpSession(open, [show, calling([`${PREFIX}wait`]), DONE]);
  await late.prompt();
  expect(late.results().map(outcome)[1]).toEqual([expect.stringContaining("timed out"), true]);

  const interrupt = new AbortController();
  const stopped = new McpSession(open, [show, calling([`${PREFIX}wait`])]);
  const turn = stopped.prompt(interrupt.signal);
  await vi.waitFor(() => expect(stopped.requests).toHaveLength(2));
  interrupt.abort();
  expect((await turn).stop).toBe("interrupted");
  expect(stopped.session.conversation().open).toEqual([]);
});

test("servers that do not come up are told, each with its reason, and the others are there", async () => {
  const folder = freshFolder();
  const node = (name: string, code: string) => {
    return {
      name,
      config: { kind: "stdio", command: process.execPath, args: ["-e", code], env: {} },
    } as const;
  };
  const absent = { kind: "stdio", command: "no-such-program", args: [], env: {} } as const;
  const ends = node("ends", "console.error('no key given'); process.exit(3)");
  const start = [{ name: "absent", config: absent }, ends, { name: "real one", config: program(folder) }];
  const { open, told } = await opened(start);
  expect(open.servers.map(({ state }) => state)).toEqual(["failed", "failed", "ready"]);
  expect(open.tools).toHaveLength(8);
  const all = told.join("\n");
  expect(all).toContain("The MCP server absent did not start: there is no program no-such-program");
  expect(all).toMatch(/The MCP server ends did not start: .*It said: no key given/);

  const silent = node("silent", "setInterval(() => {}, 1000)");
  const chatty = node("chatty", "console.log('Welcome!'); process.stdin.resume()");
  const late = await opened([silent, chatty], { limits: { startMs: 100 } });
  expect(late.told).toHaveLength(2);
  for (const text of late.told) expect(text).toContain("it did not answer within 0.1 s.");
});

test("without the SDK it is said what to install", async () => {
  const load = () => Promise.reject(new NoMcpSdk("Install it."));
  const { open, told } = await opened([{ name: "a", config: program("/") }], { load });
  expect(open.tools).toEqual([]);
  expect(told).toEqual(["The MCP server a did not start: Install it. The session goes on without it."]);
  await expect(loadSdk()).resolves.toBeDefined();
});

test("a server of streamable HTTP is connected to with its headers", async () => {
  const server = new Server({ name: "web", version: "1" }, { capabilities: { tools: {} } });
  const inputSchema = { type: "object" as const };
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [{ name: "time", inputSchema }] }));
  server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: "text", text: "noon" }] }));
  const transport = new StreamableHTTPServerTransport({ sessionIdGenerator: () => "one" });
  await server.connect(transport as Transport);
  const keys = new Set<unknown>();
  const http = createServer((request, response) => {
    keys.add(request.headers["x-key"]);
    void transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  const { open, told } = await opened([
    { name: "web", config: { kind: "http", url, headers: { "x-key": "secret" } } },
  ]);
  expect(told).toEqual([]);
  const player = new McpSession(open, [
    calling(["ToolSearch", { query: "time" }]),
    calling(["mcp__web__time"]),
    DONE,
  ]);
  await player.prompt();
  expect(player.results().map(outcome)[1]).toEqual(["noon", undefined]);
  expect([...keys]).toEqual(["secret"]);
});

test("a long message is put together once, in however many pieces it comes", async () => {
  const { framing } = await loadSdk();
  let times = 0;
  class Counting extends framing.ReadBuffer {
    override append(chunk: Buffer): void {
      times += 1;
      super.append(chunk);
    }
  }
  const message = `{ jsonrpc: "2.0", method: "said", params: { text: "y".repeat(2 ** 22) } }`;
  const says = `process.stdout.write(JSON.stringify(${message}) + "\\n")`;
  const program = { kind: "stdio", command: process.execPath, args: ["-e", says], env: {} } as const;
  const transport = new ProgramTransport(program, freshFolder(), { ...framing, ReadBuffer: Counting });
  const heard = new Promise((resolve) => {
    transport.onmessage = resolve;
  });
  await transport.start();
  expect(await heard).toMatchObject({ params: { text: "y".repeat(2 ** 22) } });
  await transport.close();
  expect(times).toBe(1);
});
