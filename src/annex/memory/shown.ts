/** What of a memory file the model is shown, by what kind of file it is. */
import type { MemoryFile } from "../../context/memory.ts";
import { shownNotes } from "./auto.ts";
import { memoryText, type NamedImport } from "./imports.ts";
import { ruleText } from "./rules.ts";

/** A file's text as it is shown, and what else it says. */
export interface Shown {
  /** Without white space at its end; empty where it says nothing. */
  readonly text: string;
  readonly imports: readonly NamedImport[];
  /** What of it is not as somebody may think, in words for a person. */
  readonly remark?: string;
  /** The patterns of a rule that is for some files only. */
  readonly paths?: readonly string[];
}

/** Reads a file's text as a file of its kind. */
export function shownOf(source: string, scope: MemoryFile["scope"]): Shown {
  if (scope === "auto") {
    const { text, remark } = shownNotes(source);
    return { text, imports: [], ...(remark !== undefined && { remark }) };
  }
  const { body, paths, fault } = scope === "rule" ? ruleText(source) : { body: source };
  const { text, imports } = memoryText(body);
  const remark =
    fault === undefined ? {} : { remark: `it is for all files, for its head cannot be read (${fault})` };
  return { text: text.trimEnd(), imports, ...remark, ...(paths && { paths }) };
}
