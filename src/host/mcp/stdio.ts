/**
 * A server as a program of this machine, in a process group of its own, so that nothing that it starts outlives it, and
 * Ctrl-C at the terminal is not meant for it. How messages are written and read is the SDK's.
 */
import { type ChildProcessByStdio, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { JSONRPCMessage } from "@modelcontextprotocol/sdk/types.js";
import type { ServerConfig } from "../../annex/mcp/connection.ts";
import { endGroup } from "../process-group.ts";
import { Kept } from "../shell.ts";
import { endsWithThis } from "./living-groups.ts";

/** The SDK's reading and writing of messages, and of the environment what is safe for a server to know. */
export type Framing = typeof import("@modelcontextprotocol/sdk/shared/stdio.js") &
  Pick<typeof import("@modelcontextprotocol/sdk/client/stdio.js"), "getDefaultEnvironment">;

type Program = Extract<ServerConfig, { kind: "stdio" }>;

/** How long a server may take to end by itself once it is told nothing more. Milliseconds. */
const LEAVE_MS = 300;
/** How long its last words are waited for once it has ended. Milliseconds. */
const DRAIN_MS = 300;
/** The longest message that a server may send, and what is kept of its words to people. */
const LONGEST_MESSAGE = 64 * 2 ** 20;
const WORDS = 2_000;
const LINE_END = 0x0a;

/** One run of a server's program. */
export class ProgramTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly #program: Program;
  readonly #cwd: string;
  readonly #framing: Framing;
  readonly #words = new Kept(WORDS);
  #child: ChildProcessByStdio<Writable, Readable, Readable> | undefined;
  /** Settles when the program and its group are gone. */
  #over: Promise<void> = Promise.resolve();

  constructor(program: Program, cwd: string, framing: Framing) {
    this.#program = program;
    this.#cwd = cwd;
    this.#framing = framing;
  }

  /** What the program has said on standard error, which often is why it does not work. */
  get words(): string {
    return this.#words.text().trim();
  }

  start(): Promise<void> {
    const { command, args, env } = this.#program;
    const child = spawn(command, args, {
      cwd: this.#cwd,
      env: { ...this.#framing.getDefaultEnvironment(), ...env },
      detached: true,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.#child = child;
    const letGo = child.pid === undefined ? () => {} : endsWithThis(child.pid);
    const closed = new Promise((resolve) => child.once("close", resolve));
    this.#over = new Promise<void>((resolve) => {
      child.once("error", () => resolve());
      // What it has started is ended with it; what left its group may hold a pipe open, and is not waited for.
      child.once("exit", () => resolve(endGroup(child.pid).then(() => within(DRAIN_MS, closed))));
    }).then(() => {
      for (const stream of child.stdio) stream?.destroy();
      letGo();
      this.onclose?.();
    });
    child.stdin.on("error", (error) => this.onerror?.(error));
    child.stderr.setEncoding("utf8").on("data", (chunk: string) => this.#words.add(chunk));
    this.#read(child.stdout);
    return new Promise((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
  }

  send(message: JSONRPCMessage): Promise<void> {
    return new Promise((resolve, reject) => {
      const line = this.#framing.serializeMessage(message);
      if (!this.#child?.stdin.writable) return reject(new Error("The server has ended."));
      this.#child.stdin.write(line, (error) => (error ? reject(error) : resolve()));
    });
  }

  /** Lets the program end by itself; after a while it is ended. Settles when its whole group is gone. */
  async close(): Promise<void> {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return this.#over;
    child.stdin.end();
    await within(LEAVE_MS, this.#over);
    if (child.exitCode === null && child.signalCode === null) await endGroup(child.pid);
    await this.#over;
  }

  #read(stdout: Readable): void {
    const buffer = new this.#framing.ReadBuffer({ maxBufferSize: LONGEST_MESSAGE });
    const pieces: Buffer[] = [];
    let waiting = 0;
    stdout.on("data", (piece: Buffer) => {
      // A message may come in a thousand pieces, and the buffer copies all that it holds with each that it is given.
      pieces.push(piece);
      waiting += piece.length;
      if (!piece.includes(LINE_END) && waiting <= LONGEST_MESSAGE) return;
      waiting = 0;
      try {
        buffer.append(Buffer.concat(pieces.splice(0)));
      } catch (error) {
        this.onerror?.(error as Error);
        return void this.close();
      }
      for (;;) {
        try {
          const message = buffer.readMessage();
          if (message === null) return;
          this.onmessage?.(message);
        } catch (error) {
          // A line that is no message is passed over: programs print to their standard output.
          this.onerror?.(error as Error);
        }
      }
    });
  }
}

/** Settles with the promise, or when the time is over. */
async function within(ms: number, promise: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([promise, new Promise((resolve) => (timer = setTimeout(resolve, ms)))]);
  clearTimeout(timer);
}
