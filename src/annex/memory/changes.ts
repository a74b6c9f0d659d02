/** Memory that has changed on the disk since the model was shown it: a note is appended, and nothing sent is altered (D-14). */
import type { Attachment } from "../../hooks.ts";
import { readMemoryFile } from "./files.ts";
import { changed, type ToldMemory, toldMemory } from "./injections.ts";
import { loadMemory } from "./load.ts";
import type { Loaded } from "./loaded.ts";
import type { MemoryPlace } from "./places.ts";
import { shownOf } from "./shown.ts";

/**
 * A note for each file that says something else than what the model was told last, that is new, or that is gone. `start` is
 * what the process has begun with, `told` what stands on the session's path. Law: change-told-once
 */
export function changes(place: MemoryPlace, start: Loaded, told: readonly Attachment[]): Attachment[] {
  const known = new Map<string, ToldMemory>(
    start.files.map(({ path, content }) => [path, { path, content }]),
  );
  for (const [path, note] of toldMemory(told)) known.set(path, note);
  const now = new Map(loadMemory(place).files.map(({ path, content }) => [path, content]));
  const notes: Attachment[] = [];
  for (const [path, file] of known) {
    const text = now.get(path) ?? joinedNow(place, file) ?? null;
    if (text !== file.content) notes.push(changed(path, text));
  }
  for (const [path, text] of now) if (!known.has(path)) notes.push(changed(path, text, true));
  return notes;
}

/** What a file says now that has joined when another was read; undefined for any other, and where it says nothing. */
function joinedNow({ disk }: MemoryPlace, { path, joined }: ToldMemory): string | undefined {
  const read = joined && readMemoryFile(disk, path, joined.within);
  if (!read || "why" in read) return undefined;
  return shownOf(read.text, joined.scope).text || undefined;
}
