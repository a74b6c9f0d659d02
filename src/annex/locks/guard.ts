/**
 * Two terminals on one session (D-12, bug report 14): who writes a session leaves word of it beside the log, and who
 * comes second is told. It is a courtesy: nobody is kept from writing, and the log stands two writers (O-25).
 */
import { basename } from "node:path";
import { sessionIdOf } from "../../log/place.ts";
import type { Clock, LogFile } from "../../ports.ts";
import {
  type Holder,
  isSelf,
  mayLive,
  type Processes,
  parseHolder,
  printHolder,
  secondWriterNotice,
} from "./holder.ts";

/** The files that locks are. Every verb throws where the file system fails. */
export interface LockFiles {
  /** The text at a path; undefined where there is none. */
  read(path: string): string | undefined;
  /** Puts a file with this text there, all at once; false where one stands there. */
  create(path: string, text: string): boolean;
  /** Removes the file if this is its text. */
  remove(path: string, text: string): void;
}

/** What a guard works with. */
export interface GuardPorts {
  readonly files: LockFiles;
  readonly processes: Processes;
  readonly clock: Clock;
}

/** Where the lock of a session lies: beside its log, under a name that no listing takes for a session (fact 7). */
export function lockPath(log: string): string {
  return log.replace(/\.jsonl$/, ".lock");
}

/** Watches over the sessions that one process writes. Law: second-writer-told */
export class SessionGuard {
  readonly #ports: GuardPorts;
  readonly #tell: (text: string) => void;
  /** The text of each lock that is ours, by path. */
  readonly #mine = new Map<string, string>();
  /** What was told of each lock that is another's. */
  readonly #told = new Map<string, string>();

  /** `tell` says something to the person. */
  constructor(ports: GuardPorts, tell: (text: string) => void) {
    this.#ports = ports;
    this.#tell = tell;
  }

  /** Opens logs as `open` does, and watches over those of sessions. Opening one writes nothing (D-9). */
  over(open: (path: string) => LogFile): (path: string) => LogFile {
    return (path) => {
      const log = open(path);
      return sessionIdOf(basename(path)) === undefined ? log : this.#watched(log, lockPath(path));
    };
  }

  /** Tells the person if another process writes the session whose log this is. */
  look(log: string): void {
    const { files } = this.#ports;
    this.#safely(lockPath(log), (lock) => this.#tellOf(lock, parseHolder(files.read(lock) ?? "")));
  }

  /** As `look`, for one that is open here from now on: it is in use, though it be left as it is for long (bug report 122). */
  hold(log: string): void {
    this.#safely(lockPath(log), (lock) => this.#claim(lock));
  }

  /** Takes away the locks of this process. */
  release(): void {
    for (const [lock, text] of this.#mine) this.#safely(lock, () => this.#ports.files.remove(lock, text));
    this.#mine.clear();
  }

  /** A session is locked once something was written into it; who came second asks again with each of its turns. */
  #watched(log: LogFile, lock: string): LogFile {
    let hasAsked = false;
    return {
      read: (offset, length) => log.read(offset, length),
      size: () => log.size(),
      append: (line, lasting) => {
        log.append(line, lasting);
        if (this.#mine.has(lock) || (hasAsked && !lasting)) return;
        hasAsked = true;
        this.#safely(lock, () => this.#claim(lock));
      },
    };
  }

  #claim(lock: string): void {
    if (this.#mine.has(lock)) return;
    const { files, processes, clock } = this.#ports;
    const found = files.read(lock);
    const holder = parseHolder(found ?? "");
    // Its process is dead, or it says nothing.
    if (found !== undefined && !(holder && mayLive(holder, processes))) files.remove(lock, found);
    const text = printHolder({ ...processes.self, since: clock.now().toISOString() });
    if (files.create(lock, text)) this.#mine.set(lock, text);
    else this.#tellOf(lock, parseHolder(files.read(lock) ?? ""));
  }

  #tellOf(lock: string, holder: Holder | undefined): void {
    const { processes } = this.#ports;
    if (!holder || isSelf(holder, processes) || !mayLive(holder, processes)) return;
    this.#say(lock, secondWriterNotice(holder, processes));
  }

  /** What cannot be locked can be written all the same. */
  #safely(lock: string, act: (lock: string) => void): void {
    try {
      act(lock);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#say(lock, `A second terminal on this session would not be noticed: ${reason} (${lock}).`);
    }
  }

  #say(lock: string, text: string): void {
    if (this.#told.get(lock) === text) return;
    this.#told.set(lock, text);
    this.#tell(text);
  }
}
