/** Hooks as real processes. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type HookRunOptions, runHookCommand } from "../../src/host/hook-runner.ts";
import { lives } from "../support/lives.ts";
import { freshFolder } from "../support/real-folder.ts";

function run(command: string, more: Partial<HookRunOptions> = {}) {
  return runHookCommand(command, { cwd: freshFolder(), stdin: "", timeoutMs: 10_000, ...more });
}

test("it reads what it is told, and its two outputs are kept apart", async () => {
  const result = await run("cat; echo oh >&2; exit 2", { stdin: '{"a": "日本"}' });
  expect(result).toEqual({ stdout: '{"a": "日本"}', stderr: "oh\n", exitCode: 2, timedOut: false });
});

test("it starts in the project folder and finds that in its environment", async () => {
  const cwd = freshFolder();
  expect((await run('pwd; echo "$CLAUDE_PROJECT_DIR"', { cwd })).stdout).toBe(`${cwd}\n${cwd}\n`);
});

test("one that reads nothing of a long input", async () => {
  expect(await run("true", { stdin: "x".repeat(1_000_000) })).toMatchObject({ exitCode: 0 });
});

test("long output is cut in the middle", async () => {
  const { stdout } = await run("head -c 1000000 /dev/zero | tr '\\0' x");
  expect(stdout.length).toBeLessThan(31_000);
  expect(stdout).toContain("characters left out");
});

test.each(["timeout", "interrupt"])("at a %s nothing of its process group is left", async (why) => {
  const cwd = freshFolder();
  const interrupt = new AbortController();
  const pids = join(cwd, "pids");
  const command = `trap '' TERM; sleep 100 & echo $$ $! > ${pids}; wait`;
  const ended = run(command, { cwd, timeoutMs: why === "timeout" ? 1500 : 60_000, signal: interrupt.signal });
  if (why === "interrupt") {
    await expect.poll(() => existsSync(pids) && readFileSync(pids, "utf8").includes("\n")).toBe(true);
    interrupt.abort();
  }
  expect(await ended).toMatchObject({ exitCode: null, timedOut: why === "timeout" });
  for (const pid of readFileSync(pids, "utf8").trim().split(" ")) expect(lives(Number(pid))).toBe(false);
});

test("after an interrupt it is not started at all", async () => {
  const cwd = freshFolder();
  await run("touch started", { cwd, signal: AbortSignal.abort() });
  expect(existsSync(join(cwd, "started"))).toBe(false);
});

test("one that cannot be started", async () => {
  await expect(run("true", { cwd: "/no/such/folder" })).rejects.toThrow("ENOENT");
  await expect(run("true\0", {})).rejects.toThrow("null bytes");
});
