/** Generated logs: what clients write, and what becomes of it. They print as the lines of the log. */
import fc from "fast-check";
import type { Line } from "#src/index.ts";
import { continued } from "./continued-log.ts";
import { WithFewerLines } from "./fewer-lines.ts";
import type { Batch } from "./forest-batch.ts";
import { ForestBuilder, type Keeping } from "./forest-builder.ts";
import { type Fault, withFaults } from "./forest-faults.ts";
import { shown } from "./law.ts";
import { logOf, showLine } from "./log-lines.ts";

/** A log: its lines, some of which may be damaged and then are bare text. */
export interface Forest {
  readonly lines: readonly (Line | string)[];
  /** The log's text. */
  readonly log: string;
}

type Growth = (builder: ForestBuilder) => void;

const anyBatch: fc.Arbitrary<Batch> = fc.record({
  thinks: fc.boolean(),
  says: fc.boolean(),
  calls: fc.array(
    fc.record({
      slowness: fc.nat(9),
      answered: fc.constantFrom(true, true, true, false),
    }),
    { maxLength: 4 },
  ),
  streamed: fc.boolean(),
  hooked: fc.constantFrom(false, false, true),
});

const anyTurn: fc.Arbitrary<Growth> = fc.array(anyBatch, { maxLength: 3 }).map((batches) => (builder) => {
  builder.prompt();
  for (const batch of batches) builder.respond(batch);
});

const anyRemark: fc.Arbitrary<Growth> = fc
  .constantFrom("attachment", "progress", "turn_duration", "local_command")
  .map((kind) => (builder) => builder.remark(kind as "attachment"));

const anyAside: fc.Arbitrary<Growth> = fc.oneof(
  fc
    .constantFrom("attachment", "progress")
    .map((kind) => (builder: ForestBuilder) => builder.aside(kind as "progress")),
  fc.constant((builder: ForestBuilder) => builder.sidechain()),
  fc
    .constantFrom("ai-title", "file-history-snapshot", "last-prompt")
    .map((type) => (builder: ForestBuilder) => builder.ledger(type as "ai-title")),
);

const anyRewind: fc.Arbitrary<Growth> = fc.tuple(fc.nat(9), fc.boolean()).map(
  ([pick, told]) =>
    (builder) =>
      builder.rewind(pick, told),
);

const KEEPINGS: Keeping[] = ["nothing", "last message", "earlier", "later", "segment", "a lost one"];

function compaction(keepings: readonly Keeping[]): fc.Arbitrary<Growth> {
  return fc.tuple(fc.constantFrom(...keepings), fc.nat(9)).map(
    ([keeping, pick]) =>
      (builder) =>
        builder.compact(keeping, pick),
  );
}

function grown(keepings: readonly Keeping[]): fc.Arbitrary<Line[]> {
  const growth = fc.oneof(
    { weight: 6, arbitrary: anyTurn },
    { weight: 2, arbitrary: anyRemark },
    { weight: 2, arbitrary: anyAside },
    { weight: 1, arbitrary: anyRewind },
    { weight: 1, arbitrary: compaction(keepings) },
  );
  return fc.array(growth, { minLength: 1, maxLength: 9 }).map((growths) => {
    const builder = new ForestBuilder();
    builder.prompt();
    for (const grow of growths) grow(builder);
    return builder.lines;
  });
}

/** A log as a client leaves it: whole, but for calls that were interrupted. */
export const tidyForest: fc.Arbitrary<Forest> = forest(
  grown(KEEPINGS.filter((each) => each !== "a lost one")),
);

/** A log to which anything may have happened: lines lost, damaged, repeated, moved, hung elsewhere. */
export const anyForest: fc.Arbitrary<Forest> = thinned(faulty());

/** Links without sense: every entry names any other as its parent, itself too, or one that is nowhere. */
export const anyTangle: fc.Arbitrary<Forest> = thinned(
  fc.tuple(grown(KEEPINGS), fc.array(fc.nat(), { minLength: 60, maxLength: 60 })).map(([lines, picks]) =>
    withFaults(
      lines,
      picks.map((pick, at) => ({ kind: "hang", at, pick })),
    ),
  ),
);

/** A log of two conversations, one behind the other. */
export const continuedForest: fc.Arbitrary<Forest> = thinned(
  continued(grown(KEEPINGS), fc.oneof(grown(KEEPINGS), faulty())),
);

function forest(lines: fc.Arbitrary<(Line | string)[]>): fc.Arbitrary<Forest> {
  return lines.map(forestOf);
}

/** A log that may have lost any of its lines; a smaller one that breaks a law has lost more of them. */
function thinned(lines: fc.Arbitrary<(Line | string)[]>): fc.Arbitrary<Forest> {
  return new WithFewerLines(forest(lines), ({ lines }) => lines, forestOf);
}

function forestOf(lines: readonly (Line | string)[]): Forest {
  return shown({ lines, log: logOf(lines) }, ({ lines }) => lines.map(showLine).join("\n"));
}

function faulty(): fc.Arbitrary<(Line | string)[]> {
  return fc.tuple(grown(KEEPINGS), anyFaults()).map(([lines, faults]) => withFaults(lines, faults));
}

function anyFaults(): fc.Arbitrary<Fault[]> {
  const kind = fc.constantFrom<Fault["kind"]>("lose", "damage", "repeat", "move", "hang", "estrange");
  return fc.array(fc.record({ kind, at: fc.nat(99), pick: fc.nat(99) }), { maxLength: 4 });
}
