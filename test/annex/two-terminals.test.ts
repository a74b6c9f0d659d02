/** Two terminals on one session, as real processes on a real disk (D-12, I10, bug report 14). */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { watchedLogs } from "#src/host/watched-logs.ts";
import { readLog } from "#src/index.ts";
import { place } from "../support/glass.ts";
import { freshFolder } from "../support/real-folder.ts";
import { uuid } from "../support/world.ts";
import { startWriter } from "../support/writers.ts";

const COUNT = 300;

test("two processes write one log: all is there in each one's order, the second is told, and a killed one's lock is taken at once", async () => {
  const log = join(freshFolder(), `${uuid(1)}.jsonl`);
  const writers = ["a", "b"].map((name) => startWriter(log, name, COUNT, 2_000));
  onTestFinished(() => {
    for (const { child } of writers) child.kill("SIGKILL");
  });
  await Promise.all(writers.map((writer) => writer.until("done")));
  const { lines, damaged } = readLog(readFileSync(log));
  expect(damaged).toEqual([]);
  for (const name of ["a", "b"]) {
    const numbers = lines.flatMap(({ line }) => (line["name"] === name ? [line["number"]] : []));
    expect(numbers).toEqual(Array.from({ length: COUNT }, (_, number) => number));
  }
  const lock = log.replace(".jsonl", ".lock");
  const holder = JSON.parse(readFileSync(lock, "utf8")) as { pid: number; since: string };
  const [first, second] =
    writers[0]?.child.pid === holder.pid ? writers : ([...writers].reverse() as typeof writers);
  expect(first?.child.pid).toBe(holder.pid);
  expect(first?.said.filter((line) => line.startsWith("told"))).toEqual([]);
  expect(second?.said.filter((line) => line.startsWith("told"))).toEqual([
    expect.stringContaining(
      `Another process (${holder.pid}) has been writing this session since ${holder.since}.`,
    ),
  ]);
  first?.child.kill("SIGKILL");
  await first?.ended;
  const told: string[] = [];
  const logs = watchedLogs("turn", (text) => told.push(text));
  onTestFinished(() => logs.close());
  logs.look(log);
  logs.openLog(log).append('{"type":"mode"}\n', true);
  expect(told).toEqual([]);
  expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject({ pid: process.pid });
  expect((statSync(lock).mode & 0o777).toString(8)).toBe("600");
  logs.close();
  // The other one goes on, and whoever comes now is told of nobody: its lock was never made.
  second?.child.stdin?.end();
  await second?.ended;
  expect(readdirSync(dirname(log))).toEqual([`${uuid(1)}.jsonl`]);
}, 20_000);

test("a session that is open elsewhere is told on the command line, goes on, and keeps the other's lock", async () => {
  const { glass, home } = place();
  await glass(["-p", "hello"]);
  const folder = join(home, "projects", readdirSync(join(home, "projects"))[0] ?? "");
  const [log = "", ...others] = readdirSync(folder);
  expect(others).toEqual([]);
  const lock = join(folder, log.replace(".jsonl", ".lock"));
  const text = `${JSON.stringify({ pid: process.ppid, host: hostname(), since: "2026-07-28T06:00:00.000Z" })}\n`;
  writeFileSync(lock, text);
  const before = readFileSync(join(folder, log), "utf8");
  const { code, out, err } = await glass(["-p", "hello again", "-c"]);
  expect(code).toBe(0);
  expect(out).not.toBe("");
  expect(err.match(/Another process \(\d+\) has been writing this session since/g)).toHaveLength(1);
  expect(readFileSync(join(folder, log), "utf8").startsWith(before)).toBe(true);
  expect(readFileSync(lock, "utf8")).toBe(text);
});

test("a lock that says nothing is taken; one that cannot be made is told, and the session is written", () => {
  const log = join(freshFolder(), `${uuid(1)}.jsonl`);
  const told: string[] = [];
  const logs = watchedLogs("turn", (text) => told.push(text));
  onTestFinished(() => logs.close());
  const lock = log.replace(".jsonl", ".lock");
  writeFileSync(lock, "nothing");
  logs.openLog(log).append("{}\n");
  expect(JSON.parse(readFileSync(lock, "utf8"))).toMatchObject({ pid: process.pid });
  logs.close();
  mkdirSync(lock);
  logs.openLog(log).append("{}\n");
  expect(told).toEqual([
    expect.stringMatching(/^A second terminal on this session would not be noticed: EISDIR/),
  ]);
  expect(readLog(readFileSync(log)).count).toBe(2);
});
