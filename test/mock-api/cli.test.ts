/** The mock's command line. */
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { main } from "../../mock-api/cli/main.ts";
import { RULES } from "../../mock-api/index.ts";
import { HEADERS } from "./exchange.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const QUESTION = {
  model: "claude-opus-5",
  max_tokens: 100,
  messages: [{ role: "user", content: "my secret" }],
};
const ONE_REPLY = JSON.stringify([{ content: [{ type: "text", text: "From the script." }] }]);

test("rules: a row for each rule, in the order of their numbers, the columns aligned, and how many there are", async () => {
  const { code, out } = await running(["rules"]).ended;
  const [head = "", ...lines] = out.trimEnd().split("\n");
  const rows = lines.slice(0, -2);
  expect(code).toBe(0);
  expect(rows).toHaveLength(RULES.length);
  const column = head.indexOf("what it checks");
  expect(rows.every((row) => row[column - 1] === " " && row[column] !== " ")).toBe(true);
  const numbers = rows.map((row) => Number(/^MR-(\d+)/.exec(row)?.[1]));
  expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
  expect(lines.at(-1)).toMatch(
    /^\d+ rules in \d+ rows: \d+ refusals \(\d+ on\), \d+ of responses, \d+ client facts; \d+ off\.$/,
  );
});

test.each([50, 80, 120])(
  "on a screen of %i nothing is wider than it, and no word is lost or broken",
  async (columns) => {
    const help = await running(["--help"], { columns }).ended;
    const { out } = await running(["rules"], { columns }).ended;
    const lines = `${out}${help.out}`.trimEnd().split("\n");
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(columns);
    const wordsOf = (text: string): string[] => text.trim().split(/\s+/);
    expect(wordsOf(help.out)).toEqual(wordsOf((await running(["--help"]).ended).out));
    const words = out.replace(/\s+/g, "");
    for (const { checks } of RULES) for (const word of checks.split(/\s+/)) expect(words).toContain(word);
  },
);

test("rules --json: the same for a program; --rules shows a table with some of them turned", async () => {
  const rows = JSON.parse((await running(["rules", "--json", "--rules", "MR-28=off"]).ended).out) as {
    rule: string;
    on: boolean;
  }[];
  expect(rows).toHaveLength(RULES.length);
  expect(Object.keys(rows[0] ?? {})).toEqual(["rule", "checks", "kind", "confidence", "on", "fixed"]);
  expect(rows.filter(({ rule }) => rule.split("/")[0] === "MR-28").map(({ on }) => on)).toContain(false);
});

test("the file that a rule says it is kept in is there", () => {
  const files = RULES.map(({ keptIn }) => keptIn).filter((file) => file?.endsWith(".ts"));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(join(ROOT, "mock-api", file ?? "")))).toEqual([]);
});

test("serve: its URL is its first line, a script answers, and when it is stopped it ends", async () => {
  const here = folder({ "replies.json": ONE_REPLY });
  const served = running(["serve", "--script", "replies.json"], { here });
  const url = await served.url;
  expect(await (await post(url)).json()).toMatchObject({ content: [{ text: "From the script." }] });
  served.stop();
  const { code, out, err } = await served.ended;
  expect({ code, out }).toEqual({ code: 0, out: `${url}\n` });
  expect(err).toContain("replies.json");
  await expect(post(url)).rejects.toThrow();
});

test("serve: without a script the rule-based model answers, and it says so", async () => {
  const served = running(["serve"]);
  const { content } = (await (await post(await served.url)).json()) as { content: unknown };
  served.stop();
  expect(JSON.stringify(content)).toContain("rule-based stand-in");
  expect((await served.ended).err).toContain("A small rule-based stand-in answers, not a model");
});

test("serve --log: a line for each request, for its owner alone; no header, no key, no text", async () => {
  const here = folder({ "replies.json": ONE_REPLY });
  const served = running(["serve", "--script", "replies.json", "--log", "log.jsonl"], { here });
  const url = await served.url;
  await (await post(url)).text();
  await (await post(url, { ...QUESTION, messages: [{ role: "assistant", content: "my secret" }] })).text();
  await (await fetch(`${url}/v1/elsewhere?token=my-secret`)).text();
  served.stop();
  await served.ended;
  const text = readFileSync(join(here, "log.jsonl"), "utf8");
  const lines = text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(statSync(join(here, "log.jsonl")).mode & 0o777).toBe(0o600);
  expect(lines).toMatchObject([
    {
      method: "POST",
      path: "/v1/messages",
      status: 200,
      usage: { input_tokens: expect.any(Number) },
      cause: {},
    },
    {
      method: "POST",
      path: "/v1/messages",
      status: 400,
      rule: expect.stringMatching(/^MR-20/),
      error: { type: "invalid_request_error", message: expect.stringContaining("role") },
    },
    { method: "GET", path: "(another path)", status: 404, error: { type: "not_found_error" } },
  ]);
  expect(lines[0]?.["time"]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(text).not.toMatch(/secret|test-key|x-api-key/);
});

test.each(["log", "script", "cache"])(
  "serve --%s: a pipe in the place of a file is refused, not waited for",
  async (name) => {
    const here = folder({});
    execFileSync("mkfifo", [join(here, "pipe")]);
    const { code, err } = await running(["serve", `--${name}`, "pipe"], { here }).ended;
    expect(code).toBe(1);
    expect(err).toContain("it is a pipe");
  },
);

test("serve --log: a file that others could read is theirs no more", async () => {
  const here = folder({});
  writeFileSync(join(here, "log.jsonl"), "", { mode: 0o644 });
  const served = running(["serve", "--log", "log.jsonl"], { here });
  await served.url;
  served.stop();
  await served.ended;
  expect(statSync(join(here, "log.jsonl")).mode & 0o777).toBe(0o600);
});

test("serve --log: what went wrong is told, on purpose or because the script is at its end", async () => {
  const here = folder({
    "replies.json": '[{"content": [], "fault": "truncate"}]',
    "faults.json": '[{"status": 529}, {"error": "Busy", "after_events": 1}, {"fault": "reset"}]',
  });
  const args = ["serve", "--script", "replies.json", "--faults", "faults.json", "--log", "log.jsonl"];
  const served = running(args, { here });
  const url = await served.url;
  for (let call = 0; call < 5; call += 1) {
    const answer = await post(url, { ...QUESTION, stream: true }).catch(() => undefined);
    await answer?.text();
  }
  served.stop();
  await served.ended;
  const lines = readFileSync(join(here, "log.jsonl"), "utf8").trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { status: 529, error: { type: "overloaded_error", message: "Overloaded" } },
    { status: 200, error: { type: "api_error", message: "Busy" } },
    { status: null, fault: "reset" },
    { status: 200, fault: "truncate" },
    { status: 500, error: { type: "api_error", message: "script ended after 1 replies" } },
  ]);
});

test("serve --rules, --key, --faults: what is turned off is taken, another key is not, a fault comes when it is due", async () => {
  const here = folder({ "faults.json": '[null, {"status": 529}]' });
  const args = ["serve", "--rules", "MR-20=off", "--key", "test-key", "--faults", "faults.json"];
  const served = running(args, { here });
  const url = await served.url;
  const assistantFirst = {
    ...QUESTION,
    messages: [{ role: "assistant", content: "hi" }, ...QUESTION.messages],
  };
  expect((await post(url, assistantFirst)).status).toBe(200);
  expect((await post(url)).status).toBe(529);
  expect((await post(url, QUESTION, { "x-api-key": "another" })).status).toBe(401);
  served.stop();
  expect((await served.ended).code).toBe(0);
});

test("serve --cache: what one server has kept, the next one finds", async () => {
  const here = folder({});
  const marked = {
    ...QUESTION,
    system: [{ type: "text", text: "s".repeat(8_000), cache_control: { type: "ephemeral" } }],
  };
  const reads: unknown[] = [];
  for (let at = 0; at < 2; at += 1) {
    const served = running(["serve", "--cache", "cache.json"], { here });
    const { usage } = (await (await post(await served.url, marked)).json()) as {
      usage: Record<string, number>;
    };
    reads.push(usage["cache_read_input_tokens"]);
    served.stop();
    await served.ended;
  }
  expect(reads).toEqual([0, expect.any(Number)]);
  expect(reads[1]).toBeGreaterThan(0);
});

test.each(
  [
    [],
    ["fly"],
    ["--nonsense"],
    ["rules", "more"],
    ["rules", "--port", "1"],
    ["rules", "--rules", "MR-28"],
    ["rules", "--rules", "MR-9999=off"],
    ["rules", "--rules", "MR-10=off"],
    ["serve", "--json"],
    ["serve", "--port", "many"],
    ["serve", "--port", "65536"],
    ["serve", "--port"],
    ["serve", "--rules", "MR-28=maybe"],
    ["serve", "--rules", "MR-9999=off"],
  ].map((args) => [args.join(" ") || "(nothing)", args] as const),
)("wrong usage gets one line and exit 2: %s", async (_, args) => {
  const { code, out, err } = await running(args).ended;
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^mock-api: [^\n]+\n$/);
});

test.each([
  [["--script", "nowhere.json"], "there is no such file"],
  [["--script", "text.json"], "not valid JSON"],
  [["--script", "wrong.json"], "Reply 0 of the script is wrong"],
  [["--faults", "wrong.json"], "The fault of call 1 is wrong"],
  [["--faults", "seed.json"], '"seed" must be a whole number'],
  [["--log", "nowhere/log.jsonl"], "there is no such file or folder"],
  [["--cache", "folder"], "it is a folder"],
  [["--cache", "text.json/cache.json"], "a part of the path is a file"],
  [["--host", "192.0.2.1"], "this machine has no such address"],
])("what is missing or unreadable gets one line that names it, and exit 1: serve %j", async (args, why) => {
  const here = folder({
    "text.json": "hello",
    "wrong.json": '[{"status": 7}]',
    "seed.json": '{"seed": "x"}',
  });
  mkdirSync(join(here, "folder"));
  const { code, out, err } = await running(["serve", ...args], { here }).ended;
  expect({ code, out }).toEqual({ code: 1, out: "" });
  expect(err).toMatch(/^mock-api: [^\n]+\n$/);
  expect(err).toContain(args[1]);
  expect(err).toContain(why);
});

test("a port that is taken gets one line and exit 1", async () => {
  const first = running(["serve"]);
  const { port } = new URL(await first.url);
  const { code, err } = await running(["serve", "--port", port]).ended;
  first.stop();
  await first.ended;
  expect(code).toBe(1);
  expect(err).toContain("something else listens there");
});

test("a process of its own prints its URL first, answers, and Ctrl-C ends it with 0", async () => {
  const child = spawn(process.execPath, ["--import", "tsx", "mock-api/cli.ts", "serve"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise((resolve) => child.once("close", resolve));
  const url = await new Promise<string>((resolve) => {
    child.stdout.setEncoding("utf8").once("data", (text: string) => resolve(text.split("\n")[0] ?? ""));
  });
  expect((await post(url)).status).toBe(200);
  child.kill("SIGINT");
  expect(await ended).toBe(0);
});

test("--help is the help page", async () => {
  expect((await running(["--help"]).ended).out).toContain("mock-api serve");
});

function post(
  url: string,
  body: unknown = QUESTION,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/v1/messages`, {
    method: "POST",
    headers: { ...HEADERS, "x-api-key": "test-key", ...headers },
    body: JSON.stringify(body),
  });
}

/** A folder with some files, gone when the test is. */
function folder(files: Record<string, string>): string {
  const path = mkdtempSync(join(tmpdir(), "mock-api-test-"));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(path, name), content);
  return path;
}

interface Running {
  /** The first line of the output. */
  url: Promise<string>;
  stop(): void;
  ended: Promise<{ code: number; out: string; err: string }>;
}

/** Runs the command line in this process. */
function running(
  args: readonly string[],
  { here = ROOT, columns }: { here?: string; columns?: number } = {},
): Running {
  const said = { out: "", err: "" };
  let stop = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    stop = resolve;
  });
  let printed = (_line: string): void => {};
  const url = new Promise<string>((resolve) => {
    printed = resolve;
  });
  const ended = main(args, {
    here,
    columns,
    print: (text) => {
      said.out += `${text}\n`;
      printed(text);
    },
    note: (text) => {
      said.err += `${text}\n`;
    },
    stopped: () => stopped,
  }).then((code) => ({ code, ...said }));
  onTestFinished(() => stop());
  return { url, stop, ended };
}
