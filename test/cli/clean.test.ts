/** `glass clean`, and what is swept at a start (fact 14, bug report 122). */
import { existsSync, mkdirSync, readdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startSweep } from "../../src/terminal/retention/sweep.ts";
import { type Place, place } from "../support/glass.ts";
import { contentsOf } from "../support/real-folder.ts";
import { uuid } from "../support/world.ts";

const DAY = 86_400_000;

/** A session whose log has not changed for so many days, with a saved result beside it. */
function session({ home }: Pick<Place, "home">, number: number, days: number): string {
  const log = join(home, "projects", "-a", `${uuid(number)}.jsonl`);
  const saved = join(home, "projects", "-a", uuid(number), "tool-results");
  mkdirSync(saved, { recursive: true });
  writeFileSync(join(saved, "r.txt"), "said");
  writeFileSync(log, "{}\n");
  const then = (Date.now() - days * DAY) / 1000;
  utimesSync(log, then, then);
  return log;
}

function settings({ home }: Place, value: unknown): void {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "settings.json"), JSON.stringify({ cleanupPeriodDays: value }, null, 2));
}

test("a dry run names what a clean takes away, and changes nothing; then it goes, side folders too", async () => {
  const here = place();
  const [old, young] = [session(here, 1, 31), session(here, 2, 29)];
  const before = contentsOf(here.home);
  const dry = await here.glass(["clean", "--dry-run"]);
  expect(dry.code).toBe(0);
  expect(dry.out).toBe(`${old}\n${old.replace(".jsonl", "")}\n`);
  expect(dry.err).toMatch(
    /1 session \(1 KB, the oldest from \d{4}-\d\d-\d\d\) would go, unchanged for 30 days/,
  );
  expect(contentsOf(here.home)).toEqual(before);
  const clean = await here.glass(["clean"]);
  expect(clean.out).toBe(dry.out);
  expect(readdirSync(join(here.home, "projects", "-a"))).toEqual([uuid(2), `${uuid(2)}.jsonl`]);
  expect(existsSync(young)).toBe(true);
  expect((await here.glass(["clean"])).err).toContain(
    "Nothing to take away: no session is unchanged for 30 days.",
  );
});

test("cleanupPeriodDays says how long, in whole days, at least one; the user's settings alone count", async () => {
  const here = place();
  const old = session(here, 1, 8);
  settings(here, 7);
  mkdirSync(join(here.project, ".claude"));
  writeFileSync(join(here.project, ".claude", "settings.json"), '{"cleanupPeriodDays": 1}');
  session(here, 2, 3);
  expect((await here.glass(["clean", "--dry-run"])).out).toBe(`${old}\n${old.replace(".jsonl", "")}\n`);
  for (const [value, told] of [
    [0, "must be at least 1"],
    [1.5, "must be an integer"],
    ["30", "must be an integer"],
  ]) {
    settings(here, value);
    for (const args of [["clean"], ["-p", "hello"]]) {
      const { code, err } = await here.glass(args);
      expect(code).toBe(2);
      expect(err).toContain(`settings.json, line 2: cleanupPeriodDays ${told}.`);
    }
  }
  expect(existsSync(old)).toBe(true);
});

test("the real client's folder is cleaned by nobody who has not named it", async () => {
  const here = place();
  const old = session(here, 1, 90);
  const environment = { CLAUDE_CONFIG_DIR: here.home };
  const refused = await here.glass(["clean"], environment);
  expect(refused.code).toBe(1);
  expect(refused.err).toContain(
    "is the real client's own. To clean it all the same, name it: glass clean DIR.",
  );
  symlinkSync(here.home, join(here.project, "link"));
  await here.glass(["-p", "hello"], { ...environment, GLASS_HOME: join(here.project, "link") });
  expect(existsSync(old)).toBe(true);
  expect((await here.glass(["clean", here.home], environment)).code).toBe(0);
  expect(existsSync(old)).toBe(false);
  expect(homedir()).not.toBe(here.home);
});

test("a start sweeps in the background, leaves what is open here, tells what went, and is stopped by the end", async () => {
  const here = place();
  const [old, open] = [session(here, 1, 60), session(here, 2, 60)];
  const told: string[] = [];
  const sweep = { root: here.home, keptDays: 30, environment: {}, isOpen: (id: string) => id === uuid(2) };
  startSweep({ ...sweep, tell: (text) => told.push(text) })();
  const swept = new Promise<void>((done) => {
    startSweep({
      ...sweep,
      tell: (text) => {
        told.push(text);
        done();
      },
    });
  });
  expect(existsSync(old)).toBe(true);
  await swept;
  expect([existsSync(old), existsSync(open)]).toEqual([false, true]);
  expect(told).toEqual([
    "A session was taken away that had not changed for 30 days (cleanupPeriodDays in your settings).",
  ]);
});
