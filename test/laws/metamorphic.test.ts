/** What does not matter to what is sent: names, and the order of lines where no rule looks at it (D-37). */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Line, readLog } from "#src/index.ts";
import { rebuild } from "../support/conversation.ts";
import { tidyForest } from "../support/forests.ts";
import { law, shownAs } from "../support/law.ts";
import { logOf, SESSION } from "../support/log-lines.ts";
import { recordings } from "../support/recordings.ts";
import { moved, renamed, renamedPayload } from "../support/renaming.ts";

const anyMoves = shownAs(
  fc.array(fc.record({ at: fc.nat(200), by: fc.integer({ min: -9, max: 9 }) }), { maxLength: 30 }),
  (moves) => moves.map(({ at, by }) => `(line ${at}, counted round, moves ${by})`).join(" "),
);

const RECORDED = recordings().map(({ name, log }) => {
  const lines: Line[] = readLog(log).lines.map(({ line }) => line);
  return { name, lines };
});

test("renaming reaches every name and leaves none of the old ones", () => {
  const { lines } = RECORDED[0] ?? { lines: [] };
  const uuids = lines.flatMap(({ uuid }) => (typeof uuid === "string" ? [uuid] : []));
  const text = logOf(renamed(lines));
  expect(uuids.filter((uuid) => text.includes(uuid))).toEqual([]);
});

test("moving puts children before their parents", () => {
  const { lines } = RECORDED.find(({ name }) => name.startsWith("edits")) ?? { lines: [] };
  const order = moved(
    lines,
    [...lines.keys()].map((at) => ({ at, by: -5 })),
  );
  const places = new Map(order.map((line, at) => [Object(line).uuid, at]));
  const early = order.filter((line, at) => (places.get(Object(line).parentUuid) ?? -1) > at);
  expect(early.length).toBeGreaterThan(0);
});

law(
  "names-inert",
  "under other uuids, ids and texts a log says the same, under these other ids and texts",
  [tidyForest],
  (forest) => {
    for (const { lines } of [forest, ...RECORDED]) {
      expect(sent(renamed(lines))).toEqual(renamedPayload(sent(lines)));
    }
  },
  { runs: 60 },
);

law(
  "order-inert",
  "ledger lines can stand anywhere, and children before their parents, and a log says the same",
  [tidyForest, anyMoves],
  (forest, moves) => {
    for (const { lines } of [forest, ...RECORDED]) expect(sent(moved(lines, moves))).toEqual(sent(lines));
  },
  { runs: 60 },
);

function sent(lines: readonly (Line | string)[]): unknown {
  const own = lines.some((line) => Object(line).sessionId === SESSION);
  return rebuild(logOf(lines), own ? SESSION : undefined).conversation.messages;
}
