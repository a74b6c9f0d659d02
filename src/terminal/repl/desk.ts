/** What the commands of a conversation work with: the open session, the view, and the terminal itself for a while. */
import type { Picker } from "../pick/pick.ts";
import type { Input } from "./input.ts";
import type { OpenSession } from "./open.ts";

/** The view, as whoever stands behind it sees it. */
export interface Front {
  readonly tell: (input: Input) => void;
  /** Gives way to a list that is chosen from; what is told meanwhile is shown afterwards. */
  readonly lend: <T>(use: (pick: Picker) => Promise<T>) => Promise<T>;
}

/** Where a command is done. */
export interface Desk extends Front {
  readonly open: OpenSession;
  /** One line for the person. */
  readonly say: (text: string) => void;
  /** Does what takes its time, as a turn does: it is shown, Esc interrupts it, and what is said meanwhile waits. */
  readonly busy: (doing: string, work: (signal: AbortSignal) => Promise<void>) => Promise<void>;
}

/** One command, with what stands behind its name. Throws what can be told. */
export type Doing = (desk: Desk, argument: string) => void | Promise<void>;

/** As many characters of an id as a person types. */
export function shortId(id: string): string {
  return id.slice(0, 8);
}
