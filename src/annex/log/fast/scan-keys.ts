/** The keys that the scanner looks for, and where in a line each of them counts. */

/** Objects of a line whose fields count: itself, its `message`, and the blocks of that one's `content`. */
const KEYS = {
  line: {
    type: "type",
    uuid: "uuid",
    parentUuid: "parent",
    sessionId: "session",
    agentId: "agent",
    subtype: "subtype",
    leafUuid: "leaf",
    isSidechain: "isSidechain",
    isMeta: "isMeta",
    permissionMode: "saysMode",
    message: "message",
  },
  message: { id: "response", model: "hasModel", content: "content" },
  block: { type: "blockType", tool_use_id: "call" },
} as const;

/** Where the value of a field goes. */
export type Slot = {
  [Level in keyof typeof KEYS]: (typeof KEYS)[Level][keyof (typeof KEYS)[Level]];
}[keyof typeof KEYS];

/** A key that is looked for. Its `bit` tells that it was met. */
interface Key {
  readonly bytes: Uint8Array;
  readonly slot: Slot;
  readonly bit: number;
}

/** The keys of one kind of object, by their length. */
export type Level = readonly (readonly Key[] | undefined)[];

export const LINE = levelOf(KEYS.line);
export const MESSAGE = levelOf(KEYS.message);
export const BLOCK = levelOf(KEYS.block);

function levelOf(keys: Readonly<Record<string, Slot>>): Level {
  const level: Key[][] = [];
  for (const [index, [key, slot]] of Object.entries(keys).entries()) {
    const bytes = Buffer.from(key);
    const alike = level[bytes.length] ?? [];
    level[bytes.length] = [...alike, { bytes, slot, bit: 1 << index }];
  }
  return level;
}

/** The key that stands in these bytes, if it is looked for. */
export function keyAt(bytes: Uint8Array, from: number, to: number, level: Level): Key | undefined {
  const keys = level[to - from];
  if (keys === undefined) return undefined;
  for (const key of keys) if (is(bytes, from, to, key.bytes)) return key;
  return undefined;
}

/** Is it this name that stands in these bytes? */
export function is(bytes: Uint8Array, from: number, to: number, name: Uint8Array): boolean {
  if (to - from !== name.length) return false;
  for (let at = 0; at < name.length; at += 1) if (name[at] !== bytes[from + at]) return false;
  return true;
}
