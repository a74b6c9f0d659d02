/** Results that are too long to be shown, as a user of the command line meets them (C-4.4, O-13). */
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { persisting } from "#src/annex/results/persisting.ts";
import { resultsFolder } from "#src/annex/results/place.ts";
import { saveNew } from "#src/host/save-new.ts";
import { nodeShell } from "#src/host/shell.ts";
import {
  ALL_TOOLS,
  type Block,
  CORE_TOOLS,
  type Line,
  type Shell,
  sessionPath,
  type Tool,
} from "#src/index.ts";
import { inputs } from "#src/tools/tool.ts";
import { place } from "../support/glass.ts";
import { freshFolder } from "../support/real-folder.ts";
import { runTool } from "../support/run-tool.ts";
import { keepingOn } from "../support/saved-results.ts";
import { World } from "../support/world.ts";

const call = (name: string, input: object) => ({ content: [{ type: "tool_use", name, input }] });
const DONE = { content: [{ type: "text", text: "done" }] };

/** The files under a folder, as paths. */
function filesUnder(folder: string): string[] {
  return (readdirSync(folder, { recursive: true }) as string[]).map((name) => join(folder, name));
}

test("a long output is saved beside the log, for its user's eyes only, and read from there; so is an agent's", async () => {
  const here = place();
  const glass = (prompt: string, replies: readonly object[], ...more: string[]) => {
    const script = here.file("replies.json", JSON.stringify(replies));
    return here.glass(["-p", prompt, "--script", script, "--permission-mode", "bypassPermissions", ...more]);
  };
  const command = "for n in $(seq 9000); do echo $n: 本; done";
  const asks = call("Agent", { description: "count", prompt: "Count." });
  const ran = await glass("Go.", [call("Bash", { command }), asks, call("Bash", { command }), DONE, DONE]);
  expect(ran.code).toBe(0);
  const saved = filesUnder(here.home).filter((path) => path.endsWith(".txt"));
  const logs = filesUnder(here.home).filter((path) => path.endsWith(".jsonl"));
  const log = logs.find((path) => !path.includes("subagents")) ?? "";
  expect(logs).toHaveLength(2);
  expect(saved.map((path) => join(path, ".."))).toEqual([resultsFolder(log), resultsFolder(log)]);
  const whole = Array.from({ length: 9000 }, (_, at) => `${at + 1}: 本`).join("\n");
  for (const path of saved) {
    expect(readFileSync(path, "utf8")).toBe(whole);
    expect([path, join(path, ".."), join(path, "../..")].map((each) => statSync(each).mode & 0o777)).toEqual([
      0o600, 0o700, 0o700,
    ]);
  }
  for (const each of logs) expect(statSync(each).size).toBeLessThan(20_000);
  const [path = ""] = saved;
  const reads = [
    call("Read", { file_path: path, offset: 8999 }),
    call("Grep", { path, pattern: "^777:" }),
    // Nothing else there, and nothing is changed.
    call("Read", { file_path: log }),
    call("Read", { file_path: join(path, "../../subagents") }),
    call("Write", { file_path: path, content: "" }),
  ];
  await glass("And?", [...reads, DONE], "-c");
  const results = resultsIn(readFileSync(log, "utf8"));
  expect(results.slice(-5)).toEqual([
    "8999\t8999: 本\n9000\t9000: 本",
    expect.stringMatching(/txt:777:777: 本$/),
    expect.stringMatching(/outside the project folder/),
    expect.stringMatching(/outside the project folder/),
    expect.stringMatching(/outside the project folder/),
  ]);
  expect(readFileSync(path, "utf8")).toBe(whole);
});

test("a rule that denies the reading of saved results is kept", async () => {
  const here = place();
  here.file("big.sh", "seq 20000\n");
  const script = (replies: object[]) => here.file("replies.json", JSON.stringify(replies));
  const glass = (...args: string[]) => here.glass([...args, "--permission-mode", "bypassPermissions"]);
  await glass("-p", "Go.", "--script", script([call("Bash", { command: "bash big.sh" }), DONE]));
  const path = filesUnder(here.home).find((each) => each.endsWith(".txt")) ?? "";
  const settings = { permissions: { deny: [`Read(/${here.home}/**)`] } };
  const log = filesUnder(here.home).find((each) => each.endsWith(".jsonl")) ?? "";
  mkdirSync(join(here.project, ".claude"));
  writeFileSync(join(here.project, ".claude", "settings.json"), JSON.stringify(settings));
  await glass("-p", "And?", "-c", "--script", script([call("Read", { file_path: path }), DONE]));
  expect(resultsIn(readFileSync(log, "utf8")).at(-1)).toMatch(/denies it/);
});

test("what even a file cannot take is told: how much is left out, and where", async () => {
  const world = new World();
  const keeping = keepingOn(world, () => sessionPath(world.root, world.cwd, "s"));
  const shell: Shell = {
    run: async (_command, { keep }) => ({
      output: `${"a".repeat(keep ?? 0)}`,
      leftOut: 1234,
      exitCode: 0,
      timedOut: false,
    }),
  };
  const tools = persisting(CORE_TOOLS, keeping);
  const { content } = await runTool("Bash", { command: "yes" }, { ...world, shell, tools });
  expect(content).toMatch(/10,000,000 bytes\. It is saved in/);
  expect(content).toContain(
    "1,234 characters of its middle were too much even for that, and it is marked where.",
  );
});

test("of a real command's output as much is kept as is asked for: its head and its tail", async () => {
  const options = { cwd: freshFolder(), timeoutMs: 10_000, keep: 1_000_000 };
  const whole = await nodeShell.run("seq 150000", options);
  expect(whole.output.length).toBe(938_895);
  expect(whole.leftOut).toBe(0);
  const cut = await nodeShell.run("seq 400000", options);
  expect(cut.output.length - "\n[… 1688895 characters left out …]\n".length).toBe(1_000_000);
  expect(cut.leftOut).toBe(1_688_895);
  expect(cut.output).toMatch(/^1\n2\n[\s\S]*\n399999\n400000\n$/);
  expect(cut.output).toContain("\n[… 1688895 characters left out …]\n");
});

test("what a search finds too much of is saved as well, and its remark is still told", async () => {
  const world = new World();
  world.disk.put(`${world.cwd}/a.txt`, `${"x".repeat(400)}\n`.repeat(300));
  const keeping = keepingOn(world, () => sessionPath(world.root, world.cwd, "s"));
  const tools = persisting(ALL_TOOLS, keeping);
  const { content } = await runTool("Grep", { pattern: "x" }, { ...world, tools });
  expect(content).toMatch(
    /^<persisted-output>\n[\s\S]*\n<\/persisted-output>\n<system-reminder>\nIn all 300 lines/,
  );
});

test("an image beside a long text stays, and the text is saved", async () => {
  const world = new World();
  const keeping = keepingOn(world, () => sessionPath(world.root, world.cwd, "s"));
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: "aaaa" } };
  const words = { type: "text", text: "w".repeat(60_000) };
  const shows: Tool = {
    name: "Shows",
    kind: "read",
    description: "Shows a page.",
    inputSchema: inputs([], {}),
    run: async () => ({ content: [words, image], isError: false }),
  };
  const show = (isFull: boolean) =>
    runTool(
      "Shows",
      {},
      {
        ...world,
        tools: persisting([shows], {
          ...keeping,
          ...(isFull && {
            save: () => {
              throw new Error("full");
            },
          }),
        }),
      },
    );
  const [text, ...rest] = (await show(false)).content as Block[];
  expect(text?.["text"]).toMatch(/^<persisted-output>\n[\s\S]*\n<\/persisted-output>$/);
  expect(rest).toEqual([image]);
  expect((await show(true)).content).toEqual([
    { type: "text", text: "w".repeat(50_000) },
    image,
    { type: "text", text: expect.stringMatching(/^<system-reminder>\n.*could not be saved \(full\)/) },
  ]);
});

test("bug report 124: a file that is there already is left as it is", () => {
  const path = join(freshFolder(), "a", "b.txt");
  saveNew(path, "one");
  expect(() => saveNew(path, "two")).toThrow(/EEXIST/);
  expect(readFileSync(path, "utf8")).toBe("one");
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

/** The words of all results in a log, in its order. */
function resultsIn(log: string): string[] {
  return log
    .trimEnd()
    .split("\n")
    .flatMap(
      (line) => (JSON.parse(line) as Line & { message?: { content?: unknown } }).message?.content ?? [],
    )
    .flatMap((block) => {
      const { type, content } = block as { type?: unknown; content?: unknown };
      return type === "tool_result" ? [String(content)] : [];
    });
}
