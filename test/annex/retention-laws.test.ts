/** What retention takes away, and all that it leaves (fact 14, bug report 122). */
import { mkdirSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dueSessions, type RetentionPorts } from "#src/annex/retention/due.ts";
import { removeDue } from "#src/annex/retention/remove.ts";
import { deletionIn } from "#src/host/deletion.ts";
import { nodeDisk } from "#src/host/disk.ts";
import { law, shownAs } from "../support/law.ts";
import { contentsOf, freshFolder } from "../support/real-folder.ts";
import { uuid } from "../support/world.ts";

const NOW = Date.UTC(2026, 6, 28);
const DAY = 86_400_000;
const ALIVE = 100;

/** What there may be of a session. Ages are days. */
interface Kept {
  readonly log: number | "none" | "a link";
  /** The age of a log of the same id in another project, where the session was moved there. */
  readonly moved: number | "none" | "behind a link";
  readonly lock: "none" | "living" | "dead" | "elsewhere" | "nothing said";
  readonly runs: boolean;
  /** The age of what lies beside the log; `link`: a link out of the data root is among it. */
  readonly beside: "none" | { readonly age: number; readonly link: boolean };
  /** The age of its checkpoints. */
  readonly backups: number | "none";
}

const age = fc.constantFrom(0, 3, 6, 8, 29, 31, 60);
const anyRoot = shownAs(
  fc.array(
    fc.record<Kept>({
      log: fc.oneof({ weight: 5, arbitrary: age }, fc.constantFrom("none" as const, "a link" as const)),
      moved: fc.oneof(
        { weight: 5, arbitrary: fc.constant("none" as const) },
        age,
        fc.constant("behind a link" as const),
      ),
      lock: fc.constantFrom("none", "none", "none", "living", "dead", "elsewhere", "nothing said"),
      runs: fc.constantFrom(false, false, false, true),
      beside: fc.oneof(fc.constant("none" as const), fc.record({ age, link: fc.boolean() })),
      backups: fc.oneof(fc.constant("none" as const), age),
    }),
    { minLength: 1, maxLength: 4 },
  ),
  (sessions) => sessions.map((each) => JSON.stringify(each)).join("\n"),
);
const anyDays = fc.constantFrom(1, 7, 30, 45);

const HOLDERS = {
  living: JSON.stringify({ pid: ALIVE, started: "s", host: "here", since: "" }),
  dead: JSON.stringify({ pid: 7, started: "s", host: "here", since: "" }),
  elsewhere: JSON.stringify({ pid: 7, started: "s", host: "there", since: "" }),
  "nothing said": "nothing",
};

const PORTS: RetentionPorts = {
  disk: nodeDisk,
  processes: {
    self: { pid: ALIVE + 1, started: "s", host: "here" },
    living: (pid) => (pid === ALIVE ? { started: "s" } : undefined),
  },
  now: NOW,
  pause: async () => {},
};

/** A data root on the real disk, what is not a session's in it too; and a folder outside that links lead to. */
class Root {
  readonly #folder = freshFolder();
  readonly root = join(this.#folder, "root");
  readonly #outside = join(this.#folder, "outside");

  constructor(sessions: readonly Kept[]) {
    this.#put(join(this.#outside, "old.jsonl"), 90);
    this.#put(join(this.#outside, `${uuid(90)}.jsonl`), 90);
    mkdirSync(join(this.root, "projects"), { recursive: true });
    symlinkSync(this.#outside, join(this.root, "projects", "linked"));
    for (const name of ["settings.json", "projects/-a/agent-a1.jsonl", "projects/-a/memory/MEMORY.md"])
      this.#put(join(this.root, name), 90);
    this.#put(join(this.root, "projects/-a/notes", `${uuid(91)}.jsonl`), 90);
    this.#put(join(this.root, "file-history/notes/kept@v1"), 90);
    for (const [number, kept] of sessions.entries()) this.#session(uuid(number + 1), kept);
  }

  /** The names of all that is there and outside, and what it holds. */
  contents(): Record<string, string> {
    return contentsOf(this.#folder);
  }

  nameOf(path: string): string {
    return path.slice(this.#folder.length + 1);
  }

  #session(id: string, { log, moved, lock, runs, beside, backups }: Kept): void {
    const at = join(this.root, "projects", "-a", id);
    if (typeof log === "number") this.#put(`${at}.jsonl`, log);
    if (log === "a link") symlinkSync(join(this.#outside, "old.jsonl"), `${at}.jsonl`);
    if (typeof moved === "number") this.#put(join(this.root, "projects", "-b", `${id}.jsonl`), moved);
    if (moved === "behind a link") this.#put(join(this.#outside, `${id}.jsonl`), 90);
    if (lock !== "none") this.#put(`${at}.lock`, 90, HOLDERS[lock]);
    if (runs) this.#put(join(this.root, "sessions", `${id}.json`), 0, `{"pid":${ALIVE},"sessionId":"${id}"}`);
    if (beside !== "none") this.#put(join(at, "tool-results", "r.txt"), beside.age);
    if (beside !== "none" && beside.link) symlinkSync(this.#outside, join(at, "tool-results", "link"));
    if (backups !== "none") this.#put(join(this.root, "file-history", id, "0@v1"), backups);
  }

  #put(path: string, days: number, content = `of ${path}`): void {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    utimesSync(path, (NOW - days * DAY) / 1000, (NOW - days * DAY) / 1000);
  }
}

/** By the rule: does this session go? */
function goes({ log, moved, lock, runs, beside, backups }: Kept, days: number): boolean {
  if (log === "a link" || moved === "behind a link" || runs) return false;
  if (lock === "living" || lock === "elsewhere") return false;
  const ages = [log, moved].filter((each) => typeof each === "number");
  // A link that was made just now is as young as its making.
  const left = [
    beside === "none" ? "none" : beside.link ? 0 : beside.age,
    backups,
    lock === "none" ? "none" : 90,
  ].filter((each) => typeof each === "number");
  const youngest = Math.min(...(ages.length > 0 ? ages : left));
  return youngest !== Number.POSITIVE_INFINITY && youngest > days;
}

/** What stands in the places of a session. */
function isOf(id: string, name: string): boolean {
  return new RegExp(`^root/(projects/-[ab]|file-history)/${id}(\\.|/|$)`).test(name);
}

law(
  "retention-exact",
  "what is younger than the limit, open anywhere, behind a link or no session's stays byte for byte, the rest of every old session goes, and looking changes nothing and names exactly what is taken away",
  [anyRoot, anyDays],
  async (sessions, days) => {
    const place = new Root(sessions);
    const before = place.contents();
    const due = await dueSessions(place.root, days, PORTS);
    expect(place.contents()).toEqual(before);
    const { gone, failed } = await removeDue(due, deletionIn(place.root), PORTS);
    expect(failed).toEqual([]);
    expect(gone).toEqual(due);
    const ids = sessions.flatMap((each, at) => (goes(each, days) ? [uuid(at + 1)] : []));
    const kept = Object.entries(before).filter(([name]) => !ids.some((id) => isOf(id, name)));
    expect(place.contents()).toEqual(Object.fromEntries(kept));
    const named = due.flatMap(({ logs, beside }) => [...logs.map(({ path }) => path), ...beside]);
    const taken = Object.keys(before).filter((name) => ids.some((id) => isOf(id, name)));
    expect(named.map((path) => place.nameOf(path)).sort()).toEqual(
      taken.filter((name) => !taken.includes(dirname(name))).sort(),
    );
  },
  { runs: 40 },
);

law(
  "retention-stopped",
  "stopped at any removal and run again, retention leaves the same files as in one go, and never a log without what lies beside it",
  [anyRoot, fc.nat(8)],
  async (found, stop) => {
    // What lies beside a log is written before the log says so.
    const sessions = found.map((each): Kept => {
      const beside = each.beside === "none" ? each.beside : { age: 90, link: false };
      return { ...each, beside, backups: each.backups === "none" ? "none" : 90 };
    });
    const [whole, stopped] = [new Root(sessions), new Root(sessions)];
    const clean = async ({ root }: Root, most: number) => {
      const deletion = deletionIn(root);
      let left = most;
      const remove = (path: string) => {
        left -= 1;
        if (left < 0) throw new Error("stopped");
        deletion.remove(path);
      };
      await removeDue(await dueSessions(root, 7, PORTS), { ...deletion, remove }, PORTS);
    };
    await clean(whole, Number.POSITIVE_INFINITY);
    const before = stopped.contents();
    await clean(stopped, stop);
    const after = stopped.contents();
    for (const [at] of sessions.entries()) {
      const files = (all: object) => Object.keys(all).filter((name) => isOf(uuid(at + 1), name));
      if (files(after).some((name) => name.endsWith(".jsonl"))) expect(files(after)).toEqual(files(before));
    }
    await clean(stopped, Number.POSITIVE_INFINITY);
    expect(filesIn(stopped)).toEqual(filesIn(whole));
  },
  { runs: 24 },
);

/** Names of files: a folder that has just been emptied may stay until it is old itself. */
function filesIn(place: Root): string[] {
  const all = place.contents();
  return Object.keys(all).filter((name) => all[name] !== "folder");
}

test("a session that somebody goes on with between the look and the removal stays", async () => {
  const { root } = new Root([
    { log: 60, moved: "none", lock: "none", runs: false, beside: { age: 60, link: false }, backups: 60 },
    { log: 60, moved: "none", lock: "none", runs: false, beside: "none", backups: "none" },
  ]);
  const due = await dueSessions(root, 30, PORTS);
  expect(due.map(({ id }) => id)).toEqual([uuid(1), uuid(2)]);
  writeFileSync(join(root, "projects", "-a", `${uuid(1)}.jsonl`), "{}\n", { flag: "a" });
  writeFileSync(join(root, "projects", "-a", `${uuid(2)}.lock`), HOLDERS.living);
  const before = contentsOf(root);
  expect(await removeDue(due, deletionIn(root), PORTS)).toEqual({ gone: [], failed: [] });
  expect(contentsOf(root)).toEqual(before);
});

test("where all logs are kept behind a link nothing is due, and nothing outside of a root is removed", async () => {
  const { root } = new Root([
    { log: 60, moved: "none", lock: "none", runs: false, beside: "none", backups: 60 },
  ]);
  const other = join(freshFolder(), "root");
  mkdirSync(other);
  symlinkSync(join(root, "projects"), join(other, "projects"));
  symlinkSync(join(root, "file-history"), join(other, "file-history"));
  expect(await dueSessions(other, 1, PORTS)).toEqual([]);
  const through = join(other, "projects", "-a", `${uuid(1)}.jsonl`);
  expect(() => deletionIn(other).remove(through)).toThrow(/is not in/);
  expect(() => deletionIn(other).remove(join(root, "settings.json"))).toThrow(/is not in/);
});
