/**
 * What a request's stable parts were, kept as digests: a later process can tell which of them has changed, and so why
 * nothing was read from the cache, without the parts themselves being logged (D-14).
 */
import { createHash } from "node:crypto";
import type { Line } from "../log/entry.ts";
import type { ReadLog } from "../log/read.ts";
import type { StableParts } from "./build.ts";

/** The parts in the order in which they are cached: a change costs itself and all after it (C-1.9, C-1.11). */
const PARTS = ["tools", "system", "memory"] as const;

/** One digest for each stable part. */
export interface Digests {
  readonly tools: string;
  readonly system: string;
  readonly memory: string;
}

const LEDGER_TYPE = "context-digest";

/** The digests of what a process is about to send. */
export function digestsOf({ tools, system, memory }: StableParts): Digests {
  return { tools: sha256(tools), system: sha256(system), memory: sha256(memory) };
}

/** The ledger line that remembers them. */
export function digestLine(digests: Digests): Line {
  return { type: LEDGER_TYPE, ...digests };
}

/** The digests that a log remembers last; undefined where it holds none. */
export function lastDigests(log: ReadLog): Digests | undefined {
  const line = log.lines.findLast(({ line }) => line.type === LEDGER_TYPE)?.line;
  if (!line || !PARTS.every((part) => typeof line[part] === "string")) return undefined;
  return { tools: String(line["tools"]), system: String(line["system"]), memory: String(line["memory"]) };
}

/** The first part that differs, in one sentence for a person; undefined when the cache can be read. */
export function whyCacheIsLost(before: Digests, now: Digests): string | undefined {
  const changed = PARTS.find((part) => before[part] !== now[part]);
  if (changed === "tools") {
    return "The tool definitions have changed since this session last ran. They come first in every request, so nothing of it can be read from the cache.";
  }
  if (changed === "system") {
    return "The system prompt has changed since this session last ran. It comes before the whole conversation, so none of it can be read from the cache: all of it is new.";
  }
  if (changed === "memory") {
    return "A memory file (CLAUDE.md) has changed since this session last ran. It stands in the first message, so the conversation after it cannot be read from the cache; tools and system prompt can.";
  }
  return undefined;
}

function sha256(value: unknown): string {
  return createHash("sha256").update(JSON.stringify(value)).digest("hex").slice(0, 16);
}
