/** Sessions not found, mixed up or misnamed, as users of harnesses have reported in public, each as the smallest case. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { slug } from "#src/index.ts";
import { type Place, place } from "../support/glass.ts";
import { entry, idOf } from "../support/shelf.ts";

/** Writes a session's log where the clients put the sessions of a directory. `age` is in seconds. */
function kept(here: Place, directory: string, number: number, lines: readonly object[], age = 0): string {
  const path = join(here.home, "projects", slug(directory), `${idOf(number)}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  utimesSync(path, 2_000_000 - age, 2_000_000 - age);
  return path;
}

/** Two folders of the project whose logs share one place. */
function lookalikes(here: Place): [string, string] {
  const folders: [string, string] = [join(here.project, "b-c"), join(here.project, "b", "c")];
  for (const folder of folders) mkdirSync(folder, { recursive: true });
  expect(slug(folders[0])).toBe(slug(folders[1]));
  return folders;
}

const script = (here: Place) =>
  here.file("replies.json", '[{"content": [{"type": "text", "text": "Yes."}]}]');
const told = async (here: Place, ...args: string[]) => {
  const { out } = await here.glass(["sessions", "--json", ...args]);
  return out === ""
    ? []
    : (JSON.parse(out) as { id: string; title: string; cwd: string; title_source: string }[]);
};

test("bug report 115: two directories share a folder, and -c goes on with the session of this one", async () => {
  const here = place();
  const [mine, theirs] = lookalikes(here);
  const log = kept(here, mine, 1, [entry("said in mine", mine)], 100);
  const other = kept(here, theirs, 2, [entry("said in theirs", theirs)]);
  const before = readFileSync(other);
  const ran = await here.glass(["-p", "go on", "-c", "--cwd", mine, "--script", script(here)]);
  expect(ran.code).toBe(0);
  expect(readFileSync(log, "utf8")).toContain("go on");
  expect(readFileSync(other)).toEqual(before);
  expect((await told(here, "--cwd", theirs)).map(({ id }) => id)).toEqual([idOf(2)]);
});

test("bug report 116: an underscore in the directory", async () => {
  const here = place();
  const folder = join(here.project, "b_c");
  mkdirSync(folder);
  kept(here, folder, 1, [entry("said", folder)]);
  expect((await told(here, "--cwd", folder)).map(({ title }) => title)).toEqual(["said"]);
});

test("bug report 117: a directory that is reached over a symlink is the one it leads to", async () => {
  const here = place();
  const real = join(here.project, "real");
  const link = join(here.project, "link");
  mkdirSync(real);
  symlinkSync(real, link);
  kept(here, real, 1, [entry("under its real name", real)]);
  kept(here, link, 2, [entry("under the link's name", link)], 100);
  const titles = ["under its real name", "under the link's name"];
  expect((await told(here, "--cwd", link)).map(({ title }) => title)).toEqual(titles);
  const ran = await here.glass(["-p", "new", "--cwd", link, "--script", script(here)]);
  expect(ran.err).toContain(join(here.home, "projects", slug(real)));
});

test("bug report 120: a title that 100 KB stand behind", async () => {
  const here = place();
  const filler = Array.from({ length: 10 }, () => entry("z".repeat(20_000), here.project));
  const title = { type: "custom-title", customTitle: "my name for it", sessionId: idOf(1) };
  kept(here, here.project, 1, [...filler, title, ...filler]);
  expect(await told(here)).toMatchObject([{ title: "my name for it", title_source: "custom-title" }]);
});

test("bug report 121: a summary titles the log that holds the entry it names, wherever it was written", async () => {
  const here = place();
  const said = entry("said in the first", here.project);
  const summary = { type: "summary", summary: "What the first was about", leafUuid: said.uuid };
  kept(here, here.project, 1, [said], 100);
  kept(here, here.project, 2, [summary, entry("said in the second", here.project)]);
  expect((await told(here)).map(({ title }) => title)).toEqual([
    "said in the second",
    "What the first was about",
  ]);
});

test("bug report 24: a title written for another session is this log's last, and that is told", async () => {
  const here = place();
  const title = (number: number, customTitle: string) => ({
    type: "custom-title",
    customTitle,
    sessionId: idOf(number),
  });
  kept(here, here.project, 1, [title(1, "older"), entry("said", here.project), title(2, "for another")]);
  expect(await told(here)).toMatchObject([{ title: "for another", title_written_for: idOf(2) }]);
  expect((await here.glass(["sessions"])).out).toContain(`written for another session, ${idOf(2)}`);
});

test("bug report 123: a session that was moved is found where it was moved to, and goes on with all that was said", async () => {
  const here = place();
  const [from, to] = ["from", "to"].map((name) => join(here.project, name)) as [string, string];
  for (const folder of [from, to]) mkdirSync(folder);
  const first = { ...entry("said before", from), sessionId: idOf(1) };
  const rest = { ...entry("said after", to), parentUuid: first.uuid, sessionId: idOf(1) };
  const moved = { type: "relocated", relocatedCwd: to, sessionId: idOf(1) };
  kept(here, from, 1, [first, moved], 100);
  expect(await told(here, "--cwd", from)).toEqual([]);
  expect(await told(here, "--cwd", to)).toMatchObject([{ id: idOf(1), cwd: to }]);

  const log = kept(here, to, 1, [rest]);
  expect(await told(here, "--cwd", to)).toHaveLength(1);
  const ran = await here.glass(["-p", "go on", "-c", "--cwd", to, "--script", script(here)]);
  expect(ran.code).toBe(0);
  expect(ran.err).not.toContain("missing");
  const written = readFileSync(log, "utf8").split("\n");
  expect(JSON.parse(written.find((line) => line.includes('"go on"')) ?? "{}").parentUuid).toBe(rest.uuid);
});

test("a session under another client's hash of a long path is gone on with where it lies", async () => {
  const here = place();
  const folder = join(here.project, ...Array.from({ length: 5 }, (_, at) => `${"long".repeat(12)}${at}`));
  mkdirSync(folder, { recursive: true });
  const name = `${slug(folder).slice(0, 200)}-other1`;
  const log = join(here.home, "projects", name, `${idOf(1)}.jsonl`);
  mkdirSync(dirname(log), { recursive: true });
  writeFileSync(log, `${JSON.stringify(entry("said elsewhere", folder))}\n`);
  const ran = await here.glass(["-p", "go on", "-r", "00000001", "--cwd", folder, "--script", script(here)]);
  expect(ran.code).toBe(0);
  expect(readFileSync(log, "utf8")).toContain("go on");
  expect(existsSync(join(here.home, "projects", slug(folder)))).toBe(false);
});

test("-r without an id, and with one that there is not, shows which there are", async () => {
  const here = place();
  for (const number of [1, 2])
    kept(here, here.project, number, [entry(`talk ${number}`, here.project)], number);
  for (const args of [["-r"], ["-r", "feed"], ["-r", "0000"]]) {
    const { code, out, err } = await here.glass(["-p", "hi", "--script", script(here), ...args]);
    expect({ code, out }).toEqual({ code: 1, out: "" });
    expect(err).toMatch(/\n00000001 .* talk 1\n00000002 .* talk 2\n$/);
  }
});

test("the list names id, change, size, branch and title, and with --all the folder", async () => {
  const here = place();
  kept(here, here.project, 1, [entry("one\nof two lines \u001b[31m", here.project, { gitBranch: "main" })]);
  kept(here, "/somewhere/else", 2, [entry("another", "/somewhere/else")], 60);
  expect((await here.glass(["sessions"])).out).toBe(
    `
id        last change       size  branch  title
00000001  1970-01-24 03:33  1 KB  main    one of two lines \ufffd[31m
`.trimStart(),
  );
  const { out } = await here.glass(["sessions", "--all"]);
  expect(out.split("\n")[2]).toMatch(/^00000002 {2}1970-01-24 03:32 {2}1 KB {10}\/somewhere\/else +another$/);
  const none = await place().glass(["sessions"]);
  expect(none).toMatchObject({ code: 0, out: "", err: expect.stringContaining("There are no sessions of") });
});
