/** MCP servers as a user of the command line meets them: named in files, agreed to, called, and gone when glass is. */
import { spawn } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test, vi } from "vitest";
import { widthOf } from "#src/annex/log/one-line.ts";
import { type Place, place } from "../support/glass.ts";
import { lives } from "../support/lives.ts";
import { entry, pidsIn } from "../support/mcp-program.ts";
import { calling, DONE } from "../support/mcp-session.ts";
import { ReplProcess } from "../support/repl-process.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const ECHO = "mcp__real__echo";
const SEARCH = ["ToolSearch", { query: `select:${ECHO},mcp__real__wait` }] as const;

/** What stands in an entry for a variable of the environment. */
const variable = (inside: string) => `\${${inside}}`;

/** A place whose project names one server, and a script for the model. */
function scene(replies: readonly object[]) {
  const here = place();
  const mcp = here.file(".mcp.json", JSON.stringify({ mcpServers: { real: entry(here.project) } }, null, 2));
  const script = here.file("replies.json", JSON.stringify(replies));
  return { ...here, mcp, script: ["--script", script] };
}

/** The log of the only session. */
function logOf({ home }: Place): string {
  const [folder = ""] = readdirSync(join(home, "projects")).map((name) => join(home, "projects", name));
  const names = readdirSync(folder).filter((name) => name.endsWith(".jsonl"));
  expect(names).toHaveLength(1);
  return readFileSync(join(folder, names[0] ?? ""), "utf8");
}

test("in a single turn a project's server is started only where the user has said so", async () => {
  const here = scene([DONE]);
  const alone = await here.glass(["-p", "go", ...here.script]);
  expect(alone).toMatchObject({ code: 0, out: "done\n" });
  expect(alone.err).toContain("The MCP server real is not started:");
  expect(alone.err).toContain("Give --mcp-config FILE, or name it in enabledMcpjsonServers of");
  expect(pidsIn(here.project)).toEqual([]);

  // The project cannot say so itself.
  mkdirSync(join(here.project, ".claude"));
  const own = { enabledMcpjsonServers: ["real"], permissions: { allow: [ECHO] } };
  here.file(".claude/settings.json", JSON.stringify(own));
  const itself = await here.glass(["-p", "go", ...here.script]);
  expect(itself.err).toContain("enabledMcpjsonServers does not count here");
  expect(pidsIn(here.project)).toEqual([]);
});

test("a call is asked for unless a rule allows it, for the tool or for its whole server; the log is sound", async () => {
  const replies = [calling(SEARCH), calling([ECHO, { text: "hi" }]), DONE];
  const here = scene([...replies]);
  const asked = await here.glass(["-p", "go", ...here.script, "--mcp-config", here.mcp]);
  expect(asked.err).toContain(`${ECHO} was not run: the permission mode is default`);
  mkdirSync(here.home, { recursive: true });
  writeFileSync(join(here.home, "settings.json"), JSON.stringify({ permissions: { allow: ["mcp__real"] } }));
  await here.glass(["-p", "go", ...here.script, "--mcp-config", here.mcp, "-c"]);
  expect(pidsIn(here.project)).toHaveLength(4);
  expect(pidsIn(here.project).some(lives)).toBe(false);
  const log = logOf(here);
  expect(log).toContain("echo: hi");
  expect(log.split('"type":"mcp_tools"')).toHaveLength(2);
  // Without the server the session goes on: what it had found is not referred to any more.
  const without = await here.glass([
    "-p",
    "go",
    "--script",
    here.file("done.json", JSON.stringify([DONE])),
    "-c",
  ]);
  expect(without).toMatchObject({ code: 0, out: "done\n" });
  expect(logOf(here)).toContain('"status":"gone"');
  const folder = join(here.home, "projects");
  expect((await here.glass(["log", "check", folder])).code).toBe(0);
});

test("in a conversation it is asked once for each server, and again when its entry is another; /mcp lists them", async () => {
  const here = scene([DONE]);
  const first = new ReplProcess(here, here.script);
  await first.sees("names an MCP server");
  await first.sees(/command: .*node/);
  await first.say("y", "model claude-opus-5");
  await first.say(
    "/mcp",
    /real: ready · 7 tools, about [\d,]+ tokens\s+mcp__real__die[\s\S]*tokens deferred/,
  );
  first.press("\x04");
  expect(await first.ended).toBe(0);
  expect(pidsIn(here.project).some(lives)).toBe(false);

  const second = new ReplProcess(here, here.script);
  await second.sees("model claude-opus-5");
  expect(pidsIn(here.project)).toHaveLength(4);
  second.press("\x04");
  await second.ended;

  const other = { ...entry(here.project), env: { OTHER: variable("GLASS_NO_SUCH:-value") } };
  here.file(".mcp.json", JSON.stringify({ mcpServers: { real: other } }));
  const third = new ReplProcess(here, here.script);
  await third.sees("names an MCP server");
  await third.say("n", "model claude-opus-5");
  await third.say("/mcp", "real: not started: you have not agreed to it.");
  third.press("\x04");
  await third.ended;
  expect(pidsIn(here.project)).toHaveLength(4);
});

test("each server of a project is asked for in its turn, in rows that fit", async () => {
  const servers = Object.fromEntries(
    ["one", "two", "three"].map((name) => [name, { command: `glass-no-such-program-${name}` }]),
  );
  const here = scene([DONE]);
  here.file(".mcp.json", JSON.stringify({ mcpServers: servers }));
  const all = new ReplProcess(here, here.script);
  await all.sees(/ {2}one\n {2}command: /);
  await all.say("n", / {2}two\n {2}command: /);
  all.press("what?\x1b[A");
  await all.say("\x1b", / {2}three\n {2}command: /);
  expect(Math.max(...all.lines().map(widthOf))).toBeLessThanOrEqual(100);
  await all.say("n", "model claude-opus-5");
  await all.say("/mcp", "three: not started: you have not agreed to it.");
  all.press("\x04");
  expect(await all.ended).toBe(0);

  const again = new ReplProcess(here, here.script);
  await again.sees(/ {2}two\n {2}command: /);
  again.press("\x03");
  await expect(again.ended).rejects.toThrow("Nothing was started");
  expect(again.raw).toBe(false);

  const last = new ReplProcess(here, here.script);
  await last.sees(/ {2}two\n {2}command: /);
  await last.say("y", "The MCP server two did not start: there is no program");
  await last.say(
    "/mcp",
    /two: failed: there is no program \S+, or no folder to start it in\.\s+one: not started/,
  );
  last.press("\x04");
  expect(await last.ended).toBe(0);
});

test("faults of a file of servers are told with their place, and the rest goes on", async () => {
  const here = scene([DONE]);
  const servers = {
    old: { type: "sse", url: "https://example.com" },
    bare: {},
    keyed: { command: "x", env: { KEY: variable("GLASS_NO_SUCH") } },
    web: { url: "https://example.com/mcp" },
  };
  const file = here.file("servers.json", JSON.stringify({ mcpServers: servers }, null, 2));
  const ran = await here.glass(["-p", "go", ...here.script, "--mcp-config", file]);
  expect(ran.out).toBe("done\n");
  expect(ran.err).toContain(
    `${file}, line 3: servers of type "sse" are not built here, only stdio and http.`,
  );
  expect(ran.err).toContain(`${file}, line 7: it lacks "command".`);
  expect(ran.err).toContain("the environment variable GLASS_NO_SUCH is not set");
  expect(ran.err).toContain("The MCP server web is not started: it is on the network");
  here.file("servers.json", "{");
  const broken = await here.glass(["-p", "go", ...here.script, "--mcp-config", file]);
  expect(broken).toMatchObject({ code: 1, out: "" });
  expect(broken.err).toContain(`--mcp-config: ${file}, line 1: it is not JSON`);
  here.file(".mcp.json", "[]");
  const aside = await here.glass(["-p", "go", ...here.script]);
  expect(aside.err).toContain('.mcp.json: it has no object "mcpServers". It is left aside.');
});

test("a signal ends glass and every process of its servers, in the middle of a call too", async () => {
  const here = scene([calling(SEARCH), calling(["mcp__real__wait"])]);
  const args = [
    "-p",
    "go",
    ...here.script,
    "--mcp-config",
    here.mcp,
    "--permission-mode",
    "bypassPermissions",
  ];
  const child = spawn(process.execPath, ["--import", "tsx", "src/cli.ts", ...args], {
    cwd: ROOT,
    env: { ...process.env, GLASS_HOME: here.home, INIT_CWD: here.project },
    stdio: "ignore",
  });
  onTestFinished(() => void child.kill("SIGTERM"));
  const ended = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const within = { timeout: 15_000, interval: 20 };
  await vi.waitFor(() => expect(logOf(here)).toContain('"name":"mcp__real__wait"'), within);
  expect(pidsIn(here.project).every(lives)).toBe(true);
  child.kill("SIGTERM");
  expect(await ended).toBe(130);
  await vi.waitFor(() => expect(pidsIn(here.project).some(lives)).toBe(false), within);
});
