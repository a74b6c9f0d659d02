/** Logs that mean harm (I47). How long each takes, and that it grows with the length alone, `npm run test:deep` shows. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { refusal } from "#mock-api";
import { faultsOf } from "#src/annex/log/doctor/diagnose.ts";
import { openedFrom, openedLog } from "#src/annex/log/doctor/opened-log.ts";
import { drawTree } from "#src/annex/log/drawn/draw-tree.ts";
import { sourceOf } from "#src/annex/log/log-source.ts";
import { sendable } from "#src/request/sendable.ts";
import { HOSTILE_LOGS, type HostileLog } from "../../scripts/hostile/logs.ts";
import { asked } from "../support/conversation.ts";
import { law, shownAs } from "../support/law.ts";

test("there are at least 24 of them, each with a name of its own", () => {
  expect(new Set(HOSTILE_LOGS.map(({ name }) => name)).size).toBeGreaterThanOrEqual(24);
});

/** Mostly small ones: harm that needs no length shows there, and shrinks. */
const anyHostile = shownAs(
  fc
    .record({ pick: fc.nat(HOSTILE_LOGS.length - 1), share: fc.integer({ min: 1, max: 100 }) })
    .map(({ pick, share }) => {
      const { name, size, bytes } = HOSTILE_LOGS[pick] as HostileLog;
      const drawn = Math.ceil(size * (share / 100) ** 3);
      return { name, drawn, log: () => bytes(drawn) };
    }),
  ({ name, drawn }) => `${name}, size ${drawn}`,
);

function expectBorne(bytes: Uint8Array): void {
  const opened = openedLog(bytes);
  expect(faultsOf(openedFrom(sourceOf(bytes)))).toEqual(faultsOf(opened));
  const messages = sendable(opened.conversation.messages);
  expect(refusal(asked(messages), { foreignSignatures: "accept" })).toBeNull();
  expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
}

test.each(HOSTILE_LOGS.map((each) => [each.name, each] as const))(
  "%s: borne at a quarter of its size",
  (_, { size, bytes }) => {
    expectBorne(bytes(size / 4));
  },
);

law(
  "hostile-borne",
  "a log that means harm is opened, judged and drawn like any other, and what it rebuilds to the API takes",
  [anyHostile],
  ({ log }) => {
    const bytes = log();
    expectBorne(bytes);
    expect(drawTree(bytes, { width: 60 })).not.toMatch(/(?!\n)\p{Cc}/u);
  },
  { runs: 50 },
);
