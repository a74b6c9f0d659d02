/** Which session goes on, as itself or as a branch, and what of its launch is told (C-5.4, C-5.5). */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { nodeShelf } from "../../src/host/log-shelf.ts";
import { sessionToTakeUp } from "../../src/terminal/open-session.ts";
import { type Place, place } from "../support/glass.ts";

const answers = (...texts: string[]) => texts.map((text) => ({ content: [{ type: "text", text }] }));

function logsOf({ home }: Place): string[] {
  const projects = join(home, "projects");
  return readdirSync(projects).flatMap((project) =>
    readdirSync(join(projects, project))
      .filter((name) => name.endsWith(".jsonl"))
      .map((name) => join(projects, project, name)),
  );
}

/** One turn with `-p`, its answer as JSON. */
async function ask(here: Place, prompt: string, replies: readonly object[], ...more: string[]) {
  const script = here.file("replies.json", JSON.stringify(replies));
  const ran = await here.glass(["-p", prompt, "--script", script, "--output-format", "json", ...more]);
  return { ...ran, answer: ran.out === "" ? undefined : JSON.parse(ran.out) };
}

test("--fork-session goes on in a branch: another id, the same conversation, warm in the cache, and the origin untouched", async () => {
  const here = place();
  const first = await ask(here, "one", answers("a1"));
  const [log = ""] = logsOf(here);
  const before = readFileSync(log, "utf8");
  const second = await ask(here, "two", answers("a2"), "-c", "--fork-session");
  expect(second.answer.session_id).not.toBe(first.answer.session_id);
  expect(second.answer.usage.cache_read_input_tokens).toBeGreaterThan(0);
  expect(second.err).toContain(`This is a branch of ${first.answer.session_id}, which stays as it is.`);
  expect(readFileSync(log, "utf8")).toBe(before);
  const child = logsOf(here).find((path) => path !== log) ?? "";
  expect(basename(child)).toBe(`${second.answer.session_id}.jsonl`);
  const payload = JSON.parse((await here.glass(["log", "payload", child])).out);
  expect(payload.map(({ content }: { content: { text: string }[] }) => content[0]?.text)).toEqual([
    "one",
    "a1",
    "two",
    "a2",
  ]);
  const { out } = await here.glass(["sessions"]);
  const short = (id: string) => id.slice(0, 8);
  expect(out).toContain(
    `${short(second.answer.session_id)} is a branch of ${short(first.answer.session_id)}.`,
  );
});

test("a saved result is read in a branch by the path that was told, when the origin is gone with all that was its", async () => {
  const here = place();
  const call = (name: string, input: object) => ({ content: [{ type: "tool_use", name, input }] });
  const all = ["--permission-mode", "bypassPermissions"];
  await ask(here, "count", [call("Bash", { command: "seq 20000" }), ...answers("a1")], ...all);
  const [log = ""] = logsOf(here);
  const saved = join(log.replace(/\.jsonl$/, ""), "tool-results");
  const [name = ""] = readdirSync(saved);
  await ask(here, "branch", answers("a2"), "-c", "--fork-session");
  rmSync(log);
  rmSync(log.replace(/\.jsonl$/, ""), { recursive: true });
  const reads = [call("Read", { file_path: join(saved, name), offset: 19_999 }), ...answers("a3")];
  await ask(here, "read", reads, "-c");
  const [child = ""] = logsOf(here);
  expect(readFileSync(child, "utf8")).toContain("19999\\t19999\\n20000\\t20000");
});

test("-r takes up a session by its title or a part of it, and says so where several are meant", async () => {
  const here = place();
  const first = await ask(here, "Mend the fence", answers("a1"));
  await ask(here, "Mend the gate", answers("b1"));
  const several = await ask(here, "go on", answers("a3"), "-r", "mend the");
  expect(several.code).toBe(1);
  expect(several.err).toContain('"mend the" means 2 sessions. Give more of the id or of the name.');
  const fence = await ask(here, "go on", answers("a2"), "-r", "THE FENCE");
  expect(fence.answer.session_id).toBe(first.answer.session_id);
  const none = await ask(here, "go on", answers("a3"), "-r", "roof");
  expect(none.err).toContain("There is no session roof");
});

test("a conversation is not offered what only -p has used, though it can name it; -p itself goes on with it", async () => {
  const here = place();
  const { answer } = await ask(here, "one", answers("a1"));
  const id: string = answer.session_id;
  const take = (session: "newest" | { id: string }, isPrinting: boolean) =>
    sessionToTakeUp({ session, root: here.home, cwd: here.project }, nodeShelf, here.project, isPrinting)?.id;
  expect(take("newest", true)).toBe(id);
  expect(() => take("newest", false)).toThrow(`name it: -r ${id.slice(0, 8)}`);
  expect(take({ id: id.slice(0, 8) }, false)).toBe(id);
  expect(() => take({ id: "" }, false)).toThrow(/Sessions belong to the folder|There is no session/);
  const rows = JSON.parse((await here.glass(["sessions", "--json"])).out);
  expect(rows).toMatchObject([{ id, printed: true, branched_from: null }]);
});

test("what was said at the launch is not restored, and that is told once, by name alone, until it is given or left out again", async () => {
  const here = place();
  const flag = ["--append-system-prompt", "secret words"];
  await ask(here, "one", answers("a1"), ...flag);
  const [log = ""] = logsOf(here);
  expect(readFileSync(log, "utf8")).not.toContain("secret words");
  const again = await ask(here, "two", answers("a2"), "-c", ...flag);
  expect(again.err).not.toContain("not restored");
  const without = await ask(here, "three", answers("a3"), "-c");
  expect(without.err).toContain(
    "This session was last run with --append-system-prompt: a flag that is not restored. Give it again if you want it.",
  );
  expect((await ask(here, "four", answers("a4"), "-c")).err).not.toContain("not restored");
  expect(readFileSync(log, "utf8").match(/launch-flags/g)).toHaveLength(2);
});

test.each([
  [["-p", "x", "--fork-session"], "--fork-session goes with -c or -r"],
  [["-p", "x", "--max-turns", "0"], '--max-turns takes a whole number, 1 or more; "0" is none.'],
  [["-p", "x", "--max-turns", "many"], '"many" is none.'],
  [["--max-turns", "3"], "A conversation does not take --max-turns."],
  [["-p", "x", "--output-format", "xml"], 'takes text, json, stream-json; "xml" is none of them.'],
  [["-p", "x", "--permission-mode", "yolo"], "plan"],
  [["-p", "x", "--dry-run"], "-p takes no --dry-run."],
  [["clean", "a", "b"], "clean takes one data root"],
  [["clean", "--json"], "clean does not take --json."],
])("%j is wrong usage, and says what is right", async (args, told) => {
  const { code, out, err } = await place().glass(args);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain(told);
});
