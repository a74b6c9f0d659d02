/** A law that does not hold tells how it is broken, as a short program, and how to see it again. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { type Law, shownAs, titleOf, tryLaw } from "./law.ts";

interface Steps {
  readonly prompts: readonly number[];
}

const anySteps = shownAs<Steps>(
  fc.record({ prompts: fc.array(fc.nat(99), { maxLength: 20 }) }),
  ({ prompts }) => prompts.map((prompt, index) => `> m${index} ${prompt}`).join("\n"),
);

/** Broken by any two prompts of which the first is at least 7. */
function brokenLaw(seen: Steps[]): Law<[Steps]> {
  return {
    id: "all-small",
    sentence: "prompts are small or few",
    arbitraries: [anySteps],
    holds: (steps) => {
      seen.push(steps);
      expect(steps.prompts.length < 2 || (steps.prompts[0] ?? 0) < 7).toBe(true);
    },
  };
}

test("a broken law reports its sentence, the smallest case as a program, the cause and a line that replays it", async () => {
  const failure = await tryLaw(brokenLaw([]), 100, {});
  const [sentence, found, ...rest] = failure?.report.split("\n") ?? [];
  expect(sentence).toBe("The law does not hold: prompts are small or few");
  expect(found).toMatch(/^Smallest case found \(after \d+ shrinks\):$/);
  expect(rest.slice(0, 4)).toEqual([
    "  > m0 7",
    "  > m1 0",
    "Because:",
    "  expected false to be true // Object.is equality",
  ]);
  expect(rest.at(-1)).toMatch(
    /^Replay: {2}GLASS_SEED=-?\d+ GLASS_PATH=[\d:]+ npx vitest run -t "all-small:"$/,
  );
});

test("the replay line leads to the smallest case at once", async () => {
  const failure = await tryLaw(brokenLaw([]), 100, {});
  const [, seed, path] = /GLASS_SEED=(\S+) GLASS_PATH=(\S+)/.exec(failure?.report ?? "") ?? [];
  const seen: Steps[] = [];
  const again = await tryLaw(brokenLaw(seen), 100, { GLASS_SEED: seed, GLASS_PATH: path });
  expect(seen[0]?.prompts).toEqual([7, 0]);
  expect(again?.report).toContain("  > m0 7\n  > m1 0\n");
});

test("the title begins with the id that the replay line asks for", () => {
  expect(titleOf({ id: "all-small", sentence: "prompts are small" })).toBe("all-small: prompts are small");
});

test("a law that holds reports nothing, and a predicate may also say no", async () => {
  const always = {
    id: "x",
    sentence: "y",
    arbitraries: [anySteps] as [fc.Arbitrary<Steps>],
    holds: () => true,
  };
  expect(await tryLaw(always, 10, {})).toBeUndefined();
  const failure = await tryLaw({ ...always, holds: () => false }, 10, {});
  expect(failure?.report).toContain("Because:\n  Property failed by returning false\n");
});

test("the deep campaign multiplies the runs", async () => {
  const seen: Steps[] = [];
  const counting = { ...brokenLaw(seen), holds: (steps: Steps) => void seen.push(steps) };
  await tryLaw(counting, 10, { GLASS_RUNS_FACTOR: "3" });
  expect(seen).toHaveLength(30);
});
