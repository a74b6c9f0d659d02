/** Checkpoints, example by example: what is written, what is told, and the real client's own. */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  type CheckpointPlace,
  checkpointing,
  historyOf,
  KEPT_CHECKPOINTS,
  type Line,
  NO_HOOKS,
  planTold,
  readLog,
  rewinder,
} from "#src/index.ts";
import { Checkpointed, writes } from "../support/checkpointed.ts";
import { place } from "../support/glass.ts";
import { law } from "../support/law.ts";
import { World } from "../support/world.ts";

const RECORDED = join(import.meta.dirname, "..", "recorded");
const CWD = "/home/user/demo";

/** A recorded session at its end, on a disk that holds its backups and these files. */
function recorded(
  name: string,
  files: Readonly<Record<string, string>>,
): { place: CheckpointPlace; world: World } {
  const folder = join(RECORDED, name, "file-history");
  const [id = ""] = readdirSync(folder);
  const world = new World();
  for (const body of readdirSync(join(folder, id)))
    world.disk.put(`${world.root}/file-history/${id}/${body}`, readFileSync(join(folder, id, body)));
  for (const [file, text] of Object.entries(files)) world.disk.put(`${CWD}/${file}`, text);
  const log = readFileSync(join(RECORDED, name, "final", `${id}.jsonl`));
  const lines = readLog(log).lines.map(({ line }) => line);
  const session = () => ({ id, log: { ledger: () => {} } });
  const { disk, clock, root, cwd } = world;
  return { place: { disk, clock, root, cwd, session, lines: () => lines, tell: () => {} }, world };
}

function textOf(world: World, name: string): string | undefined {
  const bytes = world.disk.read(`${CWD}/${name}`);
  return bytes && new TextDecoder().decode(bytes);
}

test("a session of the real client is restored to each of its prompts (O-19, fact 12)", () => {
  const { place, world } = recorded("rewind_conv", {
    "notes.md": "later\n",
    "other.md": "later\n",
    "mine.md": "m",
  });
  const seen = rewinder(place)
    .list()
    .map(({ messageId, prompt }) => {
      const plan = rewinder(place).plan(messageId);
      if (plan) rewinder(place).restore(plan);
      return [prompt, textOf(world, "notes.md"), textOf(world, "other.md")];
    });
  expect(seen).toEqual([
    ["Create notes", undefined, undefined],
    ["Change it to two", "one\n", undefined],
    ["Make other file", "two\n", undefined],
    ["Only talk rewound", "two\n", "x\n"],
  ]);
  expect(textOf(world, "mine.md")).toBe("m");
});

test("a body is named after the path, and where the real client says which, ours is called the same (fact 11)", async () => {
  const session = new Checkpointed([writes("notes.md", "two\n")]);
  session.put("notes.md", "one\n");
  await session.tools.turn();
  const { disk, root } = session.world;
  const bodies = disk.list(`${root}/file-history/${session.tools.session.id}`).map(({ name }) => name);
  expect(bodies).toEqual([`${createHash("sha256").update(`${CWD}/notes.md`).digest("hex").slice(0, 16)}@v1`]);
  const recordedBodies = readdirSync(join(RECORDED, "clear", "file-history"), { recursive: true });
  expect(recordedBodies).toContainEqual(expect.stringContaining(bodies[0] ?? ""));
});

test("a delta may stand before its snapshot, and one whose snapshot is lost is no prompt to go back to", () => {
  const backup = { backupFileName: null, version: 1, backupTime: "" };
  const delta = (snapshotMessageId: string, trackingPath: string): Line => {
    return { type: "file-history-delta", messageId: "A", snapshotMessageId, trackingPath, backup };
  };
  const snapshot: Line = {
    type: "file-history-snapshot",
    messageId: "U1",
    snapshot: { messageId: "U1", trackedFileBackups: {}, timestamp: "t" },
  };
  const { checkpoints } = historyOf([delta("U1", "a"), snapshot, delta("U2", "b")], "/p");
  expect(
    checkpoints.map(({ messageId, timestamp, files }) => [messageId, timestamp, ...files.keys()]),
  ).toEqual([
    ["U1", "t", "/p/a"],
    ["U2", undefined, "/p/b"],
  ]);
});

test("what is no name of a body is not looked for, and nothing outside of the project is restored", () => {
  const world = new World();
  world.disk.put(`${CWD}/a`, "now");
  world.disk.put(`${world.root}/file-history/s/0123456789abcdef@v1`, "planted");
  const body = (backupFileName: string) => ({ backupFileName, version: 1, backupTime: "" });
  const trackedFileBackups = {
    a: body("../../../etc/passwd"),
    "../outside": body("0123456789abcdef@v1"),
  };
  const line = {
    type: "file-history-snapshot",
    snapshot: { messageId: "U1", trackedFileBackups, timestamp: "" },
  };
  const { disk, clock, root, cwd } = world;
  const session = () => ({ id: "s", log: { ledger: () => {} } });
  const { plan } = rewinder({ disk, clock, root, cwd, session, lines: () => [line], tell: () => {} });
  expect(plan("U1")?.files).toMatchObject([
    {
      path: "/home/user/outside",
      action: "skip",
      why: expect.stringContaining("outside the project folder"),
    },
  ]);
});

law(
  "versions-end",
  "whatever number a log gives to a backup, a prompt comes to an end, and each file that is changed then is kept or told to be what cannot come back",
  [fc.oneof(fc.double(), fc.constantFrom(-1, 2 ** 31, 2 ** 32 - 1, 2 ** 53 - 1, 2 ** 53, 1e21), fc.nat(9))],
  async (version) => {
    const { disk, clock, root, cwd } = new World();
    const backup = { backupFileName: "0123456789abcdef@v1", version, backupTime: "" };
    const trackedFileBackups = { "a.txt": backup, "b.txt": { ...backup, version: 1 } };
    const snapshot = { messageId: "U", trackedFileBackups, timestamp: "" };
    const lines: Line[] = [{ type: "file-history-snapshot", messageId: "U", snapshot }];
    const session = () => ({ id: "s", log: { ledger: (line: Line) => void lines.push(line) } });
    const place = { disk, clock, root, cwd, session, lines: () => lines, tell: () => {} };
    const kind = disk.kind.bind(disk);
    let looks = 0;
    disk.kind = (path) => {
      looks += 1;
      if (looks > 500) throw new Error("It comes to no end.");
      return kind(path);
    };
    const hooks = checkpointing(NO_HOOKS, place);
    for (const messageId of ["U1", "U2", "U3"]) {
      for (const file of ["a.txt", "b.txt"]) disk.put(`${cwd}/${file}`, messageId);
      await hooks({ event: "UserPromptSubmit", prompt: "p", messageId }, undefined, () => []);
    }
    expect(looks).toBeLessThan(500);
    for (const file of ["a.txt", "b.txt"]) disk.put(`${cwd}/${file}`, "now");
    const { plan: planFor, restore } = rewinder(place);
    const plan = planFor("U2");
    const done = plan ? restore(plan) : [];
    for (const { path, action } of done)
      expect([action, new TextDecoder().decode(disk.read(path))]).toEqual(
        action === "skip" ? ["skip", "now"] : ["write", "U2"],
      );
    expect(done.find(({ path }) => path.endsWith("b.txt"))?.action).toBe("write");
  },
  { runs: 60 },
);

test("what somebody else has changed is told before, with a diff, and what changes after the plan is left alone", async () => {
  const session = new Checkpointed([writes("a.txt", "edited\n"), writes("b.txt", "edited\n")]);
  session.put("a.txt", "first\n");
  await session.tools.turn();
  await session.tools.turn();
  session.put("a.txt", "edited\nby hand\n");
  const { list, plan: planFor, restore, diff } = session.rewinder;
  const [point] = list();
  expect(point?.changes).toEqual([
    { path: `${CWD}/a.txt`, change: "changed", lines: { added: 1, removed: 1 } },
  ]);
  const plan = planFor(point?.messageId ?? "");
  const told = plan ? planTold(plan, CWD) : [];
  expect(told.slice(0, 3)).toEqual([
    "1 file comes back as it was: a.txt",
    "1 file is removed: it was not there: b.txt",
    "Changed by hand, by a command or by an agent since this session's tools last saw it, and lost: a.txt",
  ]);
  const [a, b] = plan?.files ?? [];
  expect(a && diff(a)).toContain("@@ -1,2 +1,1 @@\n-edited\n-by hand\n+first\n");
  session.put("b.txt", "changed meanwhile");
  const done = plan ? restore(plan) : [];
  expect(done.map(({ action, why }) => [action, why])).toEqual([
    ["write", undefined],
    ["skip", "it has changed since this was planned"],
  ]);
  expect([session.text("a.txt"), session.text("b.txt"), b?.isForeign]).toEqual([
    "first\n",
    "changed meanwhile",
    false,
  ]);
});

test("where no backup can be kept, the edit is not made, and a prompt is sent all the same", async () => {
  const session = new Checkpointed([writes("a.txt", "1"), writes("b.txt", "2"), writes("c.txt", "3")]);
  await session.tools.turn();
  session.put("b.txt", "0");
  const { disk } = session.world;
  disk.replace = () => {
    throw new Error("ENOSPC: no space left on device");
  };
  await session.tools.turn();
  expect(session.told).toEqual([
    "Files cannot be taken back to what they were before this prompt: no copy of what is there could be kept (ENOSPC: no space left on device).",
  ]);
  expect(session.tools.result(1, 1)).toMatchObject({
    is_error: true,
    content: expect.stringMatching(/^The file was not changed: no copy .*ENOSPC/),
  });
  expect([session.text("b.txt"), session.rewinder.list().length]).toEqual(["0", 1]);
});

test("the last prompts can be gone back to, and no others", () => {
  const lines = Array.from({ length: KEPT_CHECKPOINTS + 1 }, (_, at): Line => {
    const snapshot = { messageId: `U${at}`, trackedFileBackups: {}, timestamp: "" };
    return { type: "file-history-snapshot", snapshot };
  });
  const { disk, clock, root, cwd } = new World();
  const session = () => ({ id: "s", log: { ledger: () => {} } });
  const { list, plan } = rewinder({ disk, clock, root, cwd, session, lines: () => lines, tell: () => {} });
  expect([list().length, list()[0]?.messageId, plan("U0")]).toEqual([KEPT_CHECKPOINTS, "U1", undefined]);
});

test("on the command line a prompt has a checkpoint, and the edits of its agents have none (C-5.3d)", async () => {
  const here = place();
  mkdirSync(join(here.project, "sub"));
  const call = (name: string, input: object) => ({ content: [{ type: "tool_use", name, input }] });
  const says = { content: [{ type: "text", text: "done" }] };
  const replies = [
    call("Write", { file_path: "own.txt", content: "own" }),
    call("Agent", { description: "write", prompt: "Write." }),
    call("Write", { file_path: "agents.txt", content: "the agent's" }),
    says,
    says,
  ];
  const script = here.file("replies.json", JSON.stringify(replies));
  const run = ["-p", "Go.", "--script", script, "--permission-mode", "bypassPermissions"];
  expect((await here.glass(run)).code).toBe(0);
  expect(existsSync(join(here.project, "agents.txt"))).toBe(true);
  const logs = readdirSync(here.home, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".jsonl"),
  );
  const lines = logs.flatMap((name) =>
    readLog(readFileSync(join(here.home, name))).lines.map(({ line }) => line),
  );
  const { checkpoints } = historyOf(lines, here.project);
  const prompt = lines.find(({ message }) => JSON.stringify(message)?.includes('"Go."'));
  expect(checkpoints.map(({ messageId, files }) => [messageId, ...files.keys()])).toEqual([
    [prompt?.["uuid"], join(here.project, "own.txt")],
  ]);
});
