import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isChainEntry } from "../../src/log/entry.ts";
import { readLog } from "../../src/log/read.ts";
import { main } from "../../src/terminal/main.ts";
import { type Place, place } from "../support/glass.ts";

const ONE_ANSWER = JSON.stringify([{ content: [{ type: "text", text: "Hello." }], stop_reason: "end_turn" }]);

function logOf({ home }: Place): string {
  const projects = join(home, "projects");
  const [project] = readdirSync(projects);
  const [log] = readdirSync(join(projects, project ?? ""));
  return join(projects, project ?? "", log ?? "");
}

test("one turn prints its answer and nothing else, and says on the side who answered", async () => {
  const here = place();
  const script = here.file("replies.json", ONE_ANSWER);
  const { code, out, err } = await here.glassProcess(["-p", "hi", "--script", script]);
  expect({ code, out }).toEqual({ code: 0, out: "Hello.\n" });
  expect(err).toContain("No request leaves this machine");
  expect(statSync(logOf(here)).mode & 0o777).toBe(0o600);
  expect(statSync(join(here.home, "projects")).mode & 0o777).toBe(0o700);
});

test("--output-format json gives the documented object, usage of all steps added up", async () => {
  const here = place();
  const script = here.file(
    "replies.json",
    JSON.stringify([
      { content: [{ type: "tool_use", id: "t1", name: "Read", input: { file_path: "replies.json" } }] },
      { content: [{ type: "text", text: "Read." }] },
    ]),
  );
  const { code, out } = await here.glass(["-p", "read it", "--script", script, "--output-format", "json"]);
  const answer = JSON.parse(out);
  expect(code).toBe(0);
  expect(Object.keys(answer)).toEqual([
    "session_id",
    "result",
    "stop_reason",
    "is_error",
    "num_steps",
    "usage",
  ]);
  expect(answer).toMatchObject({ result: "Read.", stop_reason: "end_turn", is_error: false, num_steps: 2 });
  expect(answer.usage.cache_read_input_tokens).toBeGreaterThan(0);
});

test("-c goes on with the newest session of the folder and -r with a named one, in the same file", async () => {
  const here = place();
  const script = here.file("replies.json", ONE_ANSWER);
  const first = JSON.parse(
    (await here.glassProcess(["-p", "one", "--script", script, "--output-format", "json"])).out,
  );
  const second = JSON.parse(
    (await here.glassProcess(["-p", "two", "--script", script, "-c", "--output-format", "json"])).out,
  );
  const third = JSON.parse(
    (
      await here.glassProcess([
        "-p",
        "three",
        "--script",
        script,
        "-r",
        first.session_id,
        "--output-format",
        "json",
      ])
    ).out,
  );
  expect([second.session_id, third.session_id]).toEqual([first.session_id, first.session_id]);
  expect(second.usage.cache_read_input_tokens).toBeGreaterThan(0);
  const entries = readLog(readFileSync(logOf(here))).lines.filter(({ line }) => isChainEntry(line));
  expect(entries.map(({ line }) => line.type)).toEqual([
    "user",
    "assistant",
    "user",
    "assistant",
    "user",
    "assistant",
  ]);
  const payload = JSON.parse((await here.glass(["log", "payload", logOf(here)])).out);
  expect(payload.map((message: { role: string }) => message.role)).toEqual(
    entries.map(({ line }) => line.type),
  );
});

test("one byte of the system prompt changed before a resume: nothing is read from the cache, and the screen says why", async () => {
  const here = place();
  const script = here.file("replies.json", ONE_ANSWER);
  await here.glass(["-p", "one", "--script", script]);
  const json = ["--output-format", "json", "--script", script, "-c"];
  const changed = await here.glass(["-p", "two", ...json, "--append-system-prompt", "."]);
  expect(JSON.parse(changed.out).usage.cache_read_input_tokens).toBe(0);
  expect(changed.err).toContain("The system prompt has changed since this session last ran");
  const again = await here.glass(["-p", "three", ...json, "--append-system-prompt", "."]);
  expect(JSON.parse(again.out).usage.cache_read_input_tokens).toBeGreaterThan(0);
  expect(again.err).not.toContain("has changed");
});

test("edits and the shell run under -p only in a mode that allows them; otherwise the model is told", async () => {
  const here = place();
  const script = here.file(
    "replies.json",
    JSON.stringify([
      {
        content: [
          { type: "tool_use", id: "t1", name: "Write", input: { file_path: "made.txt", content: "x" } },
          { type: "tool_use", id: "t2", name: "Bash", input: { command: "touch shelled.txt" } },
        ],
      },
      { content: [{ type: "text", text: "ok" }] },
    ]),
  );
  const made = async (mode: string) => {
    const { code } = await here.glass(["-p", "go", "--script", script, "--permission-mode", mode]);
    return { code, files: readdirSync(here.project).sort() };
  };
  expect(await made("default")).toEqual({ code: 0, files: ["replies.json"] });
  expect(await made("acceptEdits")).toEqual({ code: 0, files: ["made.txt", "replies.json"] });
  expect(await made("bypassPermissions")).toEqual({
    code: 0,
    files: ["made.txt", "replies.json", "shelled.txt"],
  });
});

test("a failed turn is told in one line and exits 1; as JSON it says is_error", async () => {
  const here = place();
  const script = here.file("replies.json", JSON.stringify([{ status: 400, error: "no such thing" }]));
  const plain = await here.glass(["-p", "hi", "--script", script]);
  expect({ code: plain.code, out: plain.out.trim() }).toEqual({ code: 1, out: "" });
  expect(plain.err).toContain("400, invalid_request_error: no such thing");
  const json = await here.glass(["-p", "hi", "--script", script, "--output-format", "json"]);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({ is_error: true, stop_reason: "api_error", num_steps: 0 });
});

test("with neither --script nor --live the rule-based model does the task, and is told for what it is", async () => {
  const here = place();
  here.file("notes.txt", "one old thing\nanother old thing\n");
  const read = await here.glass(["-p", "read notes.txt"]);
  expect(read).toMatchObject({ code: 0, out: expect.stringContaining("one old thing\nanother old thing") });
  expect(read.err).toContain(
    "a small rule-based stand-in answers, not a model. No request leaves this machine.",
  );
  const edit = ["-p", "notes.txt の「old」を「new」に変えて", "-c"];
  const refused = await here.glass(edit);
  expect(refused.out).toBe(
    "notes.txt の「old」を「new」に置き換えることはできませんでした。道具を使う許可がなかったためです。\n",
  );
  expect(refused.err).toContain("the permission mode is default");
  const { out } = await here.glass([...edit, "--permission-mode", "acceptEdits"]);
  expect(out).toBe("できました: notes.txt の「old」を「new」に置き換えること（2 か所すべて）。\n");
  expect(readFileSync(join(here.project, "notes.txt"), "utf8")).toBe("one new thing\nanother new thing\n");
  const listed = await here.glass(["-p", "list the files", "--permission-mode", "bypassPermissions"]);
  expect(listed.out).toContain("notes.txt");
});

test("what the rule-based model does not understand it says, with what it can do", async () => {
  const { code, out } = await place().glassProcess(["-p", "write me a poem"]);
  expect(code).toBe(0);
  expect(out).toContain("I am a small rule-based stand-in, not a model");
});

test("-p without a prompt takes it from standard input; an empty one is an error, and so is a terminal", async () => {
  const here = place();
  const script = here.file("replies.json", ONE_ANSWER);
  const run = async (args: readonly string[], input?: string, { home, project } = here) => {
    let err = "";
    const note = (text: string) => {
      err += text;
    };
    const all = async () => input ?? "";
    const read = input === undefined ? undefined : { all, ifAny: all };
    const out = { print: () => {}, note };
    return { code: await main(args, project, { GLASS_HOME: home }, out, undefined, read), err };
  };
  for (const args of [
    ["-p", "--script", script],
    ["--script", script, "-p"],
    ["-p", "-", "--script", script],
  ])
    expect((await run(args, "what is this?\n")).code).toBe(0);
  expect(readFileSync(logOf(here), "utf8")).toContain("what is this?");
  expect(await run(["-p"], " \n")).toMatchObject({ code: 2, err: expect.stringContaining("nothing came") });
  expect(await run(["-p"])).toMatchObject({ code: 2, err: expect.stringContaining("or piped in") });
  const other = place();
  expect((await run(["-p", "what of this?", "--script", script], "a pipe's words\n", other)).code).toBe(0);
  expect(readFileSync(logOf(other), "utf8")).toContain("what of this?\\n\\na pipe's words");
  expect(await run(["-p", ""], "words")).toMatchObject({ code: 2, err: expect.stringContaining("is empty") });
});
