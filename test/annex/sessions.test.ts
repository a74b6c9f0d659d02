import { mkdirSync, readdirSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import { type LogFile, listSessions, newestSession, nodeShelf, slug } from "#src/index.ts";
import { openerFor } from "../../src/annex/log/sessions/continued-log.ts";
import { slugsOf } from "../../src/annex/log/sessions/project.ts";
import { law } from "../support/law.ts";
import { freshFolder } from "../support/real-folder.ts";
import { entry, idOf, type Shelved, shelf } from "../support/shelf.ts";

/** What is listed of a directory: ids, or titles. */
const idsOf = (logs: Shelved, cwd: string) => listSessions(logs, "/root", { real: cwd }).map(({ id }) => id);
const titleIn = (...lines: object[]) => {
  const logs = shelf({
    "-a": { [idOf(1)]: [...lines.slice(0, 1), entry("said first", "/a"), ...lines.slice(1)] },
  });
  return listSessions(logs, "/root", { real: "/a" })[0];
};
const named = { "custom-title": "customTitle", "ai-title": "aiTitle", "last-prompt": "lastPrompt" } as const;
const titleLine = (type: keyof typeof named, text: string, more: object = {}) => ({
  type,
  [named[type]]: text,
  sessionId: idOf(1),
  ...more,
});

describe("which logs are a directory's", () => {
  test("those of look-alike directories, other files, empty and hollow logs are left out", () => {
    const logs = shelf({
      "-a-b-c": {
        [idOf(1)]: [entry("one", "/a/b-c")],
        [idOf(2)]: [entry("two", "/a/b/c")],
        [idOf(3)]: [],
        [idOf(4)]: [{ type: "ai-title", aiTitle: "a stub" }],
        [idOf(5)]: [{ ...entry("an agent's", "/a/b-c"), isSidechain: true }],
        "agent-a1": [entry("an old agent's", "/a/b-c")],
        [idOf(6)]: [entry("no directory", undefined)],
      },
    });
    expect(idsOf(logs, "/a/b-c").sort()).toEqual([idOf(1), idOf(6)]);
    expect(idsOf(logs, "/a/b/c").sort()).toEqual([idOf(2), idOf(6)]);
  });

  test("a long path: another client's hash is found by what comes before it, and told apart by the directory", () => {
    const long = `/home/${"deep/".repeat(60)}one`;
    const other = `/home/${"deep/".repeat(60)}two`;
    const beginning = slug(long).slice(0, 200);
    expect(slug(long)).toMatch(/^.{200}-[0-9a-z]+$/);
    const logs = shelf({
      [`${beginning}-bunhash`]: { [idOf(1)]: [entry("mine", long)], [idOf(2)]: [entry("theirs", other)] },
      [slug(long)]: { [idOf(3)]: [entry("mine too", long)] },
    });
    expect(idsOf(logs, long).sort()).toEqual([idOf(1), idOf(3)]);
    expect(idsOf(logs, other)).toEqual([idOf(2)]);
  });

  test("characters beyond the 16 bits of one unit are one dash to some clients and two to others", () => {
    expect(slugsOf("/a/😀")).toEqual(["-a---", "-a--"]);
    const logs = shelf({
      "-a---": { [idOf(1)]: [entry("by units", "/a/😀")], [idOf(3)]: [entry("another", "/a/日本")] },
      "-a--": { [idOf(2)]: [entry("by characters", "/a/😀")] },
    });
    expect(idsOf(logs, "/a/😀").sort()).toEqual([idOf(1), idOf(2)]);
    expect(idsOf(logs, "/a/日本")).toEqual([idOf(3)]);
  });

  test("bug report 43: an id that is in use again after its log was deleted: what is listed is what lies there now", () => {
    const folder = freshFolder();
    const path = join(folder, "projects", "-a", `${idOf(1)}.jsonl`);
    mkdirSync(dirname(path), { recursive: true });
    for (const words of ["the old one", "the new one"]) {
      writeFileSync(path, `${JSON.stringify(entry(words, "/a"))}\n`);
      expect(listSessions(nodeShelf, folder, { real: "/a" })[0]?.title).toBe(words);
    }
  });

  test("the newest is the newest of this directory", () => {
    const logs = shelf({
      "-a-b-c": { [idOf(1)]: [entry("older", "/a/b-c")], [idOf(2)]: [entry("newer, elsewhere", "/a/b/c")] },
    });
    expect(newestSession(logs, "/root", { real: "/a/b-c" })?.id).toBe(idOf(1));
    expect(newestSession(logs, "/root", { real: "/a/b.c" })).toBeUndefined();
  });
});

describe("what a session is called", () => {
  test("a prompt is what a person said: no command, output, interruption, result, summary or remark", () => {
    const said = (content: unknown, more: object = {}) => ({
      ...entry("", "/a"),
      message: { role: "user", content },
      ...more,
    });
    const logs = shelf({
      "-a": {
        [idOf(1)]: [
          said("a remark", { isMeta: true }),
          said("a summary", { isCompactSummary: true }),
          said("<command-name>/clear</command-name>"),
          said("<local-command-stdout>done</local-command-stdout>"),
          said("[Request interrupted by user for tool use]"),
          said([{ type: "tool_result", tool_use_id: "t", content: "a result" }]),
          said([
            { type: "text", text: "  " },
            { type: "text", text: " the first words " },
          ]),
          said("the second words"),
        ],
        [idOf(2)]: [said("<command-name>/compact</command-name>\n<command-args>x</command-args>")],
      },
    });
    const rows = listSessions(logs, "/root", { real: "/a" });
    expect(rows.map(({ title }) => title).sort()).toEqual(["/compact", "the first words"]);
  });

  test("a first line larger than any window is read whole", () => {
    const logs = shelf({ "-a": { [idOf(1)]: [entry("x".repeat(300_000), "/a", { gitBranch: "main" })] } });
    expect(listSessions(logs, "/root", { real: "/a" })[0]).toMatchObject({
      cwd: "/a",
      title: "x".repeat(300_000),
    });
  });

  test("what is quoted is no title", () => {
    const quoted = JSON.stringify(titleLine("custom-title", "quoted"));
    expect(
      titleIn({ type: "mode" }, entry(quoted, "/a"), {
        type: "x",
        like: titleLine("custom-title", "inside"),
      }),
    ).toMatchObject({
      title: "said first",
      title_source: "first-prompt",
    });
  });
});

const KINDS = ["custom-title", "ai-title", "last-prompt", "summary"] as const;

law(
  "title-order",
  "a session is called by the last of its custom titles, else by its model's title, its last prompt, its summary, its first prompt, in this order and wherever in a short log they stand",
  [fc.shuffledSubarray([...KINDS, ...KINDS], { minLength: 0 }), fc.nat(8)],
  (kinds, at) => {
    const lines: object[] = kinds.map((kind, number) =>
      kind === "summary"
        ? { type: kind, summary: `${kind} ${number}`, leafUuid: uuidOf("said first") }
        : titleLine(kind, `${kind} ${number}`),
    );
    lines.splice(at % (lines.length + 1), 0, entry("said first", "/a"));
    const best = KINDS.find((kind) => kinds.includes(kind));
    const logs = shelf({ "-a": { [idOf(1)]: lines } });
    const [row] = listSessions(logs, "/root", { real: "/a" });
    expect(row?.title).toBe(best ? `${best} ${kinds.lastIndexOf(best)}` : "said first");
  },
);

const uuidOf = (words: string) => String(entry(words, "/a").uuid);

law(
  "title-kept",
  "the last custom title of a log is its title, however much was written before and after it",
  [fc.nat(3), fc.nat(3), fc.integer({ min: 0, max: 70_000 })],
  (before, after, rest) => {
    const filler = (count: number) =>
      Array.from({ length: count }, () => entry("y".repeat(40_000 + rest), "/a"));
    const lines = [
      entry("said first", "/a"),
      titleLine("custom-title", "an older name"),
      ...filler(before),
      titleLine("custom-title", "the name"),
      ...filler(after),
      titleLine("ai-title", "a model's name"),
    ];
    const [row] = listSessions(shelf({ "-a": { [idOf(1)]: lines } }), "/root", { real: "/a" });
    expect(row).toMatchObject({ title: "the name", title_source: "custom-title" });
  },
  { runs: 30 },
);

const anyName = fc.constantFrom("b-c", "b/c", "b_c", "b.c", "B-c", "b c", "b–c", "日c", "😀", "é", "e\u0301");
const anyDirectory = fc
  .tuple(anyName, fc.constantFrom("", "/deep".repeat(50)))
  .map(([name, deep]) => `/a${deep}/${name}`);

law(
  "slug-found",
  "a folder's name is ASCII, one dash for each unit that is no letter or digit, and a directory's sessions are found under every name that a client gives the folder",
  [anyDirectory],
  (cwd) => {
    const path = cwd.normalize("NFC");
    const mine = slug(cwd);
    expect(mine).toMatch(/^[A-Za-z0-9-]{1,210}$/);
    expect(slug(path)).toBe(mine);
    expect(mine.slice(0, 200)).toBe(
      [...Array(path.length).keys()]
        .map((at) => path.charAt(at).replace(/[^a-z0-9]/i, "-"))
        .join("")
        .slice(0, 200),
    );
    const byCharacter = [...path]
      .map((letter) => letter.replace(/[^a-z0-9]/iu, "-"))
      .map((letter) => letter[0])
      .join("");
    const names = [mine, byCharacter.length > 200 ? `${byCharacter.slice(0, 200)}-other` : byCharacter];
    for (const name of names) {
      const logs = shelf({ [name]: { [idOf(1)]: [entry("here", cwd)] } });
      expect(idsOf(logs, cwd)).toEqual([idOf(1)]);
    }
  },
);

law(
  "session-belongs",
  "every session is listed for the directory that its entries name and for no other, whatever folders they share",
  [
    fc.uniqueArray(anyDirectory, { minLength: 1, maxLength: 4, selector: (cwd) => cwd.normalize("NFC") }),
    fc.nat(5),
  ],
  (directories, extra) => {
    const folders: Record<string, Record<string, object[]>> = {};
    const owner = new Map<string, string>();
    for (let number = 0; number < directories.length + extra; number += 1) {
      const cwd = directories[number % directories.length] ?? "";
      owner.set(idOf(number), cwd);
      const folder = slug(cwd);
      folders[folder] = { ...folders[folder], [idOf(number)]: [entry(`said ${number}`, cwd)] };
    }
    const logs = shelf(folders);
    for (const cwd of directories) {
      const ids = [...owner].flatMap(([id, home]) => (home === cwd ? [id] : []));
      expect(idsOf(logs, cwd).sort()).toEqual(ids.sort());
    }
    expect(listSessions(logs, "/root").length).toBe(owner.size);
  },
  { runs: 40 },
);

test("a log that goes on in another folder is read as one, at any place and of any length", () => {
  const half = (text: string): LogFile => {
    const bytes = new TextEncoder().encode(text);
    return {
      append: () => {},
      size: () => bytes.length,
      read: (offset = 0, length = Number.POSITIVE_INFINITY) => bytes.slice(offset, offset + length),
    };
  };
  for (const before of ["", "a\n", "a\nb"]) {
    const logs: Readonly<Record<string, LogFile>> = { "/from": half(before), "/to": half("c\nd\n") };
    const open = openerFor({ path: "/to", earlier: "/from" }, (path) => logs[path] ?? half(""));
    const whole = `${before}${before === "a\nb" ? "\n" : ""}c\nd\n`;
    const log = open("/to");
    expect(Buffer.from(log.read()).toString()).toBe(whole);
    expect(log.size()).toBe(whole.length);
    for (let offset = 0; offset <= whole.length; offset += 1) {
      for (let length = 0; length <= whole.length; length += 1) {
        expect(Buffer.from(log.read(offset, length)).toString()).toBe(whole.slice(offset, offset + length));
      }
    }
  }
});

test("a glance parses a line once, however many marks are in it, and reads no part again for each of them", () => {
  const ids = Array.from({ length: 4000 }, (_, at) => ({ pageTitle: `t${at}` }));
  const many = Array.from({ length: 6000 }, () => ({ type: "x", pageTitle: 1 }));
  const end = Array.from({ length: 30 }, () => entry("y".repeat(3000), "/a"));
  const logs = shelf({
    "-a": { [idOf(1)]: [entry("p", "/a"), entry("r", "/a", { toolUseResult: ids }), ...many, ...end] },
  });
  let read = 0;
  const counted: Shelved = {
    ...logs,
    open: (path, use) =>
      logs.open(path, (source) =>
        use({
          read: (offset, length) => {
            const bytes = source.read(offset, length);
            read += bytes.length;
            return bytes;
          },
        }),
      ),
  };
  const parse = vi.spyOn(JSON, "parse");
  const [row] = listSessions(counted, "/root", { real: "/a" });
  const parsed = parse.mock.calls.length;
  parse.mockRestore();
  expect(parsed).toBeLessThan(many.length + 200);
  expect(read).toBeLessThan(4 * (row?.bytes ?? 0));
});

test("a folder that may not be read keeps nobody from the sessions beside it", () => {
  const logs = shelf({ "-a": { [idOf(1)]: [entry("p", "/a")] }, "-b": { [idOf(2)]: [entry("q", "/b")] } });
  const barred: Shelved = {
    ...logs,
    list: (folder) => {
      if (folder.endsWith("-b")) throw Object.assign(new Error("barred"), { code: "EACCES" });
      return logs.list(folder);
    },
  };
  expect(idsOf(barred, "/a")).toEqual([idOf(1)]);
  expect(listSessions(barred, "/root").map(({ id }) => id)).toEqual([idOf(1)]);
});

test("a list reads and writes nothing but reads: times and bytes of the logs stay", () => {
  const folder = freshFolder();
  const path = join(folder, "projects", "-a", `${idOf(1)}.jsonl`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(entry("said", "/a"))}\n`);
  utimesSync(path, 1000, 1000);
  symlinkSync(path, join(dirname(path), `${idOf(2)}.jsonl`));
  const before = [readdirSync(dirname(path)), statSync(path).mtimeMs, statSync(path).size];
  expect(listSessions(nodeShelf, folder).map(({ id, changed }) => [id, changed])).toEqual([
    [idOf(1), 1_000_000],
  ]);
  expect([readdirSync(dirname(path)), statSync(path).mtimeMs, statSync(path).size]).toEqual(before);
});

test("a folder of logs that is kept elsewhere, behind a link, is looked through, and comes once", () => {
  const [root, elsewhere] = [freshFolder(), freshFolder()];
  mkdirSync(join(root, "projects", "-b"), { recursive: true });
  symlinkSync(elsewhere, join(root, "projects", "-a"));
  symlinkSync(join(root, "projects", "-b"), join(root, "projects", "-c"));
  writeFileSync(join(elsewhere, `${idOf(1)}.jsonl`), `${JSON.stringify(entry("said", "/a"))}\n`);
  writeFileSync(join(root, "projects", "-b", `${idOf(2)}.jsonl`), `${JSON.stringify(entry("said", "/b"))}\n`);
  expect(newestSession(nodeShelf, root, { real: "/a" })?.id).toBe(idOf(1));
  expect(
    listSessions(nodeShelf, root)
      .map(({ id }) => id)
      .sort(),
  ).toEqual([idOf(1), idOf(2)]);
});
