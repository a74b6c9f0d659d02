/**
 * The stage that a chapter is played on: one machine in memory, with its disk, its logs and its clock, and an API in this
 * process, with its cache. Processes come and go on it. All that happens is written down.
 */
import { posix } from "node:path";
import { createMockApi, memoryCache } from "#mock-api/in-process";
import {
  ApiError,
  askByMode,
  type HarnessEvent,
  type LogFile,
  type MessagesRequest,
  type Model,
  type Ports,
  parseLine,
  Session,
  type SessionOptions,
} from "#src/index.ts";
import type { Happening } from "#src/terminal/frames.ts";
import type { Chapter, Stage } from "../chapter/chapter.ts";
import { CountedClock, countedIds } from "./counted.ts";
import { MemoryDisk } from "./memory-disk.ts";
import { MemoryLogs } from "./memory-logs.ts";
import { mockModel } from "./mock-model.ts";
import { memoryShell } from "./shell.ts";

const MINUTE = 60_000;

/** A stage, and what has happened on it. */
export class MemoryStage implements Stage {
  readonly cwd = "/home/user/greeter";
  readonly root = "/home/user/.glass";
  readonly disk = new MemoryDisk();
  /** In the order in which it happened. */
  readonly happenings: Happening[] = [];
  readonly #clock = new CountedClock();
  readonly #ids = countedIds();
  readonly #logs = new MemoryLogs();
  /** How many lines each log has. */
  readonly #lines = new Map<string, number>();
  readonly #model: Model;
  readonly #own: Chapter["shell"];
  #process = 1;
  /** The request that a session itself has told of. */
  #told: MessagesRequest | undefined;

  constructor({ model, shell }: Pick<Chapter, "model" | "shell">) {
    const api = createMockApi({
      model,
      cache: memoryCache(),
      now: () => this.#clock.time,
      sleep: async (milliseconds) => this.#clock.pass(milliseconds),
    });
    this.#model = mockModel(api.fetch);
    this.#own = shell;
    this.disk.makeFolder(this.cwd);
  }

  put(path: string, content: string): void {
    this.disk.put(posix.resolve(this.cwd, path), content);
  }

  read(path: string): string | undefined {
    const bytes = this.disk.read(posix.resolve(this.cwd, path));
    return bytes && new TextDecoder().decode(bytes);
  }

  begin(options: Partial<SessionOptions> = {}): Session {
    return Session.begin(this.#options(options));
  }

  resume(sessionId: string, options: Partial<SessionOptions> = {}): Session {
    return Session.resume(this.#options(options), sessionId);
  }

  exit(): void {
    this.#happens({ type: "exit" });
    this.#process += 1;
  }

  async command<T>(typed: string, run: () => T | Promise<T>): Promise<T> {
    this.#happens({ type: "command", typed });
    return run();
  }

  note(text: string): void {
    this.#happens({ type: "note", text });
  }

  wait(minutes: number): void {
    this.#clock.pass(minutes * MINUTE);
    this.#happens({ type: "wait", minutes });
  }

  #happens(event: Happening["event"], process = this.#process, log?: string): void {
    this.happenings.push({ process, event, ...(log !== undefined && { log }) });
  }

  #options(more: Partial<SessionOptions>): SessionOptions {
    const process = this.#process;
    return {
      ports: this.#ports(process),
      root: this.root,
      cwd: this.cwd,
      platform: "linux",
      permissionMode: () => "bypassPermissions",
      ...more,
      emit: (event) => {
        this.#hear(event, process);
        more.emit?.(event);
      },
    };
  }

  /** What a session says of its log is left to the log itself: a branch's lines are told by nobody else. */
  #hear(event: HarnessEvent, process: number): void {
    if (event.type === "request") this.#told = event.request;
    if (event.type !== "append" && event.type !== "delta") this.#happens(event, process);
  }

  #ports(process: number): Ports {
    const { cwd } = this;
    const asked = {
      cwd,
      read: (path: string) => this.read(path),
      put: (path: string, content: string) => this.put(path, content),
    };
    return {
      clock: this.#clock,
      ids: this.#ids,
      disk: this.disk,
      shell: memoryShell(this.disk, (command) => this.#own?.(command, asked)),
      model: { send: (request, how) => this.#send(request, how, process) },
      ask: askByMode("bypassPermissions"),
      openLog: (path) => this.#openLog(path, process),
    };
  }

  /** Commands ask the model without a word to anybody; here that is told. */
  async #send(request: MessagesRequest, how: Parameters<Model["send"]>[1], process: number) {
    this.#checkAlive(process);
    if (request === this.#told) return this.#model.send(request, how);
    this.#happens({ type: "request", request }, process);
    try {
      const response = await this.#model.send(request, how);
      this.#happens({ type: "response", response }, process);
      return response;
    } catch (error) {
      if (error instanceof ApiError)
        this.#happens({ type: "api-error", message: error.message, status: error.details.status }, process);
      throw error;
    }
  }

  #openLog(path: string, process: number): LogFile {
    const log = this.#logs.open(path);
    return {
      ...log,
      append: (text, lasting) => {
        this.#checkAlive(process);
        log.append(text, lasting);
        const number = (this.#lines.get(path) ?? 0) + 1;
        this.#lines.set(path, number);
        const line = parseLine(text);
        if ("type" in line) this.#happens({ type: "append", number, line }, process, path);
      },
    };
  }

  #checkAlive(process: number): void {
    if (process !== this.#process)
      throw new Error(
        `Process ${process} of the play has ended. Resume its session in process ${this.#process}.`,
      );
  }
}
