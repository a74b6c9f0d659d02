/** A branch: the same conversation in a second file, and from then on two that know nothing of each other (C-5.5, I26). */
import fc from "fast-check";
import { expect } from "vitest";
import { refusal } from "#mock-api";
import {
  branch,
  buildTree,
  isChainEntry,
  type LogFile,
  type Path,
  pathTo,
  promptsOf,
  readLog,
  type Session,
  SessionError,
  type Tree,
  transcribe,
} from "#src/index.ts";
import { asked } from "../support/conversation.ts";
import { anyForest, type Forest, tidyForest } from "../support/forests.ts";
import { law } from "../support/law.ts";
import { SAYS, TakenUp } from "../support/taken-up.ts";
import { Killed, World } from "../support/world.ts";

/** The session that a forest is; undefined where there is none in it. */
function takenUp({ lines }: Forest, world = new World(), replies = [SAYS]): TakenUp | undefined {
  // The first id is that of the session itself.
  world.ids.uuid();
  try {
    return new TakenUp(lines, replies, {}, world);
  } catch (error) {
    if (error instanceof SessionError) return undefined;
    throw error;
  }
}

function sentAt(tree: Tree, leaf: string | null): string {
  return said(pathTo(tree, tree.byUuid.get(leaf ?? "")));
}

/** Do an entry's parents lead back to it? */
function isInRing(tree: Tree, uuid: string): boolean {
  const passed = new Set<string>();
  for (let up = tree.byUuid.get(uuid)?.entry.parentUuid; up && !passed.has(up); ) {
    passed.add(up);
    up = tree.byUuid.get(up)?.entry.parentUuid;
  }
  return passed.has(uuid);
}

function said(path: Path): string {
  return JSON.stringify(transcribe(path).messages);
}

law(
  "branch-alike",
  "a branch sends what its origin sends at the entry that it ends at, whichever entry of whichever log without a ring that is",
  [anyForest, fc.nat()],
  (forest, pick) => {
    const taken = takenUp(forest);
    if (!taken) return;
    const tree = taken.session.log.tree();
    if (tree.nodes.some(({ entry }) => isInRing(tree, entry.uuid))) return;
    for (const at of [taken.session.log.cursor, tree.nodes[pick % tree.nodes.length]?.entry.uuid ?? null]) {
      const child = branch(taken.session, { at });
      expect(said(child.log.way())).toBe(sentAt(tree, at));
    }
  },
  { runs: 150 },
);

law(
  "branch-independent",
  "of a branch's origin no byte changes, what is said on one side never reaches the other, and each copied entry names the one that it is a copy of",
  [tidyForest, fc.array(fc.boolean(), { minLength: 1, maxLength: 3 })],
  async (forest, turns) => {
    const taken = takenUp(
      forest,
      new World(),
      turns.map(() => SAYS),
    );
    if (!taken) return;
    const { session: origin, world } = taken;
    const before = world.text(origin.path);
    const child = branch(origin, { name: "other" });
    expect(world.text(origin.path)).toBe(before);
    expect([child.id === origin.id, child.path === origin.path]).toEqual([false, false]);
    const copy = world.text(child.path);
    const copies = readLog(world.bytes(child.path)).lines.map(({ line }) => line);
    expect(copies.filter(({ sessionId }) => sessionId !== child.id)).toEqual([]);
    for (const entry of copies.filter(isChainEntry))
      expect(entry["forkedFrom"]).toEqual({ sessionId: origin.id, messageUuid: entry.uuid });
    for (const [at, isOrigins] of turns.entries())
      await (isOrigins ? origin : child).prompt(`${isOrigins ? "origin" : "child"} ${at}`);
    expect(wordsIn(origin)).toEqual(turns.flatMap((isOrigins, at) => (isOrigins ? [`origin ${at}`] : [])));
    expect(wordsIn(child)).toEqual(turns.flatMap((isOrigins, at) => (isOrigins ? [] : [`child ${at}`])));
    expect(world.text(origin.path).startsWith(before)).toBe(true);
    expect(world.text(child.path).startsWith(copy)).toBe(true);
  },
  { runs: 60 },
);

/** What was said in a session after it was branched, as its next request has it. */
function wordsIn(session: Session): string[] {
  const texts = session.nextRequest().messages.flatMap(({ content }) => content.map(({ text }) => text));
  return texts.map(String).filter((text) => /^(origin|child) \d$/.test(text));
}

law(
  "branch-stopped",
  "a branch that is stopped at any of its writes leaves no session, or one that goes on with requests that the API takes, and its origin as it was",
  [tidyForest, fc.nat()],
  (forest, pick) => {
    const taken = takenUp(forest);
    if (!taken) return;
    const { session: origin, world } = taken;
    const before = world.text(origin.path);
    const lines = readLog(new TextEncoder().encode(forest.log)).count;
    let left = pick % (lines + 2);
    let path = "";
    const process = world.start();
    const openLog = (each: string): LogFile => {
      if (each !== origin.path) path = each;
      return {
        ...process.ports.openLog(each),
        append: (line, lasting) => {
          if (left === 0) process.kill();
          left -= 1;
          world.append(each, line, lasting);
        },
      };
    };
    const dying = process.resume(origin.id, { ports: { ...process.ports, openLog } });
    const at = promptsOf(dying).at(pick % 3)?.uuid ?? dying.log.cursor;
    try {
      branch(dying, { at });
    } catch (error) {
      if (!(error instanceof Killed)) throw error;
    }
    expect(world.text(origin.path)).toBe(before);
    const tree = buildTree(readLog(world.bytes(path)));
    const id = /([^/]+)\.jsonl$/.exec(path)?.[1] ?? "";
    const resumed = () => world.start().resume(id).conversation().messages;
    if (tree.nodes.length === 0) expect(resumed).toThrow(/There is no/);
    else expect(refusal(asked(resumed()), { foreignSignatures: "accept" })).toBeNull();
  },
  { runs: 80 },
);
