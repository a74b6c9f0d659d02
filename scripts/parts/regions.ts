/** Regions: what stands between `//#region name` and `//#endregion`. */
import type { Part } from "../parts.ts";

/** A line that begins a region or ends one. */
const MARKER = /^[ \t]*\/\/[ \t]*#(region|endregion)\b[ \t]*(\S*)[ \t]*$/;

interface Marker {
  /** Offset of its line. */
  readonly start: number;
  /** Offset behind its line's end. */
  readonly end: number;
  /** Counted from 1. */
  readonly line: number;
  readonly begins: boolean;
  readonly name: string;
}

/** The regions of a text in their order. One that never ends goes to the end of the text. */
export function regionsOf(text: string): Part[] {
  const markers = markersOf(text);
  return markers.flatMap((marker, at) => {
    if (!marker.begins) return [];
    const next = markers.slice(at + 1).find(({ begins }) => !begins);
    // The newline before the closing marker belongs to the marker.
    const whole = { start: marker.end, end: next ? next.start - 1 : text.length };
    return [{ name: marker.name, kind: "region" as const, whole, own: whole }];
  });
}

/**
 * What is wrong with a file's regions, a sentence each: nested, not ended, ended without a beginning, called twice the same
 * or not in kebab-case; more marker lines than 5 in 100 (one region may stand in a file of any length).
 */
export function regionFaults(text: string, path: string): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  const markers = markersOf(text);
  let open: Marker | undefined;
  for (const marker of markers) {
    const place = `${path}:${marker.line}`;
    if (marker.begins && open) faults.push(`${place}: region "${marker.name}" begins inside "${open.name}".`);
    if (!marker.begins && !open) faults.push(`${place}: a region ends that has not begun.`);
    if (marker.begins && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(marker.name))
      faults.push(`${place}: the region's name "${marker.name}" is not in kebab-case.`);
    if (marker.begins && seen.has(marker.name))
      faults.push(`${place}: there are two regions "${marker.name}".`);
    if (marker.begins) seen.add(marker.name);
    open = marker.begins ? marker : undefined;
  }
  if (open) faults.push(`${path}:${open.line}: region "${open.name}" does not end.`);
  const lines = text.trimEnd().split("\n").length;
  if (markers.length > Math.max(2, lines * 0.05))
    faults.push(`${path}: ${markers.length} of its ${lines} lines are region markers, more than 5 in 100.`);
  return faults;
}

function markersOf(text: string): Marker[] {
  const markers: Marker[] = [];
  let start = 0;
  for (const [at, content] of text.split("\n").entries()) {
    const [, word, name = ""] = MARKER.exec(content) ?? [];
    const end = start + content.length + 1;
    if (word) markers.push({ start, end, line: at + 1, begins: word === "region", name });
    start = end;
  }
  return markers;
}
