/** Settings, hooks and agents as a user of the command line meets them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseLine } from "#src/index.ts";
import { place } from "../support/glass.ts";

const call = (name: string, input: object) => ({ content: [{ type: "tool_use", name, input }] });
const says = (text: string, usage = { input_tokens: 100, output_tokens: 10 }) => ({
  content: [{ type: "text", text }],
  usage,
});

/** A place with a script of replies and settings of the project. */
function scene(replies: readonly object[], settings: object = {}) {
  const here = place();
  mkdirSync(join(here.project, ".claude"));
  writeFileSync(join(here.project, ".claude", "settings.json"), JSON.stringify(settings, null, 2));
  const script = here.file("replies.json", JSON.stringify(replies));
  const run = (prompt: string, ...more: string[]) => here.glass(["-p", prompt, "--script", script, ...more]);
  return { ...here, run };
}

/** The files under a folder, as paths. */
function filesUnder(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).map((name) => join(folder, name)).sort();
}

test("an agent's calls are part of the usage, in JSON and in the log's", async () => {
  const here = scene([
    call("Agent", { description: "look", prompt: "Look." }),
    call("Read", { file_path: "a.txt" }),
    says("found it"),
    says("done"),
  ]);
  here.file("a.txt", "here\n");
  const ran = await here.run("Go.", "--output-format", "json");
  const { result, usage, session_id } = JSON.parse(ran.out);
  expect(result).toBe("done");
  const logs = filesUnder(here.home).filter((path) => path.endsWith(".jsonl"));
  expect(logs).toHaveLength(2);
  const [main = ""] = logs.filter((path) => path.endsWith(`${session_id}.jsonl`));
  const report = JSON.parse((await here.glass(["log", "usage", main, "--json"])).out);
  expect(report.total).toMatchObject({
    calls: 4,
    input_tokens: usage.input_tokens,
    output_tokens: usage.output_tokens,
  });
  // Behind the last marker of each of the four: the mode, the day, and what the mock counts for a request.
  expect(usage.input_tokens).toBe(4 * 86);
  for (const path of logs) expect((await here.glass(["log", "check", path])).code).toBe(0);
  for (const path of filesUnder(here.home).filter((each) => /agent-/.test(each))) {
    expect(statSync(path).mode & 0o777).toBe(0o600);
  }
});

test("a project's hooks are run, logged and obeyed", async () => {
  const hooks = {
    PreToolUse: [
      {
        matcher: "Write",
        hooks: [{ type: "command", command: "grep -q secret && { echo no secrets >&2; exit 2; }; true" }],
      },
    ],
    PostToolUse: [
      {
        matcher: "Write|Edit",
        hooks: [
          { type: "command", command: `echo '{"hookSpecificOutput": {"additionalContext": "formatted"}}'` },
        ],
      },
    ],
  };
  const write = (name: string) => call("Write", { file_path: name, content: "x" });
  const here = scene([write("secret.txt"), write("open.txt"), says("done")], { hooks });
  const ran = await here.run("Go.", "--permission-mode", "acceptEdits");
  expect(ran).toMatchObject({ code: 0, out: "done\n" });
  expect(filesUnder(here.project).map((path) => path.slice(here.project.length + 1))).not.toContain(
    "secret.txt",
  );
  const [log = ""] = filesUnder(here.home).filter((path) => path.endsWith(".jsonl"));
  const lines = readFileSync(log, "utf8").trimEnd().split("\n").map(parseLine) as Record<string, unknown>[];
  const attachments = lines.flatMap(({ attachment }) =>
    attachment ? [attachment as Record<string, unknown>] : [],
  );
  expect(attachments.map(({ type, hookName, exitCode }) => [type, hookName, exitCode])).toEqual([
    ["hook_success", "PreToolUse:Write", 2],
    ["hook_success", "PreToolUse:Write", 0],
    ["hook_success", "PostToolUse:Write", 0],
    ["hook_additional_context", "PostToolUse:Write", undefined],
  ]);
  expect(JSON.stringify(lines)).toContain("The tool was not run: no secrets");
});

test("a faulty settings file is told with its line and what to do, and nothing is started", async () => {
  const here = scene([says("done")]);
  const file = join(here.project, ".claude", "settings.json");
  writeFileSync(file, '{\n  "permissions": {"deny": ["Bash(rm"]},\n  "model": "claude-opus-5"\n}\n');
  const ran = await here.run("Go.");
  expect(ran).toMatchObject({ code: 2, out: "" });
  expect(ran.err).toContain(`glass: ${file}, line 2: /permissions/deny/0: "Bash(rm" is no rule.`);
  expect(ran.err).toContain("Nothing was started. Mend that, or move the file away, and start again.");
  expect(existsSync(here.home)).toBe(false);
});

test("the settings of the harness itself are not edited unasked, where they lie in the project", async () => {
  const write = (file_path: string) => call("Write", { file_path, content: "{}" });
  const here = scene([write("own/settings.json"), write("own/other.json"), says("done")]);
  const script = join(here.project, "replies.json");
  const more = ["--script", script, "--permission-mode", "acceptEdits"];
  const ran = await here.glass(["-p", "Go.", ...more], { GLASS_HOME: join(here.project, "own") });
  expect(ran.code).toBe(0);
  expect(existsSync(join(here.project, "own", "other.json"))).toBe(true);
  expect(existsSync(join(here.project, "own", "settings.json"))).toBe(false);
});
