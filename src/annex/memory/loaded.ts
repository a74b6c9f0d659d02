/** What came of loading memory. */
import type { MemoryFile } from "../../context/memory.ts";
import type { MemoryPath } from "./places.ts";

/** A file that was loaded. */
export interface LoadedFile extends MemoryFile {
  /** Where the file itself lies, links followed. */
  readonly real: string;
  /** The folder that neither a link nor an import may lead out of; undefined for the user's own. */
  readonly within: string | undefined;
  /** How large it is on the disk, in bytes. */
  readonly bytes: number;
  /** Why it is here, in words for a person; empty where its scope says it. */
  readonly why: string;
  /** What of it is not as somebody may think: only a part of it is shown, or its head cannot be read. */
  readonly remark?: string;
  /** The patterns of a rule that is for some files only. */
  readonly paths?: readonly string[];
}

/** A file that was not loaded, and why, in words for a person. */
export interface LeftOut {
  readonly path: string;
  readonly why: string;
}

/** A rule that waits for a file that it is for. */
export type WaitingRule = MemoryPath & { readonly paths: readonly string[] };

/** What was loaded, in the order in which the model is shown it. */
export interface Loaded {
  readonly files: readonly LoadedFile[];
  readonly waiting: readonly WaitingRule[];
  readonly left: readonly LeftOut[];
}

/** What is loaded for a file that was read: `ways` are the paths that lead to it, `known` is what stands there already. */
export interface Occasion {
  readonly ways: readonly string[];
  readonly why: string;
  readonly known: ReadonlySet<string>;
}
