/** What goes wrong at a command line, and what the person is told of it. */
import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test, vi } from "vitest";
import { isRecord } from "../../src/wire.ts";
import { builtGlass } from "../support/built-glass.ts";
import { hungUp, type Place, place } from "../support/glass.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

function logOf({ home }: Place): string {
  const projects = join(home, "projects");
  const [project = ""] = readdirSync(projects);
  const [log = ""] = readdirSync(join(projects, project));
  return join(projects, project, log);
}

function say(text: string): { content: { type: string; text: string }[] } {
  return { content: [{ type: "text", text }] };
}

test("an overloaded API is asked again, and the answer is printed", async () => {
  const here = place();
  const script = here.file(
    "replies.json",
    JSON.stringify([{ status: 529, error: "Overloaded" }, say("Then.")]),
  );
  const { code, out } = await here.glassProcess(["-p", "hi", "--script", script]);
  expect({ code, out }).toEqual({ code: 0, out: "Then.\n" });
});

test("a script that is too short is told, after the SDK's retries", async () => {
  const here = place();
  const { code, out, err } = await here.glassProcess([
    "-p",
    "hi",
    "--script",
    here.file("replies.json", "[]"),
  ]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toContain("script ended after 0 replies");
});

test("Ctrl-C ends the turn and what its tools have started; the session can be resumed", async () => {
  const here = place();
  const command = "echo $$ > started; sleep 60; touch finished";
  const call = { type: "tool_use", id: "t1", name: "Bash", input: { command } };
  const script = here.file("replies.json", JSON.stringify([{ content: [call] }, say("After.")]));
  const child = spawn(
    process.execPath,
    [await builtGlass(), "-p", "go", "--script", script, "--permission-mode", "bypassPermissions"],
    { cwd: ROOT, env: { ...process.env, GLASS_HOME: here.home, INIT_CWD: here.project }, stdio: "ignore" },
  );
  const ended = new Promise<number | null>((resolve) => child.once("exit", (code) => resolve(code)));
  const started = join(here.project, "started");
  await vi.waitFor(() => expect(readFileSync(started, "utf8")).toMatch(/\d+\n/), {
    timeout: 10_000,
    interval: 20,
  });
  child.kill("SIGINT");
  expect(await ended).toBe(130);
  const shell = Number(readFileSync(started, "utf8"));
  await vi.waitFor(() => expect(() => process.kill(shell, 0)).toThrow(), { timeout: 5_000, interval: 20 });
  expect(existsSync(join(here.project, "finished"))).toBe(false);

  writeFileSync(script, JSON.stringify([say("After.")]));
  const { code, out } = await here.glass(["-p", "and now", "-c", "--script", script]);
  expect({ code, out }).toEqual({ code: 0, out: "After.\n" });
});

test("a damaged line is told when the session is resumed, and the file keeps it", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([say("Hello.")]));
  await here.glass(["-p", "one", "--script", script]);
  const log = logOf(here);
  const damaged = `${readFileSync(log, "utf8").trimEnd()}\n{"type":"user","uu\n`;
  writeFileSync(log, damaged);
  const { code, err } = await here.glass(["-p", "two", "-c", "--script", script]);
  expect(code).toBe(0);
  expect(err).toMatch(/Line \d+ of the log is damaged and was skipped/);
  expect(readFileSync(log, "utf8").startsWith(damaged)).toBe(true);
});

test("a model that is not known here is told, whoever answers; a known one is not, whatever its day", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([{ content: [{ type: "text", text: "Hello." }] }]));
  const told = async (model: string) =>
    (await here.glass(["-p", "hi", "--script", script, "--model", model])).err;
  expect(await told("claude-opsu-5")).toContain("claude-opsu-5 is no model that is known here");
  expect(await told("claude-haiku-4-5-20251001")).not.toContain("no model");
});

test("a resumed session goes on with its own model; another one is taken when it is named, and what it costs is told", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([say("Hello.")]));
  const models = () =>
    readFileSync(logOf(here), "utf8")
      .split("\n")
      .filter((line) => line.includes('"assistant"'))
      .map((line) => {
        const { message } = JSON.parse(line) as { message: unknown };
        return isRecord(message) ? message["model"] : undefined;
      });
  await here.glass(["-p", "one", "--script", script, "--model", "claude-sonnet-5"]);
  const same = await here.glass(["-p", "two", "-c", "--script", script]);
  const other = await here.glass(["-p", "three", "-c", "--script", script, "--model", "claude-opus-5"]);
  expect(models()).toEqual(["claude-sonnet-5", "claude-sonnet-5", "claude-opus-5"]);
  expect(same.err).not.toContain("model");
  expect(other.err).toContain("The model is not the one this session last used");
});

test("the beginning of a session id is enough for -r", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([say("Hello.")]));
  const json = ["--output-format", "json", "--script", script];
  const { session_id } = JSON.parse((await here.glass(["-p", "one", ...json])).out);
  const resumed = JSON.parse((await here.glass(["-p", "two", ...json, "-r", session_id.slice(0, 8)])).out);
  expect(resumed.session_id).toBe(session_id);
});

test("the id of another folder's session is told with that folder, where it can be taken up", async () => {
  const [here, there] = [place(), place()];
  const script = here.file("replies.json", JSON.stringify([say("Hello.")]));
  const home = { GLASS_HOME: there.home };
  const json = ["--output-format", "json", "--script", script];
  const { session_id } = JSON.parse((await there.glass(["-p", "one", ...json])).out);
  const beginning = session_id.slice(0, 8);
  const { code, err } = await here.glass(["-p", "two", "--script", script, "-r", beginning], home);
  expect(code).toBe(1);
  expect(err).toContain(
    `There is no session ${beginning} of ${here.project}. There is one of ${there.project}: start there to take it up.`,
  );
});

test("a data root that cannot be one is told in a line", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([say("Hello.")]));
  const { code, out, err } = await here.glass(["-p", "hi", "--script", script], { GLASS_HOME: script });
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).not.toMatch(/\n\s+at /);
});

test("each thing is told once: a refusal is one line", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([{ ...say("I will"), stop_reason: "refusal" }]));
  const { code, out, err } = await here.glass(["-p", "hi", "--script", script]);
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err.match(/refused to answer/g)).toHaveLength(1);
});

test("a reader that hangs up in the middle of a turn interrupts it: the log says so, no lock is left, and it is told by the exit code", async () => {
  const here = place();
  const works = { content: [{ type: "tool_use", name: "Bash", input: { command: "sleep 0.1" } }] };
  const script = here.file("replies.json", JSON.stringify([...Array(50).fill(works), say("Done.")]));
  const run = ["-p", "go", "--script", script, "--permission-mode", "bypassPermissions"];
  const { code, err } = await hungUp(here, [...run, "--output-format", "stream-json"]);
  expect([code, err]).toEqual([130, expect.not.stringContaining("Error")]);
  const files = readdirSync(here.home, { recursive: true, encoding: "utf8" });
  expect(readFileSync(logOf(here), "utf8")).toContain("[Request interrupted by user");
  expect(files.filter((name) => name.endsWith(".lock"))).toEqual([]);
});
