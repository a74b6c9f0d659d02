/** A pipe in the place of a log or of its lock: nobody writes into it, and it is not waited for. */
import { execFileSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { logsBelow } from "#src/host/log-shelf.ts";
import { place } from "../support/glass.ts";
import { freshFolder } from "../support/real-folder.ts";

test("a pipe that was named as a log is told, and a session whose lock is one goes on", async () => {
  const here = place();
  const pipe = join(here.project, "a.jsonl");
  execFileSync("mkfifo", [pipe]);
  const checked = await here.glassProcess(["log", "check", pipe]);
  expect(checked).toMatchObject({ code: 1, err: expect.stringContaining("cannot be read") });
  expect((await here.glass(["-p", "hi"])).code).toBe(0);
  const [folder = ""] = readdirSync(join(here.home, "projects"));
  const [log = ""] = readdirSync(join(here.home, "projects", folder));
  execFileSync("mkfifo", [join(here.home, "projects", folder, log.replace(/jsonl$/, "lock"))]);
  const ran = await here.glassProcess(["-c", "-p", "hi"]);
  expect(ran).toMatchObject({ code: 0, err: expect.not.stringContaining("would not be noticed") });
}, 20_000);

test("a folder that may not be looked through is told, and is not the end", () => {
  const told: string[] = [];
  const missing = join(freshFolder(), "gone");
  expect(logsBelow(missing, (folder) => told.push(folder))).toEqual([]);
  expect(told).toEqual([missing]);
});
