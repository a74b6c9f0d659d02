/** The Bash tool on the real shell (D-31, I46). Nothing here waits but for the commands themselves. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "#src/host/disk.ts";
import { nodeShell } from "#src/host/shell.ts";
import type { Shell, ToolResultBlock } from "#src/index.ts";
import { lives } from "../support/lives.ts";
import { freshFolder } from "../support/real-folder.ts";
import { runTool } from "../support/run-tool.ts";
import { ToolSession } from "../support/tool-session.ts";
import { World } from "../support/world.ts";

async function bash(input: object, cwd = freshFolder(), signal?: AbortSignal): Promise<ToolResultBlock> {
  return runTool("Bash", input, { cwd, disk: nodeDisk, shell: nodeShell, signal });
}

/** Waits until `holds`, and fails the test when it never does: a killed process takes a moment to be gone. */
async function eventually(holds: () => boolean): Promise<void> {
  await expect.poll(holds, { timeout: 2_000, interval: 10 }).toBe(true);
}

test("a command runs in the project folder, and its output comes back in order", async () => {
  const cwd = freshFolder();
  const result = await bash({ command: "pwd; echo two >&2" }, cwd);
  expect(result).toEqual({ type: "tool_result", tool_use_id: "t1", content: `${cwd}\ntwo` });
});

test("a failing command is an error result that begins with its exit code", async () => {
  expect(await bash({ command: "echo oops; exit 3" })).toMatchObject({
    content: "Exit code 3\noops",
    is_error: true,
  });
  expect(await bash({ command: "exit 1" })).toMatchObject({ content: "Exit code 1", is_error: true });
});

test("a command without output says so, for an empty result would say nothing", async () => {
  expect(await bash({ command: "true" })).toMatchObject({ content: "(no output)" });
});

test("a command that takes too long is stopped, and its children with it", async () => {
  const cwd = freshFolder();
  const command = "sleep 60 & echo $! > child; (sleep 60 & echo $! > grandchild; wait) & wait";
  const result = await bash({ command, timeout_ms: 300 }, cwd);
  expect(result).toMatchObject({ content: expect.stringMatching(/^Stopped after 0.3 s/), is_error: true });
  const pids = ["child", "grandchild"].map((file) => Number(readFileSync(join(cwd, file), "utf8")));
  await eventually(() => !pids.some(lives));
});

test("a process that ignores the polite signal is killed all the same", async () => {
  const cwd = freshFolder();
  await bash(
    { command: "trap '' TERM; echo $$ > pid; while true; do sleep 0.05; done", timeout_ms: 200 },
    cwd,
  );
  await eventually(() => !lives(Number(readFileSync(join(cwd, "pid"), "utf8"))));
});

test("what is left in the background does not hold the result up, and is ended", async () => {
  const cwd = freshFolder();
  const result = await bash({ command: "sleep 60 & echo $! > pid; echo done" }, cwd);
  expect(result).toMatchObject({ content: "done" });
  await eventually(() => !lives(Number(readFileSync(join(cwd, "pid"), "utf8"))));
});

test("an interrupt stops the command", async () => {
  const cwd = freshFolder();
  const abort = new AbortController();
  const running = bash({ command: "echo $$ > pid; sleep 60" }, cwd, abort.signal);
  await eventually(() => existsSync(join(cwd, "pid")));
  abort.abort();
  expect(await running).toMatchObject({ is_error: true, content: "Stopped by a signal" });
});

test("after an interrupt no command is begun", async () => {
  const cwd = freshFolder();
  const result = await bash({ command: "echo ran > file; sleep 5" }, cwd, AbortSignal.abort());
  expect(result).toMatchObject({ is_error: true, content: expect.stringMatching(/^The tool was not run/) });
  const over = { cwd, timeoutMs: 1_000, signal: AbortSignal.abort() };
  expect(await nodeShell.run("echo ran > file", over)).toEqual({
    output: "",
    exitCode: null,
    timedOut: false,
  });
  expect(existsSync(join(cwd, "file"))).toBe(false);
});

test("a long output is cut in the middle, head and tail are kept, and the cut is told", async () => {
  const { content } = await bash({ command: "echo head; yes 0123456789 | head -c 200000; echo tail" });
  const text = String(content);
  expect(text.length).toBeLessThan(31_000);
  expect(text).toMatch(/^head\n/);
  expect(text).toMatch(/tail$/);
  expect(text).toMatch(/\[… \d+ characters left out …\]/);
});

test("a character is not cut in two", async () => {
  const { content } = await bash({ command: "for i in $(seq 20000); do printf '😀'; done" });
  expect(String(content).isWellFormed()).toBe(true);
});

test("what goes to standard output and to standard error comes back in the order it was said", async () => {
  const { content } = await bash({ command: "for n in 1 3 5 7 9; do echo $n; echo $((n + 1)) >&2; done" });
  expect(content).toBe("1\n2\n3\n4\n5\n6\n7\n8\n9\n10");
});

test("a background job that does not listen to the signal is gone when the command is done", async () => {
  const { content } = await bash({ command: "(trap '' TERM; exec sleep 60) >/dev/null 2>&1 & echo $!" });
  expect(lives(Number(content))).toBe(false);
});

test("a process that has left the group and holds the output does not hold the result up (I46)", async () => {
  const cwd = freshFolder();
  const leaving =
    "setsid bash -c 'echo $$ > pid; exec sleep 60' & while [ ! -s pid ]; do sleep 0.01; done; echo done";
  expect(await bash({ command: leaving }, cwd)).toMatchObject({
    content: "done",
  });
  process.kill(Number(readFileSync(join(cwd, "pid"), "utf8")));
});

test("a dead process whose parent takes no note of that does not hold the result up", async () => {
  const leaving = "(sleep 0.01 & exec setsid sleep 60) >/dev/null & echo $!; sleep 0.1";
  const { content } = await bash({ command: leaving });
  expect(lives(Number(content))).toBe(true);
  process.kill(Number(content));
});

test("output without an end is kept in bounded memory (I46)", async () => {
  const before = process.memoryUsage().rss;
  const { content } = await bash({ command: "yes", timeout_ms: 1_000 });
  expect(String(content).length).toBeLessThan(31_000);
  expect(content).toMatch(/^Stopped after 1 s\ny\n/);
  expect(process.memoryUsage().rss - before).toBeLessThan(256_000_000);
});

test("what a stopped command had said is kept", async () => {
  expect(await bash({ command: "echo begun; sleep 60", timeout_ms: 300 })).toMatchObject({
    content: "Stopped after 0.3 s\nbegun",
  });
});

test("the commands of a batch run one after the other, in the order asked", async () => {
  const world = new World();
  const running: string[] = [];
  const shell: Shell = {
    run: async (command) => {
      running.push(`${command} begins`);
      await new Promise((resolve) => setImmediate(resolve));
      running.push(`${command} ends`);
      return { output: "", exitCode: 0, timedOut: false };
    },
  };
  const commands = ["a", "b", "c"].map((command) => ({ name: "Bash", input: { command } }));
  await new ToolSession(world, [commands], { shell }).turn();
  expect(running).toEqual(["a", "b", "c"].flatMap((each) => [`${each} begins`, `${each} ends`]));
});
