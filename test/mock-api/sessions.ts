/** Sessions: one request after another, with pauses and changes between them, for the cache to live through. */
import fc from "fast-check";
import type { MessagesRequest } from "../../mock-api/wire.ts";
import { ConversationWriter, markablePlaces, markPlaces, numbered } from "./legal-conversations.ts";

/** What happens before a request. */
type Change =
  | { kind: "talk"; turns: number; size: number }
  | { kind: "call"; calls: number }
  | { kind: "rewind"; turns: number }
  | { kind: "set"; field: "system" | "tools" | "choice" | "thinking" | "effort" | "model"; to: number };

/** A pause in milliseconds, then a change, then a request with these markers. */
export interface Move {
  pause: number;
  change: Change;
  /** Blocks from the end at which markers stand; the last one of them in the row comes first. */
  fromEnd: number[];
  onSystem: boolean;
  onTools: boolean;
  /** How many of the markers, from the front, ask for 1h. */
  long: number;
}

const MINUTE = 60_000;

const anyChange: fc.Arbitrary<Change> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("talk" as const),
      turns: fc.integer({ min: 1, max: 11 }),
      size: fc.constantFrom(8, 300, 2_500),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant("call" as const), calls: fc.constantFrom(1, 3, 25) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant("rewind" as const), turns: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant("set" as const),
      field: fc.constantFrom("system", "tools", "choice", "thinking", "effort", "model"),
      to: fc.integer({ min: 0, max: 1 }),
    }),
  },
);

const anyMove: fc.Arbitrary<Move> = fc.record({
  pause: fc.constantFrom(0, 1, 4 * MINUTE, 5 * MINUTE - 1, 5 * MINUTE, 59 * MINUTE, 60 * MINUTE),
  change: anyChange,
  fromEnd: fc.uniqueArray(fc.constantFrom(0, 0, 1, 2, 19, 20, 21), { maxLength: 2 }),
  onSystem: fc.boolean(),
  onTools: fc.boolean(),
  long: fc.integer({ min: 0, max: 4 }),
});

/** A session of a few requests. */
export const anySession = fc.array(anyMove, { minLength: 2, maxLength: 8 });

const SYSTEMS = [numbered("s", 0, 1_500), numbered("s", 1, 1_500)];
const TOOLS = [0, 1].map((index) => ({ name: `tool${index}`, description: numbered("d", index, 1_200) }));
const CHOICES = [{ type: "auto" }, { type: "none" }];
const THINKING = [{ type: "adaptive" }, { type: "disabled" }];
const EFFORTS = ["high", "low"];
const MODELS = ["claude-opus-5", "claude-sonnet-5"];

/** Plays a session: the requests in order, each with the time it starts at. */
export function* play(moves: readonly Move[]): Generator<{ request: MessagesRequest; time: number }> {
  const writer = new ConversationWriter();
  const settings = { system: 0, tools: 0, choice: 0, thinking: 0, effort: 0, model: 0 };
  writer.ask("block", 300);
  let time = 1_000_000;
  for (const move of moves) {
    time += move.pause;
    apply(move.change, writer, settings);
    yield { request: marked(requestFrom(writer, settings), move), time };
  }
}

function apply(change: Change, writer: ConversationWriter, settings: Record<string, number>): void {
  switch (change.kind) {
    case "talk":
      for (let turn = 0; turn < change.turns; turn += 1) {
        writer.answer({ thoughts: [], text: change.size, calls: 0 });
        writer.ask("block", 8);
      }
      return;
    case "call":
      writer.step({ thoughts: ["shown"], text: null, calls: change.calls, results: "in order" });
      return;
    case "rewind":
      // Messages come in pairs after the first, so that what is left ends with the user again.
      writer.messages.splice(Math.max(1, writer.messages.length - 2 * change.turns));
      return;
    case "set":
      settings[change.field] = change.to;
  }
}

function requestFrom(writer: ConversationWriter, settings: Record<string, number>): MessagesRequest {
  const pick = <Value>(values: readonly Value[], field: string): Value =>
    values[settings[field] ?? 0] as Value;
  return structuredClone({
    model: pick(MODELS, "model"),
    max_tokens: 100,
    system: [{ type: "text", text: pick(SYSTEMS, "system") }],
    tools: settings["tools"] ? TOOLS.toReversed() : TOOLS,
    tool_choice: pick(CHOICES, "choice"),
    thinking: pick(THINKING, "thinking"),
    output_config: { effort: pick(EFFORTS, "effort") },
    messages: writer.messages,
  });
}

function marked(request: MessagesRequest, move: Move): MessagesRequest {
  const last = markablePlaces(request).length - 1;
  const tools = request.tools?.length ?? 0;
  const chosen = new Set([
    ...move.fromEnd.map((back) => Math.max(0, last - back)),
    ...(move.onSystem ? [tools] : []),
    ...(move.onTools ? [tools - 1] : []),
  ]);
  markPlaces(request, [...chosen], move.long);
  return request;
}
