/** Sessions with the whole memory of the annex, on a world. */
import type { MessagesRequest, SessionOptions } from "#src/index.ts";
import { ANNEX_INJECTIONS } from "../../src/annex/context/injections.ts";
import { loadMemory } from "../../src/annex/memory/load.ts";
import type { MemoryPlace } from "../../src/annex/memory/places.ts";
import { SessionMemory } from "../../src/annex/memory/session-memory.ts";
import type { World } from "./world.ts";

/** Where the memory of a world's project is looked for. */
export function placeOf({ disk, root, cwd }: Pick<World, "disk" | "root" | "cwd">): MemoryPlace {
  return { disk, root, cwd, home: "/home/user" };
}

/** What a process opens a session with that remembers. `tell` hears what the person is told. */
export function remembering(
  world: World,
  tell: (text: string) => void = () => {},
): Partial<SessionOptions> & { memory: SessionMemory } {
  const memory = new SessionMemory({ place: placeOf(world), tell });
  return { memory, readMemory: memory.read, hooks: memory.hooks, injections: ANNEX_INJECTIONS };
}

/** The paths of the files that a session of this world begins with, in order. */
export function startOf(world: Pick<World, "disk" | "root" | "cwd">): string[] {
  return loadMemory(placeOf(world)).files.map(({ path }) => path);
}

/** How often a text stands in a request's messages. */
export function timesIn({ messages }: Pick<MessagesRequest, "messages">, text: string): number {
  return JSON.stringify(messages).split(text).length - 1;
}

/** Compacts a session as the real client does: everything before the summary is off the path. */
export function compact(world: World, { path, id }: { readonly path: string; readonly id: string }): void {
  const entry = { sessionId: id, isSidechain: false, timestamp: world.clock.now().toISOString() };
  const boundary = world.ids.uuid();
  const lines = [
    { type: "system", subtype: "compact_boundary", uuid: boundary, parentUuid: null, compactMetadata: {} },
    {
      type: "user",
      uuid: world.ids.uuid(),
      parentUuid: boundary,
      isCompactSummary: true,
      message: { role: "user", content: "The summary." },
    },
  ];
  for (const line of lines) world.append(path, `${JSON.stringify({ ...entry, ...line })}\n`);
}
