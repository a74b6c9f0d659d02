/** Two terminals on one session: who comes second is told, and a dead process is in nobody's way (D-12, I10). */
import fc from "fast-check";
import { expect } from "vitest";
import { lockPath, SessionGuard } from "#src/annex/locks/guard.ts";
import type { ProcessMark } from "#src/annex/locks/holder.ts";
import { readable } from "../../scripts/stage/memory-logs.ts";
import { law, shownAs } from "../support/law.ts";
import { MemoryLocks } from "../support/memory-locks.ts";
import { uuid, World } from "../support/world.ts";

const VERBS = ["opens", "takes up", "speaks", "notes", "leaves", "is killed"] as const;
type Verb = (typeof VERBS)[number];

/** `opens` only looks; who `takes up` a session has it open from then on. `speaks` appends a line that is to last, `notes` one that is not. */
const anyActs = shownAs(
  fc.array(fc.record({ terminal: fc.nat(2), verb: fc.constantFrom<Verb[]>(...VERBS) }), { maxLength: 14 }),
  (acts) => acts.map(({ terminal, verb }) => `terminal ${terminal} ${verb}`).join("; "),
);

const LOG = `/home/user/.glass/projects/-home-user-demo/${uuid(1)}.jsonl`;

/** A process that writes, as its lock names it. */
type Writer = ProcessMark & { readonly since: string };

/** The machine on which the terminals stand. */
class Machine {
  readonly world = new World();
  readonly locks = new MemoryLocks();
  readonly alive = new Map<number, ProcessMark>();
  #started = 0;

  /** A process of this number; a later one may get it again. */
  begin(pid: number): Running {
    this.#started += 1;
    const self = { pid, started: `${this.#started}`, host: "here" };
    this.alive.set(pid, self);
    const told: string[] = [];
    const processes = { self, living: (number: number) => this.alive.get(number) };
    const ports = { files: this.locks, processes, clock: this.world.clock };
    const guard = new SessionGuard(ports, (text) => told.push(text));
    const log = guard.over((path) => ({
      ...readable(() => this.world.bytes(path)),
      append: (line) => this.world.append(path, line),
    }))(LOG);
    return { self, guard, log, told, expected: [], hasWritten: false, toldOf: undefined };
  }

  lock(): Writer | undefined {
    const text = this.locks.read(lockPath(LOG));
    return text === undefined ? undefined : (JSON.parse(text) as Writer);
  }
}

/** One process, and what it should have been told by the rule. */
interface Running {
  readonly self: ProcessMark;
  readonly guard: SessionGuard;
  readonly log: ReturnType<ReturnType<SessionGuard["over"]>>;
  readonly told: string[];
  readonly expected: string[];
  hasWritten: boolean;
  toldOf: Writer | undefined;
}

function act({ guard, log }: Running, verb: Verb): void {
  if (verb === "opens") guard.look(LOG);
  else if (verb === "takes up") guard.hold(LOG);
  else if (verb === "leaves") guard.release();
  else if (verb !== "is killed") log.append("{}\n", verb === "speaks");
}

law(
  "second-writer-told",
  "whoever opens or goes on with a session that another living process writes is told which and since when; of a dead one nobody is told, and its lock is taken at once",
  [anyActs],
  (acts) => {
    const machine = new Machine();
    const terminals: (Running | undefined)[] = [];
    /** By the rule: who has written first since nobody living did. */
    let writer: Writer | undefined;
    for (const { terminal, verb } of acts) {
      const running = terminals[terminal] ?? machine.begin(100 + terminal);
      terminals[terminal] = running;
      const { self } = running;
      const living = writer && machine.alive.get(writer.pid)?.started === writer.started ? writer : undefined;
      const isMine = writer?.pid === self.pid && writer.started === self.started;
      const writes = verb === "speaks" || verb === "notes";
      const takesUp = verb === "takes up";
      const asks =
        verb === "opens" || takesUp || verb === "speaks" || (verb === "notes" && !running.hasWritten);
      act(running, verb);
      running.hasWritten ||= writes;
      if (asks && living && !isMine && running.toldOf !== living) {
        running.expected.push(`${living.pid} ${living.since}`);
        running.toldOf = living;
      }
      if ((writes || takesUp) && asks && !living) writer = { ...self, since: machine.lock()?.since ?? "" };
      if (verb === "leaves" && isMine) writer = undefined;
      if (verb === "leaves" || verb === "is killed") {
        machine.alive.delete(self.pid);
        terminals[terminal] = undefined;
      }
      expect(running.told.map(named)).toEqual(running.expected);
      expect(machine.lock()).toEqual(writer);
    }
    expect(machine.locks.paths().filter((path) => path !== lockPath(LOG))).toEqual([]);
  },
  { runs: 150 },
);

function named(notice: string): string {
  const [, pid, since] = /process \((\d+)\) has been writing this session since (\S+)\. /.exec(notice) ?? [];
  return pid ? `${pid} ${since}` : notice;
}
