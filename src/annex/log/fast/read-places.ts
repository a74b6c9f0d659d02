/** Lines of a log read whole by where they lie. */
import type { Line } from "../../../log/entry.ts";
import { readLine } from "../../../log/read.ts";
import type { Place } from "./columns.ts";
import type { SizedLog } from "./line-ranges.ts";

/** Bytes between two lines that are rather read than gone round. */
const NEAR = 1 << 15;

/** The lines at these places, which are in the order of the file; undefined for one that is not there any more. */
export function readPlaces({ source, chunk }: SizedLog, places: readonly Place[]): (Line | undefined)[] {
  const lines: (Line | undefined)[] = [];
  for (let first = places[0]; first; first = places[lines.length]) {
    const begin = first.offset;
    let end = endOf(first);
    let behind = lines.length + 1;
    for (let place = places[behind]; place && isNear(place, begin, end, chunk); place = places[behind]) {
      end = Math.max(end, endOf(place));
      behind += 1;
    }
    const bytes = source.read(begin, end - begin);
    let whole: readonly Line[] = [];
    for (let at = -1; lines.length < behind; ) {
      const place = places[lines.length] ?? first;
      if (place.offset !== at) {
        at = place.offset;
        whole = readLine(bytes.subarray(at - begin, at - begin + place.length)).whole;
      }
      lines.push(whole[place.part]);
    }
  }
  return lines;
}

function isNear(place: Place, begin: number, end: number, chunk: number): boolean {
  return place.offset - end <= NEAR && endOf(place) - begin <= chunk;
}

function endOf({ offset, length }: Place): number {
  return offset + length;
}
