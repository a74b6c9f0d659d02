/** What runs while a turn does, as the view knows it. */
import type { Usage } from "../../wire.ts";

/** A turn that is under way. Times are in milliseconds. */
export interface RunningTurn {
  readonly since: number;
  /** Has it been told to stop? */
  readonly stopping: boolean;
  readonly usage: readonly Usage[];
  /** What is done, where it is no turn of the model's. */
  readonly doing: string | undefined;
}

/** Words that stream in: what of them is not on the screen for good. */
export interface Stream {
  readonly kind: "text" | "thinking";
  readonly rest: string;
  /** Does a row of it stand already? */
  readonly begun: boolean;
}

/** A tool that runs. */
export interface RunningTool {
  readonly id: string;
  readonly name: string;
  readonly words: string;
  /** Of an agent: the tool that it runs now. */
  readonly doing: string;
  readonly since: number;
}
