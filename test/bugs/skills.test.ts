/** Reports of skills and of a system prompt that cost the cache or a user's intent. */
import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { invokedSkills } from "#src/annex/skills/invoked.ts";
import { readLog } from "#src/index.ts";
import { place } from "../support/glass.ts";
import { SkilledSession } from "../support/skilled-session.ts";
import { World } from "../support/world.ts";

test("bug report 102: three resumes, one list of skills", async () => {
  const session = new SkilledSession(new World());
  session.write("a", "---\ndescription: Does a.\n---\nA.");
  await session.prompt("one");
  for (const prompt of ["two", "three", "four"]) {
    session.restart();
    await session.prompt(prompt);
  }
  const sent = JSON.stringify(session.requests.at(-1)?.messages);
  expect(sent.match(/- a: Does a\./g)).toHaveLength(1);
  expect(session.world.text(session.session.path).match(/"skill_listing"/g)).toHaveLength(1);
});

test("bug report 68: what a skill was asked to do is known apart from what it says, so that it need not be asked again", async () => {
  const session = new SkilledSession(new World());
  session.write("clean", "Remove what is named.");
  await session.prompt("/clean build");
  const told = readLog(session.world.bytes(session.session.path)).lines.map(({ line }) => line["attachment"]);
  const [skill] = invokedSkills(told.filter((each) => each !== undefined) as { type: string }[]);
  expect(skill).toMatchObject({ name: "clean", path: session.pathOf("clean"), args: "build" });
});

test("bug report 100: another branch, another file and another day leave the system prompt as it was", async () => {
  const here = place();
  const git = (...args: string[]) => execFileSync("git", ["-C", here.project, ...args], { stdio: "ignore" });
  git("init", "-q", "-b", "main");
  await here.glass(["-p", "hello"]);
  git("checkout", "-q", "-b", "other");
  here.file("new.txt", "not in git");
  mkdirSync(join(here.project, "folder"));
  writeFileSync(join(here.project, "folder", "b.txt"), "nor this");
  const { err } = await here.glass(["-p", "again", "--continue"]);
  expect(err).not.toContain("system prompt has changed");
  const [folder = ""] = readdirSync(join(here.home, "projects"));
  const [log = ""] = readdirSync(join(here.home, "projects", folder)).filter((name) =>
    name.endsWith(".jsonl"),
  );
  const { lines } = readLog(readFileSync(join(here.home, "projects", folder, log)));
  const digests = lines.flatMap(({ line }) => (line.type === "context-digest" ? [line["system"]] : []));
  expect(digests).toHaveLength(2);
  expect(digests[1]).toBe(digests[0]);
  const branches = lines.flatMap(({ line }) => (line.type === "user" ? [line["gitBranch"]] : []));
  expect(branches).toEqual(["main", "other"]);
});
