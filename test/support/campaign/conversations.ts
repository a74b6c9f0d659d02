/** Generated conversations of the campaign: what the model says, what goes wrong, and how each turn is asked. */
import fc from "fast-check";
import type { FaultKind, Mishap } from "#mock-api";
import { anyFaults, anyModel, type GenerativeModel } from "#mock-api/generative";
import type { RequestSettings } from "#src/index.ts";
import { shownAs } from "../law.ts";

/** Every model of the API that answers today, by a name that a user may give (MR-96). */
export const MODELS = [
  "claude-fable-5-2",
  "claude-mythos-5-2",
  "claude-haiku-5-5",
  "claude-sonnet-5-5",
  "claude-opus-5-5",
  "claude-fable-5-1",
  "claude-mythos-5-1",
  "claude-opus-5",
  "claude-sonnet-5",
  "claude-fable-5",
  "claude-mythos-5",
  "claude-opus-4-8",
  "claude-opus-4-7",
  "claude-opus-4-6",
  "claude-sonnet-4-6",
  "claude-opus-4-5",
  "claude-haiku-4-5-20251001",
  "claude-haiku-4-5",
  "claude-sonnet-4-5",
] as const;

/** One turn, and with what it is asked. Another model or another way to think is a process of its own. */
export interface AskedTurn {
  readonly prompt: string;
  readonly settings: Pick<RequestSettings, "model" | "thinking" | "effort">;
  /** Is it asked by a fresh process? */
  readonly isFresh: boolean;
  /** Has the memory file been changed before it? */
  readonly changesMemory: boolean;
}

/** A whole conversation. */
export interface PlannedConversation {
  readonly says: GenerativeModel;
  readonly faults: readonly (Mishap | null)[];
  readonly turns: readonly AskedTurn[];
  /** How it is asked on after a mishap. */
  readonly afterwards: AskedTurn;
}

/** Those that think within a budget are the most particular (MR-43, MR-44), so they come often. */
const anyName = fc.oneof(
  fc.constantFrom(...MODELS),
  fc.constantFrom(...MODELS.filter((name) => /-4-[56]/.test(name))),
);

const anySettings: fc.Arbitrary<AskedTurn["settings"]> = fc.record({
  model: anyName,
  thinking: fc.oneof(
    fc.constantFrom<RequestSettings["thinking"]>("adaptive", "off"),
    fc.integer({ min: 1, max: 200_000 }).map((budget) => ({ budget })),
  ),
  effort: fc.constantFrom("low", "medium", "high", "xhigh", "max"),
});

/** Those from which a client comes back at once; the connection that is reset is waited for, so it has a test of its own. */
const QUICK: readonly FaultKind[] = [
  "rate_limited",
  "server_error",
  "overloaded",
  "truncated",
  "mid_stream_error",
];

interface TurnShape {
  readonly settings: AskedTurn["settings"] | undefined;
  readonly isFresh: boolean;
  readonly changesMemory: boolean;
}

/** A turn is mostly asked like the one before. */
const anyTurn: fc.Arbitrary<TurnShape> = fc.record({
  settings: fc.option(anySettings, { nil: undefined, freq: 1 }),
  isFresh: fc.boolean(),
  changesMemory: fc.nat(4).map((draw) => draw === 4),
});

/** Any conversation, of one to four turns. */
export const anyConversation: fc.Arbitrary<PlannedConversation> = shownAs(
  fc
    .record({
      says: anyModel({ answers: 6 }),
      faults: anyFaults({ kinds: QUICK }),
      first: anySettings,
      turns: fc.array(anyTurn, { minLength: 1, maxLength: 4 }),
      // By another model, mostly: that is when the turn that was broken off looks strange to the one that is asked.
      afterwards: fc.record({
        settings: fc.option(anySettings, { nil: undefined, freq: 4 }),
        isFresh: fc.boolean(),
        changesMemory: fc.boolean(),
      }),
    })
    .map(({ says, faults, first, turns, afterwards }) =>
      planOf(says, faults, numbered(first, [...turns, afterwards])),
    ),
  shown,
);

/** One whose models bind their thinking to what stood before it (C-2.14), and whose memory changes (D-14). */
export const anyBoundConversation: fc.Arbitrary<PlannedConversation> = shownAs(
  fc
    .record({
      says: anyModel({ answers: 6, endings: [] }),
      model: fc.constantFrom(...MODELS.filter((model) => /-5-5$/.test(model))),
      turns: fc.array(fc.record({ isFresh: fc.boolean(), changesMemory: fc.boolean() }), {
        minLength: 3,
        maxLength: 5,
      }),
    })
    .map(({ says, model, turns }) => {
      const settings = { model, thinking: "adaptive", effort: "high" } as const;
      const shapes = turns.map((turn) => ({ ...turn, settings: undefined }));
      return planOf(says, [], numbered(settings, shapes));
    }),
  shown,
);

/** The last of the turns is asked only after a mishap. */
function planOf(
  says: GenerativeModel,
  faults: PlannedConversation["faults"],
  turns: readonly AskedTurn[],
): PlannedConversation {
  return { says, faults, turns: turns.slice(0, -1), afterwards: turns.at(-1) as AskedTurn };
}

function numbered(first: AskedTurn["settings"], shapes: readonly TurnShape[]): AskedTurn[] {
  let settings = first;
  return shapes.map((shape, at) => {
    settings = shape.settings ?? settings;
    return { ...shape, prompt: `m${at}`, settings, isFresh: shape.isFresh || shape.settings !== undefined };
  });
}

function shown({ says, faults, turns, afterwards }: PlannedConversation): string {
  const asked = [...turns, { ...afterwards, prompt: "after a mishap" }].map(
    ({ prompt, settings: { model, thinking, effort }, isFresh, changesMemory }) =>
      [
        `> ${prompt} (${model}, thinking ${JSON.stringify(thinking)}, effort ${effort}`,
        isFresh ? ", fresh process" : "",
        changesMemory ? ", memory changed" : "",
        ")",
      ].join(""),
  );
  return [...asked, String(says), `faults: ${JSON.stringify(faults)}`].join("\n");
}
