/**
 * A machine in memory, under a seed: its clock, ids, disk and logs outlive the processes that run on it, as a real
 * machine's do. Nothing here sleeps.
 */
import {
  askByMode,
  type Clock,
  type Ids,
  type LogFile,
  type Model,
  type Ports,
  Session,
  type SessionOptions,
  type Shell,
} from "#src/index.ts";
import { MemoryDisk } from "../../scripts/stage/memory-disk.ts";
import { MemoryLogs, readable } from "../../scripts/stage/memory-logs.ts";

/** Thrown where a process is killed: whatever it was about to do does not happen. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/** One machine. Its logs are in memory, unless it is given another place for them. */
export class World {
  readonly root: string;
  readonly cwd = "/home/user/demo";
  readonly disk = new MemoryDisk();
  readonly #logs = new MemoryLogs();
  readonly #openLog: (path: string) => LogFile;
  readonly #opened = new Map<string, LogFile>();
  #seconds = 0;
  #ids = 0;

  constructor(logs: { root?: string; openLog?: (path: string) => LogFile } = {}) {
    this.root = logs.root ?? "/home/user/.glass";
    this.#openLog = logs.openLog ?? ((path) => this.#logs.open(path));
  }

  readonly clock: Clock = {
    now: () => {
      this.#seconds += 1;
      return new Date(Date.UTC(2026, 6, 28, 6, 0, this.#seconds));
    },
  };

  /** Ids in the form of a uuid, counted up. */
  readonly ids: Ids = {
    uuid: () => {
      this.#ids += 1;
      return uuid(this.#ids);
    },
  };

  /** The bytes of a log now. */
  bytes(path: string): Uint8Array {
    return this.#log(path).read();
  }

  /** The log as text. */
  text(path: string): string {
    return new TextDecoder().decode(this.bytes(path));
  }

  /** Puts another text in a log's place, as a test that cuts or damages one does; the harness has no such verb. */
  setText(path: string, text: string): void {
    this.#logs.set(path, text);
  }

  /** Adds a line to a log. */
  append(path: string, line: string, lasting?: boolean): void {
    this.#log(path).append(line, lasting);
  }

  #log(path: string): LogFile {
    const log = this.#opened.get(path) ?? this.#openLog(path);
    this.#opened.set(path, log);
    return log;
  }

  /** Starts a process on this machine. */
  start(model: Model = silentModel): Process {
    return new Process(this, model);
  }
}

/** One process: it can be killed, and then nothing more of it reaches the machine. */
export class Process {
  readonly ports: Ports;
  readonly #world: World;
  #alive = true;

  constructor(world: World, model: Model) {
    this.#world = world;
    const { clock, ids, disk } = world;
    const openLog = (path: string) => this.#openLog(path);
    this.ports = { clock, ids, disk, shell: echoShell, model, ask: askByMode("bypassPermissions"), openLog };
  }

  /** Kills it here: throws, and every later write of it throws too. */
  kill(): never {
    this.#alive = false;
    throw new Killed("The process was killed.");
  }

  options(more: Partial<SessionOptions> = {}): SessionOptions {
    const { root, cwd } = this.#world;
    return { ports: this.ports, root, cwd, platform: "linux", ...more };
  }

  begin(more: Partial<SessionOptions> = {}): Session {
    return Session.begin(this.options(more));
  }

  resume(sessionId: string, more: Partial<SessionOptions> = {}): Session {
    return Session.resume(this.options(more), sessionId);
  }

  #openLog(path: string): LogFile {
    return {
      ...readable(() => this.#world.bytes(path)),
      append: (line, lasting) => {
        if (!this.#alive) throw new Killed("The process is dead and cannot write.");
        this.#world.append(path, line, lasting);
      },
    };
  }
}

const echoShell: Shell = {
  run: async (command) => ({ output: `ran ${command}`, exitCode: 0, timedOut: false }),
};

/** For processes that only read. */
const silentModel: Model = {
  send: async () => {
    throw new Error("This process asks no model.");
  },
};

/** The nth uuid of a test. */
export function uuid(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
