/** The Bash tool on the real shell (D-31, I46). Nothing here waits but for the commands themselves. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "#src/host/disk.ts";
import { nodeShell } from "#src/host/shell.ts";
import type { ToolResultBlock } from "#src/index.ts";
import { freshFolder } from "../support/real-folder.ts";
import { runTool } from "../support/run-tool.ts";

async function bash(input: object, cwd = freshFolder(), signal?: AbortSignal): Promise<ToolResultBlock> {
  return runTool("Bash", input, { cwd, disk: nodeDisk, shell: nodeShell, signal });
}

/** Does a process of this number run? One that has ended and is only waiting to be collected does not. */
function lives(pid: number): boolean {
  try {
    const stat = existsSync("/proc/self/stat") ? readFileSync(`/proc/${pid}/stat`, "utf8") : "";
    return !/\) [ZX]/.test(stat) && process.kill(pid, 0);
  } catch {
    return false;
  }
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
  expect(result).toMatchObject({ is_error: true, content: "Stopped by a signal" });
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
