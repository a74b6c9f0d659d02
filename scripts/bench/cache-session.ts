/**
 * The reference session of the cache benchmark: 40 steps of work on a small program, under a fixed seed. What is read, run
 * and written has the sizes that it has in such work; what it says does not matter.
 */
import type { Reply, ReplyBlock } from "#mock-api";
import { ALL_TOOLS, type Tool } from "#src/index.ts";

/** One turn: how long the user thought about the prompt, in minutes, and the answers to its steps. */
export interface ReferenceTurn {
  readonly pause: number;
  readonly prompt: string;
  readonly answers: readonly Reply[];
}

/** How often the model is asked. */
export const STEPS = 40;

/** The steps of each turn by a letter: r read, p several reads at once, e edit, b shell, g search; the last one answers. */
const TURNS: readonly (readonly [pause: number, steps: string])[] = [
  [0, "gprrbeb"],
  [4, "rebreb"],
  [11, "gpwbeebr"],
  [2, "rb"],
  [25, "prrebebeb"],
  [1, "b"],
  [7, ""],
];

/** Numbers between 0 and 1, the same ones every time. */
function numbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const LINES = "export function harvest(row, basket) { return row.map((tree) => pick(tree, basket)); }\n";

/** So many characters of a program. */
function source(length: number): string {
  return LINES.repeat(Math.ceil(length / LINES.length)).slice(0, Math.round(length));
}

/** The turns. Each call: a tool of ours, and how much comes back as `size`, which `referenceTools` reads. */
export function referenceTurns(): ReferenceTurn[] {
  const next = numbers(20_260_728);
  const between = (least: number, most: number) => Math.round(least + (most - least) * next() ** 2);
  const call = (name: string, size: number, input: object = {}): ReplyBlock => ({
    type: "tool_use",
    name,
    input: { ...input, size },
  });
  const read = () => call("Read", between(900, 14_000), { file_path: `src/row-${between(1, 60)}.ts` });
  const bash = () => call("Bash", between(300, 9_000), { command: "npm test -- rows" });
  const grep = () => call("Grep", between(200, 3_000), { pattern: "harvest\\(" });
  const edit = () => {
    const old_string = source(between(80, 900));
    return call("Edit", 120, {
      file_path: "src/row-7.ts",
      old_string,
      new_string: source(between(80, 1_400)),
    });
  };
  const several = (many: number) => Array.from({ length: many }, read);
  const calls: Readonly<Record<string, () => ReplyBlock[]>> = {
    r: () => [read()],
    p: () => several(between(3, 6)),
    // A wide step: the model says something before each call, so no run of calls counts as one block (MR-79).
    w: () => several(12).flatMap((each) => [{ type: "text", text: "And this one." }, each]),
    e: () => [edit()],
    b: () => [bash()],
    g: () => [grep()],
  };
  const thought = (): ReplyBlock => ({ type: "thinking", thinking: source(between(150, 2_500)) });
  const words = (length: number): ReplyBlock => ({ type: "text", text: source(length) });
  return TURNS.map(([pause, steps]) => ({
    pause,
    prompt: source(between(60, 700)),
    answers: [
      ...[...steps].map((step) => ({
        content: [thought(), ...(next() < 0.4 ? [words(between(60, 300))] : []), ...(calls[step]?.() ?? [])],
      })),
      { content: [thought(), words(between(400, 2_000))] },
    ],
  }));
}

/** Our tools as the model is told of them; each gives as many characters as its call asks for. */
export function referenceTools(): Tool[] {
  return ALL_TOOLS.map((tool) => ({
    ...tool,
    kind: "read" as const,
    inputSchema: {
      ...tool.inputSchema,
      properties: { ...tool.inputSchema.properties, size: { type: "integer", description: "How much." } },
    },
    run: async ({ size }) => ({ content: source(Number(size)), isError: false }),
  }));
}
