/** What a chapter is to the programs that show it: a play, and a word to each of its steps. */
import type { MockOptions } from "#mock-api";
import type { Disk, Session, SessionOptions } from "#src/index.ts";
import { LANGUAGES, type Language } from "#src/terminal/language.ts";

export { LANGUAGES, type Language };

/** The same said in each language, written for its readers. */
export type Bilingual = Readonly<Record<Language, string>>;

/** What is said beside one step of a play. */
export interface Moment {
  /** What to look at: one to three short sentences. */
  readonly words: Bilingual;
  /** Where the code of it stands: `src/request/build.ts#build-request`, a region or a function of that file. */
  readonly source: string;
}

/** The machine that a play runs on: in memory, its clock and ids counted up, so that it comes out the same every time. */
export interface Stage {
  /** The project's folder; it is there, and empty but for what `put` has put into it. */
  readonly cwd: string;
  /** The data root. */
  readonly root: string;
  /** What the machine's files lie on, for what a session is given beside its ports. */
  readonly disk: Disk;
  /** Puts a file into the project, as its user would: no event tells of it. `path` is relative to `cwd`, or absolute. */
  put(path: string, content: string): void;
  /** What stands in a file now; undefined where there is none. */
  read(path: string): string | undefined;
  /** Begins a session in this process. */
  begin(options?: Partial<SessionOptions>): Session;
  /** Ends this process. What is called next belongs to another one, which has the same disk and API and nothing else. */
  exit(): void;
  /** Takes a session up again, as `--resume` does. */
  resume(sessionId: string, options?: Partial<SessionOptions>): Session;
  /** Tells that the user gives a command such as `/compact`, and runs what it does; what it returns is given back. */
  command<T>(typed: string, run: () => T | Promise<T>): Promise<T>;
  /** Says something to the viewer that the harness would print: one line. */
  note(text: string): void;
  /** Lets time pass on this machine and in the API's cache. */
  wait(minutes: number): void;
}

/**
 * What the commands of a play's Bash calls come to; undefined for one that it does not know: `ls`, `cat` and `pwd` are known
 * without it, and for any other the answer is `command not found`. It may change files, as a command does.
 */
export type PlayShell = (
  command: string,
  machine: Pick<Stage, "cwd" | "read" | "put">,
) => { readonly output: string /** Left out: 0. */; readonly exitCode?: number } | undefined;

/** One chapter of the article's seven; `chapters/NN-slug.ts` exports it as `CHAPTER`. */
export interface Chapter {
  readonly number: number;
  /** As in the names of its files: `02-prompt-cache`. */
  readonly slug: string;
  readonly title: Bilingual;
  /** The question that it answers. */
  readonly question: Bilingual;
  /** The model: a function of the request and of nothing else (C-1.2). */
  readonly model: MockOptions["model"];
  /** Left out: no command is known but those that every stage knows. */
  readonly shell?: PlayShell;
  /** Plays the chapter's scene on a stage. Throws where a turn ended with an error that the scene did not mean. */
  readonly play: (stage: Stage) => Promise<void>;
  /** One for each step that the play comes to, in order. A test holds the two numbers equal. */
  readonly moments: readonly Moment[];
}
