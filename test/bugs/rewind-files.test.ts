/** Reports of files that a rewind did not bring back, or should not have touched. */
import { linkSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeDisk } from "#src/host/disk.ts";
import { Checkpointed, removes, writes } from "../support/checkpointed.ts";
import { freshFolder } from "../support/real-folder.ts";

const NOT_UNDONE = expect.stringMatching(/^Not undone: what shell commands and agents .* last 100 prompts/);

test("bug report 80: a file that a command has removed comes back if it was tracked; that others do not is told", async () => {
  const session = new Checkpointed([writes("a.txt", "1"), removes("a.txt"), removes("b.txt")]);
  session.put("b.txt", "not tracked");
  for (const _ of [1, 2, 3]) await session.tools.turn();
  expect(session.restore(1)).toEqual({
    before: ["1 file comes back as it was: a.txt", NOT_UNDONE],
    after: ["1 file is as it was: a.txt"],
  });
  expect([session.text("a.txt"), session.text("b.txt")]).toEqual(["1", undefined]);
});

test("bug report 81: a process that has just been started restores what an earlier one has edited", async () => {
  const session = new Checkpointed([writes("a.txt", "1"), writes("a.txt", "2"), writes("a.txt", "3")]);
  await session.tools.turn();
  await session.tools.turn();
  session.tools.restart();
  await session.tools.turn();
  expect(
    session.rewinder.list().map(({ prompt, changes }) => [prompt, ...changes.map((each) => each.lines)]),
  ).toEqual([1, 2, 3].map((turn) => ["Go on.", { added: 1, removed: turn === 1 ? 0 : 1 }]));
  session.restore(1);
  expect(session.text("a.txt")).toBe("1");
  session.restore(0);
  expect(session.text("a.txt")).toBeUndefined();
  session.restore(2);
  expect(session.text("a.txt")).toBe("2");
});

test("bug report 82: a file that is first edited inside a turn is known by its delta alone", async () => {
  const session = new Checkpointed([writes("a.txt", "1")]);
  session.put("a.txt", "0");
  await session.tools.turn();
  const [snapshot = "", delta = "", ...others] = session.lines();
  expect(JSON.parse(snapshot)).toMatchObject({
    snapshot: { trackedFileBackups: {} },
    isSnapshotUpdate: false,
  });
  expect(JSON.parse(delta)).toMatchObject({ trackingPath: "a.txt", backup: { version: 1 } });
  expect(others).toEqual([]);
  session.restore(0);
  expect(session.text("a.txt")).toBe("0");
});

test("bug report 84: a file that was made since goes, and of its folders those that went with it and are empty", async () => {
  const session = new Checkpointed(
    [[...writes("new/deep/h.txt", "h"), ...writes("kept/i.txt", "i")]],
    realFolders(),
  );
  session.put("kept/by-hand.txt", "mine");
  await session.tools.turn();
  session.put("new/by-hand.txt", "mine");
  expect(session.restore(0).before[0]).toBe(
    "2 files are removed: they were not there: kept/i.txt, new/deep/h.txt",
  );
  expect(["new", "new/deep", "kept"].map((name) => nodeDisk.kind(join(session.place.cwd, name)))).toEqual([
    "folder",
    undefined,
    "folder",
  ]);
  expect(session.text("new/by-hand.txt")).toBe("mine");
});

test("bug report 85: nothing is written through a symlink or into a hard link, and both are told", async () => {
  const names = ["link.txt", "hard.txt", "through/deep.txt", "plain.txt"];
  const session = new Checkpointed([names.flatMap((name) => writes(name, "edited"))], realFolders());
  const outside = join(freshFolder(), "outside.txt");
  const { cwd } = session.place;
  writeFileSync(outside, "outside");
  for (const name of names) session.put(name, "before");
  await session.tools.turn();
  rmSync(join(cwd, "link.txt"));
  symlinkSync(outside, join(cwd, "link.txt"));
  linkSync(join(cwd, "hard.txt"), join(cwd, "other-name.txt"));
  rmSync(join(cwd, "through"), { recursive: true });
  symlinkSync(cwd, join(cwd, "through"));
  writeFileSync(join(cwd, "deep.txt"), "deep");
  expect(session.restore(0).after).toEqual([
    "1 file is as it was: plain.txt",
    expect.stringMatching(/^hard\.txt is not restored: it has another name, a hard link/),
    "link.txt is not restored: a link stands in its place now.",
    "through/deep.txt is not restored: a symlink stands on the way to it.",
  ]);
  expect(readFileSync(outside, "utf8")).toBe("outside");
  expect([session.text("other-name.txt"), session.text("deep.txt")]).toEqual(["edited", "deep"]);
});

test("bug report 86: a backup that is missing or damaged is told, the others are restored, and no file is emptied", async () => {
  const names = ["a.txt", "b.txt", "c.txt"];
  const session = new Checkpointed([names.flatMap((name) => writes(name, "edited"))]);
  for (const name of names) session.put(name, "before");
  await session.tools.turn();
  const folder = `${session.world.root}/file-history/${session.tools.session.id}`;
  const [a, b] = ["a.txt", "b.txt"].map((name) => bodyOf(session, name));
  session.world.disk.remove(`${folder}/${a}`);
  session.world.disk.put(`${folder}/${b}`, "");
  expect(session.restore(0).after).toEqual([
    "1 file is as it was: c.txt",
    `a.txt is not restored: its backup ${a} is missing.`,
    `b.txt is not restored: its backup ${b} is damaged.`,
  ]);
  expect(names.map((name) => session.text(name))).toEqual(["edited", "edited", "before"]);
});

/** The name of the body that a file's delta names. */
function bodyOf(session: Checkpointed, name: string): string {
  const deltas = session.lines().map((line) => JSON.parse(line));
  return deltas.find(({ trackingPath }) => trackingPath === name).backup.backupFileName;
}

function realFolders(): { cwd: string; root: string } {
  return { cwd: freshFolder(), root: freshFolder() };
}
