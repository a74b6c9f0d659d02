/** What happens to logs: each fault strikes one line, counted round. */
import type { Line } from "#src/index.ts";

/** One fault; `pick` chooses what else it needs: another line, or where to cut. */
export interface Fault {
  readonly kind: "lose" | "damage" | "repeat" | "move" | "hang" | "estrange";
  readonly at: number;
  readonly pick: number;
}

type Lines = readonly (Line | string)[];

/** The lines after these faults, in the order given. */
export function withFaults(lines: Lines, faults: readonly Fault[]): (Line | string)[] {
  return faults.reduce((struck, fault) => strike(struck, fault), [...lines]);
}

function strike(lines: (Line | string)[], { kind, at, pick }: Fault): (Line | string)[] {
  const index = at % lines.length;
  const line = lines[index];
  if (line === undefined) return lines;
  const others = lines.toSpliced(index, 1);
  const other = pick % (others.length + 1);
  switch (kind) {
    case "lose":
      return others;
    case "move":
      return others.toSpliced(other, 0, line);
    case "repeat":
      return lines.toSpliced(other, 0, line);
    case "damage":
      return lines.with(index, cut(line, pick));
    case "hang":
      return lines.with(index, hung(line, lines[pick % (lines.length + 1)]));
    case "estrange":
      return lines.with(index, typeof line === "string" ? line : { ...line, sessionId: "another" });
  }
}

/** The line broken off somewhere, but never whole and never blank. */
function cut(line: Line | string, pick: number): string {
  const text = typeof line === "string" ? line : JSON.stringify(line);
  return text.slice(0, 1 + (pick % Math.max(1, text.length - 1)));
}

/** The line with another as its parent; with none to name, one that is nowhere. */
function hung(line: Line | string, parent: Line | string | undefined): Line | string {
  if (typeof line === "string" || line["uuid"] === undefined) return line;
  const named = typeof parent === "object" ? parent["uuid"] : undefined;
  return { ...line, parentUuid: named ?? "ghost" };
}
