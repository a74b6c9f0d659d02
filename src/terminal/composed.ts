/** A session that was put together: who takes part in it, and what of it can be had and changed. */
import type { Rewinder } from "../annex/checkpoint/rewinder.ts";
import type { QueueOperation } from "../annex/log/queue.ts";
import type { Prompt } from "../annex/permissions/ask.ts";
import type { Skills } from "../annex/skills/skills.ts";
import type { Listener } from "../events.ts";
import type { PermissionMode } from "../host/modes.ts";
import type { Line } from "../log/entry.ts";
import type { ReadLog } from "../log/read.ts";
import type { Model } from "../ports.ts";
import type { RequestSettings } from "../request/stable.ts";
import type { Session } from "../session.ts";
import type { SessionServers } from "./mcp.ts";

/** Who answers, who listens, who can be asked, and what ends a turn before its end. */
export interface Company {
  readonly model: Model;
  readonly emit: Listener;
  /** Left out: nobody can be asked. */
  readonly prompt?: Prompt;
  readonly endTurn: () => void;
  /** What hooks are told of how a new session came to begin. Left out: `startup`. */
  readonly source?: "clear" | undefined;
  /** Is it one turn of `-p`? Left out: a conversation. */
  readonly isPrinting?: boolean;
  /** The most steps of one turn. Left out: 100. */
  readonly maxSteps?: number | undefined;
  /** The MCP servers that are open. Left out: none. */
  readonly servers?: SessionServers;
}

/** An open session, and what of it may change while it is open. */
export interface Composed {
  readonly session: () => Session;
  /** Was anything said in it yet? */
  readonly isBegun: () => boolean;
  /** Its log as it is now, and those of its agents (O-28). */
  readonly logs: () => readonly { readonly name: string; readonly bytes: Uint8Array }[];
  /** Its log, as far as its conversation hangs on it. */
  readonly log: () => ReadLog;
  /** The last lines of its log. */
  readonly latest: () => readonly Line[];
  readonly cwd: string;
  /** Is its conversation compacted by itself when the window fills (C-5.2d)? */
  readonly autoCompacts: boolean;
  /** Days for which sessions are kept. */
  readonly keptDays: number;
  readonly mode: () => PermissionMode;
  /** Logs the new mode (O-30); it holds from the next call on. */
  readonly changeMode: (mode: PermissionMode) => void;
  /** Logs what happens to the prompts that wait for the end of a turn (O-7). */
  readonly queued: (change: QueueOperation) => void;
  /** Opens the session again, with what has changed; not while a turn runs. */
  readonly reopen: (changed: Partial<RequestSettings>) => void;
  readonly skills: Skills;
  /** The MCP servers and their tools, for a person. */
  readonly servers: () => string;
  /** Which memory files were loaded, and why, for a person (C-6.8). */
  readonly memory: () => string;
  /** Takes its files back to what they were before a prompt; not while a turn runs. */
  readonly rewinder: Rewinder;
  /** Lets go of its log and of its lock. */
  readonly close: () => void;
}
