/** What is logged of memory that joins a conversation, or changes within it, and what each says to the model. */
import type { Injections } from "../../context/attachments.ts";
import type { Attachment } from "../../hooks.ts";
import { isRecord, spelled } from "../../wire.ts";
import type { LoadedFile } from "./loaded.ts";

/** The type of a file that joins when another is read, as the real client logs it (C-6.2). */
const JOINED = "nested_memory";
/** The type of a note that a file says something else than it did. */
const CHANGED = "memory_changed";

/** The rows of memory: what joins stands once a file, until a compaction takes it from the path (C-6.5). */
export const MEMORY_INJECTIONS: Injections = {
  [JOINED]: {
    words: ({ path, content }) => {
      if (!isRecord(content)) return undefined;
      const lead = "The user's instructions for what you work on now are also in this file. Follow them.";
      const text = spelled(content["content"]).trimEnd();
      return `${lead}\n\nContents of ${path} (${wordOf(content["type"])} instructions):\n\n${text}`;
    },
    once: ({ path }) => path,
  },
  [CHANGED]: {
    words: ({ path, content, isNew }) => {
      if (typeof content !== "string")
        return `${path} does not hold any more: it is gone, or is no memory file now. What you were shown of it no longer counts.`;
      return isNew === true
        ? `The user keeps instructions for you in one more file. Follow them from now on.\n\nContents of ${path}:\n\n${content}`
        : `${path} has changed. This is what it says now; it counts in the place of what you were shown before.\n\n${content}`;
    },
  },
};

function wordOf(type: unknown): string {
  return spelled(type).toLowerCase();
}

/** A file that joins, for the log. `because` is for a person. */
export function joining(
  { path, scope, within, content, why, paths }: LoadedFile,
  displayPath: string,
): Attachment {
  const type = scope.charAt(0).toUpperCase() + scope.slice(1);
  const file = { path, type, content, ...(paths && { globs: paths }) };
  return {
    type: JOINED,
    path,
    content: file,
    displayPath,
    because: why,
    ...(within !== undefined && { within }),
  };
}

/** The note of a change: what the file says now, or null where it says nothing any more. */
export function changed(path: string, content: string | null, isNew = false): Attachment {
  return { type: CHANGED, path, content, ...(isNew && { isNew }) };
}

/** What the model was told of a file, last. */
export interface ToldMemory {
  readonly path: string;
  /** Its text, or null for "it does not hold any more". */
  readonly content: string | null;
  /** Of one that has joined when another was read. */
  readonly joined?: Pick<LoadedFile, "scope" | "within"> & { readonly because: string };
}

/** What stands of memory on a session's path, by file; of two that speak of one file the later counts. */
export function toldMemory(told: readonly Attachment[]): Map<string, ToldMemory> {
  const files = new Map<string, ToldMemory>();
  for (const { type, path, content, because, within } of told) {
    if (typeof path !== "string") continue;
    const before = files.get(path);
    if (type === CHANGED)
      files.set(path, { ...before, path, content: typeof content === "string" ? content : null });
    if (type !== JOINED || before !== undefined || !isRecord(content)) continue;
    const scope = SCOPES.find((each) => each === wordOf(content["type"])) ?? "project";
    const joined = {
      scope: content["globs"] === undefined ? scope : "rule",
      within: typeof within === "string" ? within : undefined,
      because: spelled(because ?? ""),
    } as const;
    files.set(path, { path, content: spelled(content["content"]).trimEnd(), joined });
  }
  return files;
}

const SCOPES = ["user", "local", "rule", "auto"] as const;
