/** What lies beside a log goes along with a branch, and nothing of the branch hangs on its origin (C-5.5, D-22). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { branchOff } from "#src/annex/branch/branch-off.ts";
import { persisting } from "#src/annex/results/persisting.ts";
import { resultsFolder } from "#src/annex/results/place.ts";
import { CORE_TOOLS, type Line, SessionError } from "#src/index.ts";
import { law, shownAs } from "../support/law.ts";
import { assistant, call, remark, SESSION, user, words } from "../support/log-lines.ts";
import { runTool } from "../support/run-tool.ts";
import { keepingOn } from "../support/saved-results.ts";
import { TakenUp } from "../support/taken-up.ts";
import { uuid, World } from "../support/world.ts";

/** A turn: whether it has left a saved result and a checkpoint, and whether it was taken back afterwards. */
interface Left {
  readonly saved: "no" | "kept" | "gone";
  readonly backup: "no" | "kept" | "gone" | "none was there";
  readonly isRewound: boolean;
}

const anyTurns = shownAs(
  fc.array(
    fc.record<Left>({
      saved: fc.constantFrom("no", "kept", "kept", "gone"),
      backup: fc.constantFrom("no", "kept", "kept", "gone", "none was there"),
      isRewound: fc.constantFrom(false, false, true),
    }),
    { minLength: 1, maxLength: 6 },
  ),
  (turns) => JSON.stringify(turns),
);

const nameOf = (turn: number) => ({ saved: `r${turn}.txt`, backup: `${"0".repeat(15)}${turn}@v1` });

class Origin {
  readonly world = new World();
  readonly log = `${this.world.root}/projects/-home-user-demo/${SESSION}.jsonl`;
  readonly lines: Line[] = [];

  constructor(turns: readonly Left[]) {
    this.world.ids.uuid();
    let parent: string | null = null;
    for (const [turn, left] of turns.entries()) {
      const end = this.#turn(turn, left, parent);
      if (!left.isRewound) parent = end;
      else this.lines.push(remark({ uuid: `b${turn}`, parent }, "system", { subtype: "rewind" }));
    }
  }

  path(turn: number): string {
    return `${resultsFolder(this.log)}/${nameOf(turn).saved}`;
  }

  #turn(turn: number, { saved, backup }: Left, parent: string | null): string {
    const { disk, root } = this.world;
    const [prompt, asks, answer, end] = ["p", "a", "r", "e"].map((kind) => `${kind}${turn}`) as string[];
    const backupFileName = backup === "none was there" ? null : nameOf(turn).backup;
    const trackedFileBackups = backup === "no" ? {} : { [`f${turn}.txt`]: { backupFileName, version: 1 } };
    const snapshot = { messageId: prompt, trackedFileBackups, timestamp: "2026-07-28T06:00:00.000Z" };
    if (backup === "kept") disk.put(`${root}/file-history/${SESSION}/${backupFileName}`, `was ${turn}`);
    if (saved === "kept") disk.put(this.path(turn), `said ${turn}`);
    const content = saved === "no" ? "short" : `<persisted-output>\n${this.path(turn)}\n</persisted-output>`;
    const block = { type: "tool_result", tool_use_id: `t${turn}`, content };
    this.lines.push(
      { type: "file-history-snapshot", messageId: prompt, snapshot, isSnapshotUpdate: false },
      user({ uuid: prompt ?? "", parent }, `m${turn}`),
      assistant({ uuid: asks ?? "", parent: prompt ?? "" }, `msg${turn}`, call(`t${turn}`)),
      user({ uuid: answer ?? "", parent: asks ?? "" }, [block]),
      assistant({ uuid: end ?? "", parent: answer ?? "" }, `end${turn}`, words(`s${turn}`)),
    );
    return end ?? "";
  }
}

law(
  "branch-keeps",
  "what a branch's log names beside it is the branch's own, byte for byte, and no more is copied; it stays when all of the origin is taken away, and a saved result is still read by the path that was told",
  [anyTurns],
  async (turns) => {
    const origin = new Origin(turns);
    const { world } = origin;
    const live = [...turns.keys()].filter((turn) => !turns[turn]?.isRewound);
    if (live.length === 0) return;
    const { session } = new TakenUp(origin.lines, [], {}, world);
    const keeping = { disk: world.disk, save: savingOn(world) };
    const { session: child, told } = branchOff(session, {}, keeping);
    const folder = resultsFolder(child.path);
    const backups = `${world.root}/file-history/${child.id}`;
    const names = (of: string) => world.disk.list(of).map(({ name }) => name);
    expect(names(folder)).toEqual(
      live.filter((at) => turns[at]?.saved === "kept").map((at) => nameOf(at).saved),
    );
    expect(names(backups)).toEqual(
      live.filter((at) => turns[at]?.backup === "kept").map((at) => nameOf(at).backup),
    );
    expect(told.length).toBe(live.some((at) => turns[at]?.backup === "gone") ? 1 : 0);
    for (const at of turns.keys()) {
      world.disk.remove(origin.path(at));
      world.disk.remove(`${world.root}/file-history/${SESSION}/${nameOf(at).backup}`);
    }
    const tools = persisting(
      CORE_TOOLS,
      keepingOn(world, () => child.path),
    );
    for (const [at, { saved, backup, isRewound }] of turns.entries()) {
      const around = { cwd: world.cwd, disk: world.disk, tools };
      const read = await runTool("Read", { file_path: origin.path(at) }, around);
      const isThere = saved === "kept" && !isRewound;
      expect(read.is_error ?? false).toBe(!isThere);
      if (isThere) expect(read.content).toContain(`said ${at}`);
      const body = backup === "kept" && !isRewound ? `was ${at}` : undefined;
      const bytes = world.disk.read(`${backups}/${nameOf(at).backup}`);
      expect(bytes && new TextDecoder().decode(bytes)).toBe(body);
    }
  },
  { runs: 100 },
);

/** Saves as the host does: what is there stays as it is. */
function savingOn({ disk }: World) {
  return (path: string, content: Uint8Array) => {
    if (disk.kind(path) !== undefined) throw new Error(`EEXIST: file already exists, ${path}`);
    disk.put(path, content);
  };
}

const ONE: Left = { saved: "kept", backup: "kept", isRewound: false };

test("where something beside the log cannot be copied there is no branch, and it is told why", () => {
  const { world, lines } = new Origin([ONE]);
  const { session } = new TakenUp(lines, [], {}, world);
  const save = () => {
    throw new Error("ENOSPC: no space left on device");
  };
  const nextId = uuid(2);
  expect(() => branchOff(session, {}, { disk: world.disk, save })).toThrow(SessionError);
  expect(() => world.start().resume(nextId)).toThrow(/There is no session/);
});

test("saved results of a session that is no origin are not reached, nor is a name that leads out of the folder", async () => {
  const { world, lines } = new Origin([ONE]);
  const { session } = new TakenUp(lines, [], {}, world);
  const other = `${world.root}/projects/-home-user-demo/${uuid(99)}/tool-results/r0.txt`;
  world.disk.put(other.replace("r0", "r1"), "other");
  const keeping = { disk: world.disk, save: savingOn(world) };
  const { session: child } = branchOff(session, { name: "second" }, keeping);
  const tools = persisting(
    CORE_TOOLS,
    keepingOn(world, () => child.path),
  );
  const read = (file_path: string) =>
    runTool("Read", { file_path }, { cwd: world.cwd, disk: world.disk, tools });
  expect((await read(other.replace("r0", "r1"))).is_error).toBe(true);
  expect((await read(`${world.root}/elsewhere/${SESSION}/tool-results/r0.txt`)).is_error).toBe(true);
  expect((await read(`${resultsFolder(child.path)}/../../${SESSION}.jsonl`)).is_error).toBe(true);
});
