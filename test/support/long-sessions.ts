/** Sessions of many steps, with sizes as they come: what the cache costs over them is counted in tokens. */
import fc from "fast-check";
import type { Reply, ReplyBlock } from "#mock-api";
import type { CacheTtl, Hooks, MessagesRequest, Tool } from "#src/index.ts";
import { shownAs } from "./law.ts";
import { scripted } from "./scripted.ts";
import { World } from "./world.ts";

/** A call of a step: how many characters come back, and whether the model says something before it. */
interface LongCall {
  readonly size: number;
  readonly says: boolean;
}

/** One step. With no calls it ends its turn. */
export interface LongStep {
  readonly thinks: number;
  readonly calls: readonly LongCall[];
  /** Does a hook tell the model something about each result? */
  readonly told: boolean;
}

const call: fc.Arbitrary<LongCall> = fc.record({
  size: fc.constantFrom(20, 300, 3_000),
  says: fc.boolean(),
});

const someStep: fc.Arbitrary<LongStep> = fc.record({
  thinks: fc.nat(2),
  calls: fc.oneof(
    { weight: 5, arbitrary: fc.array(call, { maxLength: 3 }) },
    { weight: 1, arbitrary: fc.array(call, { minLength: 8, maxLength: 20 }) },
  ),
  told: fc.boolean(),
});

/** A session of 20 steps or more. */
export const anyLongSession: fc.Arbitrary<LongStep[]> = shownAs(
  // Twenty lines can be read as they are; to look for fewer would take minutes.
  fc.noShrink(fc.array(someStep, { minLength: 20, maxLength: 24 })),
  (steps) => steps.map(showStep).join("\n"),
);

function showStep({ thinks, calls, told }: LongStep): string {
  const parts = calls.map(
    ({ size, says }) => `${says ? "says something, " : ""}calls for ${size} characters`,
  );
  return `  thinks ${thinks}x, ${parts.join(", ") || "ends the turn"}${told ? " (hooks tell)" : ""}`;
}

/** One request as it was sent, and the input that it was billed for. */
export interface Billed {
  readonly request: MessagesRequest;
  readonly read: number;
  readonly written: number;
  readonly fresh: number;
}

/** Plays the session; each turn begins in a process of its own. */
export async function playLong(steps: readonly LongStep[], cacheTtl: CacheTtl): Promise<Billed[]> {
  const billed: Billed[] = [];
  const turns = steps.filter(({ calls }) => calls.length === 0).length;
  const ends = steps.at(-1)?.calls.length === 0;
  const model = scripted([...steps, ...(ends ? [] : [END])].map(replyOf), ({ request, usage }) => {
    if (!usage) throw new Error("The API refused a request.");
    const {
      cache_read_input_tokens: read,
      cache_creation_input_tokens: written,
      input_tokens: fresh,
    } = usage;
    billed.push({ request: request as MessagesRequest, read, written, fresh });
  });
  const world = new World();
  const hooks: Hooks = async ({ event }) => {
    const isTold = event === "PostToolUse" && steps[billed.length - 1]?.told;
    const content = [`Noted ${billed.length}.`];
    return { attachments: isTold ? [{ type: "hook_additional_context", hookName: event, content }] : [] };
  };
  const options = { tools: [GIVE], hooks, settings: { cacheTtl } };
  let id: string | undefined;
  for (let turn = 0; turn < turns + (ends ? 0 : 1); turn += 1) {
    const process = world.start(model);
    const session = id === undefined ? process.begin(options) : process.resume(id, options);
    id = session.id;
    await session.prompt(`Turn ${turn}.`);
  }
  return billed;
}

const END: LongStep = { thinks: 0, calls: [], told: false };

const GIVE: Tool = {
  name: "Give",
  kind: "read",
  description: "Gives so many characters. ".repeat(100),
  inputSchema: {
    type: "object",
    properties: { size: { type: "integer", description: "How many." } },
    required: ["size"],
    additionalProperties: false,
  },
  run: async ({ size }) => ({ content: "lorem ".repeat(Number(size) / 6 + 1), isError: false }),
};

function replyOf({ thinks, calls }: LongStep): Reply {
  const thoughts = Array.from(
    { length: thinks },
    (_, i): ReplyBlock => ({ type: "thinking", thinking: `t${i}` }),
  );
  const asked = calls.flatMap(({ size, says }): ReplyBlock[] => [
    ...(says ? [{ type: "text", text: "Next." } as const] : []),
    { type: "tool_use", name: GIVE.name, input: { size } },
  ]);
  return {
    content: [...thoughts, ...(calls.length > 0 ? asked : [{ type: "text", text: "Done." } as const])],
  };
}
