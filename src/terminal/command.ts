/** What can be asked for on a command line. */
import type { PermissionMode } from "../host/modes.ts";
import type { Fsync } from "../host/open-logs.ts";
import type { RequestSettings } from "../request/stable.ts";

/** A session to talk in, and with whom. */
export interface SessionCommand {
  /** Which session to go on with: the newest of this folder, a named one, or a new one. An empty name: which are there? */
  readonly session: "new" | "newest" | { readonly id: string };
  /** Does a branch of it go on in its place (C-5.5)? */
  readonly isForked?: boolean;
  /** The data root: GLASS_HOME, by default a folder of this project's own name (C-3.1, D-29). */
  readonly root: string;
  /** The project folder, absolute. */
  readonly cwd: string;
  /** Left out: the session's own, or what the settings files say. */
  readonly permissionMode: PermissionMode | undefined;
  /** The file of scripted replies, absolute. With neither this nor `live` the small rule-based model answers (D-29). */
  readonly script: string | undefined;
  readonly live: boolean;
  /** What it is asked with; what is left out is the session's own. */
  readonly settings: Partial<RequestSettings>;
  readonly appendSystemPrompt: string;
  /** A file of MCP servers, absolute: to name it is to agree to them. */
  readonly mcpConfig: string | undefined;
  /** When what was logged is on the disk itself. */
  readonly fsync: Fsync;
}

/** In which form `-p` gives its answer. */
export const OUTPUTS = ["text", "json", "stream-json"] as const;

/** One turn without a conversation at the terminal (D-29). */
export interface PrintCommand extends SessionCommand {
  readonly kind: "print";
  /** Left out: it comes from standard input. */
  readonly prompt: string | undefined;
  readonly output: (typeof OUTPUTS)[number];
  /** The most steps of the turn (C-2.5). Left out: 100. */
  readonly maxSteps: number | undefined;
}

/** A conversation at the terminal. */
export interface ReplCommand extends SessionCommand {
  readonly kind: "repl";
}

/** What fills the window of a session. Nothing is said in it. */
export interface ContextCommand extends SessionCommand {
  readonly kind: "context";
  readonly json: boolean;
}

/** What to look at in a log. */
export const LOG_VERBS = ["payload", "tree", "check", "usage", "context"] as const;

/** A look at one or more logs. Nothing is written. */
export interface LogCommand {
  readonly kind: "log";
  readonly verb: (typeof LOG_VERBS)[number];
  /** As the user named them; they are taken from `here`. */
  readonly files: readonly string[];
  readonly here: string;
  readonly json: boolean;
  /** Does a check stop at the first damaged line (D-12)? */
  readonly strict: boolean;
}

/** The list of a folder's sessions, or of all. Nothing is written. */
export interface SessionsCommand extends Pick<SessionCommand, "root" | "cwd"> {
  readonly kind: "sessions";
  readonly all: boolean;
  readonly json: boolean;
}

/** What the cache did in a session. Nothing is written. */
export interface CacheReportCommand extends Pick<SessionCommand, "root" | "cwd"> {
  readonly kind: "cache-report";
  /** An id or its beginning, or a log's path, taken from `here`; left out: the newest session of the folder. */
  readonly name: string | undefined;
  readonly here: string;
  readonly json: boolean;
}

/** Old sessions taken away. */
export interface CleanCommand extends Pick<SessionCommand, "root" | "cwd"> {
  readonly kind: "clean";
  /** The data root where it is named, absolute; left out: `root`. */
  readonly named: string | undefined;
  /** Is it only told what would go? */
  readonly isDry: boolean;
}

/** What the user asked for. */
export type Command =
  | CleanCommand
  | CacheReportCommand
  | PrintCommand
  | ReplCommand
  | ContextCommand
  | LogCommand
  | SessionsCommand
  | { readonly kind: "help" }
  | { readonly kind: "version" };
