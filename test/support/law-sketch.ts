/** Sketches of logs and requests, for what a broken law sets side by side. */
import type { Block, Line, MessagesRequest } from "#src/index.ts";
import type { TreeSketch } from "./law-contrast.ts";

/** A log's entries as a tree; `leaf` and `path` by uuid, `?x` where an entry x is missing on the path. */
export function sketchOf(
  lines: readonly (Line | string)[],
  marks: Pick<TreeSketch, "leaf" | "path"> = {},
): TreeSketch {
  const parents = new Map<string, string | null>();
  for (const line of lines) {
    if (typeof line === "string" || line["isSidechain"] === true) continue;
    const { uuid, parentUuid = null } = line;
    if (typeof uuid !== "string" || parentUuid === undefined || parents.has(uuid)) continue;
    if ("parentUuid" in line) parents.set(uuid, parentUuid as string | null);
  }
  return { nodes: [...parents].map(([id, parent]) => ({ id, parent })), ...marks };
}

/** The blocks of a request's messages in short, one each; a marker is told behind its block. */
export function blocksOf({ messages }: Pick<MessagesRequest, "messages">): string[] {
  return messages.flatMap(({ role, content }) => content.map((block) => `${role}: ${shortBlock(block)}`));
}

function shortBlock({ cache_control, type, ...rest }: Block): string {
  const marker = cache_control === undefined ? "" : " ⚑ marker";
  return `${type} ${JSON.stringify(rest)}${marker}`;
}
