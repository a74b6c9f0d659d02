/** LAYER 3, the pen: one write an entry, whatever the file system does; what is acknowledged is there (I02, I03, I09, I12). */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect } from "vitest";
import {
  type Fsync,
  type HarnessEvent,
  isChainEntry,
  type LogFile,
  LogWriteError,
  OpenLogs,
  readLog,
  type Session,
} from "#src/index.ts";
import { readable } from "../../scripts/stage/memory-logs.ts";
import { anySession } from "../support/arbitraries.ts";
import { CountedCalls, FAULTS, type Fault } from "../support/failing-calls.ts";
import { law, shownAs } from "../support/law.ts";
import { play } from "../support/play.ts";
import { freshFolder } from "../support/real-folder.ts";
import { realLogs } from "../support/real-logs.ts";
import { scripted } from "../support/scripted.ts";
import { World } from "../support/world.ts";

/** What a log holds before it is opened: nothing, or so many bytes of a line that lack its end. */
const BEFORE = ["", '{"type":"mode"}\n', '{"type":"mode"}\n{"type":"us'] as const;

const anyAppends = shownAs(
  fc.record({
    before: fc.constantFrom(...BEFORE),
    lines: fc.array(fc.record({ lasting: fc.boolean(), size: fc.constantFrom(1, 5_000) }), {
      minLength: 1,
      maxLength: 2,
    }),
    fsync: fc.constantFrom<Fsync[]>("turn", "entry"),
  }),
  ({ before, lines, fsync }) =>
    `(a log of ${before.length} bytes, --fsync ${fsync}; appends ${lines.map(({ lasting, size }) => `${size}${lasting ? ", lasting" : ""}`).join("; ")})`,
);

law(
  "fault-total",
  "whichever call into the file system fails, and however, once or from then on, the failure is told, no byte is lost or written twice, what was acknowledged is there, and the next append works",
  [
    anyAppends,
    shownAs(fc.record({ forEver: fc.boolean() }), ({ forEver }) =>
      forEver ? "(and all after it)" : "(once)",
    ),
  ],
  (appends, { forEver }) => {
    const root = freshFolder();
    for (const fault of FAULTS) {
      let nth = 1;
      while (
        new Failing(join(root, `${fault}-${nth}`), appends.before, appends.fsync).play(
          appends.lines,
          nth,
          fault,
          forEver,
        )
      )
        nth += 1;
      expect(nth, "calls that were made to fail").toBeGreaterThan(8);
    }
  },
  { runs: 3 },
);

/** A log on a real disk, one call of which fails. */
class Failing {
  readonly #path: string;
  readonly #counted = new CountedCalls();
  readonly #logs: OpenLogs;
  readonly #log: LogFile;
  readonly #kept: string[] = [];
  readonly #tried: string[] = [];

  constructor(folder: string, before: string, fsync: Fsync) {
    this.#path = join(folder, "log.jsonl");
    if (before !== "") {
      mkdirSync(folder);
      writeFileSync(this.#path, before);
    }
    this.#logs = new OpenLogs({ fsync, calls: this.#counted.calls });
    this.#log = this.#logs.open(this.#path);
  }

  /** Reads and appends while the nth call fails, then once more. Returns whether there was an nth call. */
  play(
    lines: readonly { lasting: boolean; size: number }[],
    nth: number,
    fault: Fault,
    forEver: boolean,
  ): boolean {
    this.#counted.fail(nth, fault, forEver);
    try {
      this.#log.read();
    } catch (error) {
      expect(error).toBeInstanceOf(LogWriteError);
    }
    for (const { lasting, size } of lines) this.#append(size, lasting, false);
    const hasFailed = this.#counted.count >= nth;
    this.#counted.heal();
    this.#append(1, true, true);
    this.#logs.close();
    expect([...this.#counted.open], "files left open").toEqual([]);
    expect(readdirSync(dirname(this.#path))).toEqual(["log.jsonl"]);
    const whole = readLog(readFileSync(this.#path)).lines.map(({ line }) => JSON.stringify(line));
    const ours = whole.filter((line) => line !== '{"type":"mode"}');
    expect(ours.filter((line) => this.#kept.includes(line))).toEqual(this.#kept);
    expect(this.#tried.filter((line) => ours.includes(line))).toEqual(ours);
    return hasFailed;
  }

  #append(size: number, lasting: boolean, isSure: boolean): void {
    const line = JSON.stringify({ type: "user", number: this.#tried.length, pad: "x".repeat(size) });
    this.#tried.push(line);
    const [before, writes] = [textAt(this.#path), this.#counted.writes.length];
    try {
      this.#log.append(`${line}\n`, lasting);
      this.#kept.push(line);
    } catch (error) {
      expect(error).toBeInstanceOf(LogWriteError);
      expect(isSure, "nothing fails any more").toBe(false);
    }
    expect(this.#counted.writes.length - writes, "writes of one append").toBeLessThanOrEqual(1);
    expect(textAt(this.#path).startsWith(before), "what stood there").toBe(true);
  }
}

law(
  "one-write",
  "an entry is one write that ends in its only newline, with one more in front where the last line lacks its own",
  [anySession, shownAs(fc.record({ byte: fc.nat(99_999) }), ({ byte }) => `(cut at ${byte}, counted round)`)],
  async (plan, { byte }) => {
    const counted = new CountedCalls();
    const logs = realLogs({ calls: counted.calls });
    const { world, session } = await play(plan, {
      world: new World({ root: freshFolder(), openLog: logs.open }),
    });
    const whole = world.text(session.path);
    expect(counted.writes.join("")).toBe(whole);
    expect(counted.writes.filter((text) => text.indexOf("\n") !== text.length - 1)).toEqual([]);
    const path = join(freshFolder(), "log.jsonl");
    writeFileSync(path, Buffer.from(whole).subarray(0, byte % whole.length));
    const heals = /[^\n]$/.test(textAt(path));
    logs.open(path).append("{}\n");
    expect(counted.writes.slice(-1)).toEqual([heals ? "\n{}\n" : "{}\n"]);
    expect(textAt(path).endsWith("\n{}\n") || textAt(path) === "{}\n").toBe(true);
  },
  { runs: 6 },
);

law(
  "made-to-last",
  "when a request is sent its prompt is on the disk itself, when a turn is over all of it is, and with fsync by entry each entry is",
  [anySession, fc.constantFrom<Fsync[]>("turn", "entry")],
  async (plan, fsync) => {
    const counted = new CountedCalls();
    const logs = realLogs({ fsync, calls: counted.calls });
    await play(plan, {
      world: new World({ root: freshFolder(), openLog: logs.open }),
      observe: ({ event }) => {
        if (event.type === "request") expect(counted.unsynced.filter(isPrompt)).toEqual([]);
        const isTurnOver = event.type === "append" && event.line.type === "last-prompt";
        if (isTurnOver || fsync === "entry") expect(counted.unsynced).toEqual([]);
      },
    });
  },
  { runs: 5 },
);

const anyFailure = shownAs(
  fc.record({ at: fc.nat(24), forEver: fc.boolean(), isWritten: fc.boolean() }),
  ({ at, forEver, isWritten }) =>
    `(append ${at} fails${forEver ? ", and so do those after it in its turn" : ""}${isWritten ? ", though it is in the file" : ""})`,
);

law(
  "failed-append",
  "an append that fails is told, no entry ever names a parent that does not stand before it, and the session goes on with all that was acknowledged on its way",
  [anySession, anyFailure],
  async ({ turns }, { at, forEver, isWritten }) => {
    const world = new World();
    const process = world.start(scripted(Array.from({ length: 9 }, (_, n) => replyOf(n))));
    let appends = 0;
    let isFailing = false;
    const openLog: typeof process.ports.openLog = (path) => ({
      ...readable(() => world.bytes(path)),
      append: (line) => {
        appends += 1;
        isFailing = appends === at + 1 || (isFailing && forEver);
        if (!isFailing || isWritten) world.append(path, line);
        if (isFailing) throw new LogWriteError("The disk is full.");
      },
    });
    const events: HarnessEvent[] = [];
    const session = process.begin({
      ports: { ...process.ports, openLog },
      emit: (event) => events.push(event),
    });
    let isBroken = false;
    for (const { prompt } of turns.slice(0, 3)) {
      isBroken ||= await fails(session, prompt);
      isFailing = false;
    }
    expect(isBroken, "a failure is told").toBe(appends > at);
    appends = Number.NEGATIVE_INFINITY;
    expect(await session.prompt("And now?")).toMatchObject({ failed: false });
    const seen = new Set<unknown>([null]);
    for (const entry of readLog(world.bytes(session.path)).lines.map(({ line }) => line)) {
      if (!isChainEntry(entry)) continue;
      expect(seen, `the parent ${entry.parentUuid}`).toContain(entry.parentUuid);
      expect(seen, "a second entry of this uuid").not.toContain(entry.uuid);
      seen.add(entry.uuid);
    }
    const acknowledged = events.flatMap((event) => (event.type === "append" ? [event.line] : []));
    const said = JSON.stringify(session.conversation().messages);
    for (const prompt of acknowledged.filter(
      ({ type, message }) => type === "user" && isPrompt(JSON.stringify({ message })),
    ))
      expect(said).toContain(JSON.stringify((prompt["message"] as { content: string }).content));
    const fresh = world.start().resume(session.id);
    expect(JSON.stringify(fresh.conversation().messages)).toBe(said);
  },
  { runs: 20 },
);

/** Every second answer asks for two tools. */
function replyOf(number: number) {
  const call = (name: string) => ({
    type: "tool_use" as const,
    id: name,
    name: "Bash",
    input: { command: name },
  });
  if (number % 2 === 1) return { content: [{ type: "text" as const, text: `s${number}` }] };
  return { content: [call(`t${number}a`), call(`t${number}b`)] };
}

async function fails(session: Session, prompt: string): Promise<boolean> {
  try {
    await session.prompt(prompt);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(LogWriteError);
    return true;
  }
}

function isPrompt(line: string): boolean {
  const { message } = JSON.parse(line) as { message?: { content?: unknown } };
  return typeof message?.content === "string";
}

function textAt(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
