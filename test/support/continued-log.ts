/** Logs in which one conversation begins behind another: what a reader that comes from the end may stop before, or may not. */
import fc from "fast-check";
import type { Line } from "#src/index.ts";
import { isChainEntry } from "#src/log/entry.ts";
import { remark, SESSION } from "./log-lines.ts";

/** How the two are tied: an entry behind, counted from its beginning, and one before, counted from its end. */
interface Tie {
  readonly kind: "hang" | "repeat" | "keep" | "move" | "remark";
  readonly at: number;
  readonly to: number;
}

type Lines = (Line | string)[];
type Both = readonly [before: Lines, behind: Lines];

/** One log's lines and behind them another's, with other names before, and a few ties between the two. */
export function continued(before: fc.Arbitrary<Lines>, behind: fc.Arbitrary<Lines>): fc.Arbitrary<Lines> {
  const kind = fc.constantFrom<Tie["kind"]>("hang", "hang", "repeat", "keep", "move", "remark");
  const place = fc.oneof(fc.nat(3), fc.nat(99));
  const ties = fc.array(fc.record({ kind, at: place, to: place }), { maxLength: 3 });
  const session = fc.constantFrom(SESSION, SESSION, "another");
  return fc.tuple(before, behind, session, ties).map(([first, second, whose, tied]) => {
    const earlier = first.map((line) => (typeof line === "string" ? line : renamed(line, whose)));
    return tied.reduce<Both>(withTie, [earlier, second]).flat();
  });
}

function renamed(line: Line, session: string): Line {
  const text = JSON.stringify(line).replace(/"([a-z]+\d+)"/g, '"old-$1"');
  return JSON.parse(text.replaceAll(`"${SESSION}"`, JSON.stringify(session)));
}

function withTie([before, behind]: Both, { kind, at, to }: Tie): Both {
  const [there, here] = [chained(before), chained(behind)];
  const [above, entry] = [there.at(-1 - (to % there.length)), here[at % here.length]];
  if (!above || !entry) return [before, behind];
  const place = behind.indexOf(entry);
  switch (kind) {
    case "hang":
      return [before, behind.with(place, { ...entry, parentUuid: above.uuid })];
    case "repeat":
      return [before, behind.toSpliced(place, 0, above)];
    case "keep":
      return [before, behind.map((line) => keeping(line, above.uuid))];
    case "remark":
      return [before, [...behind, remark({ uuid: `late${at}`, parent: entry.uuid }, "attachment")]];
    case "move":
      return [before.toSpliced(before.indexOf(above), 0, entry), behind.toSpliced(place, 1)];
  }
}

/** A boundary that keeps an entry which stands before, by name. */
function keeping(line: Line | string, uuid: string): Line | string {
  if (typeof line === "string" || line["subtype"] !== "compact_boundary") return line;
  const preservedMessages = { anchorUuid: line["uuid"], uuids: [uuid] };
  return { ...line, compactMetadata: { trigger: "manual", preservedMessages } };
}

function chained(lines: Lines) {
  return lines.filter((line) => typeof line !== "string").filter(isChainEntry);
}
