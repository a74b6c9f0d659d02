/**
 * A real MCP server over stdio, made with the server side of the official SDK: a process of its own, which does to a client
 * what servers do. Each start lists the tools in another order. Started as `node mcp-server.mjs FOLDER`: which processes
 * there are is noted there. Plain JavaScript, because it is started often, and a compiler would take most of that time.
 */
import { spawn } from "node:child_process";
import { appendFileSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

/** One pixel. */
const PNG =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

const [folder = "."] = process.argv.slice(2);
const pids = join(folder, "pids");
// A server may start programs of its own, and forget them.
const child = spawn("sleep", ["1000"], { stdio: "ignore" });
appendFileSync(pids, `${process.pid}\n${child.pid}\n`);
const starts = readFileSync(pids, "utf8").trim().split("\n").length / 2;

const text = { type: "object", properties: { text: { type: "string" } }, required: ["text"] };
const nothing = { type: "object" };
const tools = [
  { name: "echo", description: "Says the text again.", inputSchema: text },
  { name: "picture", description: "Draws a small picture.", inputSchema: nothing },
  { name: "fail", description: "Fails, and tells why.", inputSchema: nothing },
  { name: "die", description: "Ends the server while it is called.", inputSchema: nothing },
  { name: "wait", description: "Gives no answer.", inputSchema: nothing },
  { name: "grow", description: "Adds a tool to the list.", inputSchema: nothing },
  { name: "environment", description: "Names the variables that the server has.", inputSchema: nothing },
];
if (starts % 2 === 0) tools.reverse();

const capabilities = { tools: { listChanged: true } };
const server = new Server({ name: "test", version: "1" }, { capabilities });
server.setRequestHandler(ListToolsRequestSchema, () => ({ tools }));
server.setRequestHandler(CallToolRequestSchema, ({ params }) =>
  answerTo(params.name, params.arguments ?? {}),
);

async function answerTo(name, input) {
  switch (name) {
    case "echo":
      if (typeof input.text !== "string") return said("The text is missing.", true);
      return said(`echo: ${input.text}`);
    case "picture":
      return { content: [{ type: "image", data: PNG, mimeType: "image/png" }] };
    case "fail":
      return said("It went wrong.", true);
    case "die":
      return process.exit(1);
    case "wait":
      return new Promise(() => {});
    case "grow":
      tools.push({ name: "more", description: "One more tool.", inputSchema: nothing });
      await server.sendToolListChanged();
      return said("grown");
    case "environment":
      return said(Object.keys(process.env).sort().join(" "));
    default:
      return said(`There is no ${name}.`, true);
  }
}

function said(words, isError = false) {
  return { content: [{ type: "text", text: words }], isError };
}

await server.connect(new StdioServerTransport());
