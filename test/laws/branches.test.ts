/** A tree of branches: what was said on one is not sent on another (I24). */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Line } from "#src/index.ts";
import { rebuild } from "../support/conversation.ts";
import { law, shownAs } from "../support/law.ts";
import { assistant, call, logOf, result, SESSION, user, words } from "../support/log-lines.ts";

/** One attempt at the same prompt: how many tools its answer calls, and in which order they are done. */
interface Attempt {
  readonly done: readonly number[];
  readonly answered: boolean;
}

const anyAttempt: fc.Arbitrary<Attempt> = fc.record({
  done: fc
    .integer({ min: 0, max: 3 })
    .chain((calls) => fc.shuffledSubarray([0, 1, 2].slice(0, calls), { minLength: calls })),
  answered: fc.boolean(),
});

/** Attempts that begin at the same place, each rewound but the last; they share what ids a model gives out again. */
const rewinds = shownAs(
  fc.record({
    attempts: fc.array(anyAttempt, { minLength: 2, maxLength: 4 }),
    sameResponse: fc.boolean(),
    sameCalls: fc.boolean(),
  }),
  ({ attempts, sameResponse, sameCalls }) =>
    [
      ...attempts.map(
        ({ done, answered }, at) =>
          `attempt ${at}: calls done in order [${done}]${answered ? ", answered" : ""}`,
      ),
      `the attempts share ${sameResponse ? "response ids" : "no response id"} and ${sameCalls ? "call ids" : "no call id"}`,
    ].join("\n"),
);

function linesOf({
  attempts,
  sameResponse,
  sameCalls,
}: {
  attempts: readonly Attempt[];
  sameResponse: boolean;
  sameCalls: boolean;
}): Line[] {
  const lines: Line[] = [user({ uuid: "root", parent: null }, "said at the root")];
  for (const [at, { done, answered }] of attempts.entries()) {
    const response = sameResponse ? "m1" : `m1-${at}`;
    const id = (index: number) => (sameCalls ? `t${index}` : `t${index}-${at}`);
    const entry = (name: string) => `${name}-${at}`;
    lines.push(user({ uuid: entry("prompt"), parent: "root" }, `said on ${at}`));
    let cursor = entry("prompt");
    for (const index of done.toSorted()) {
      lines.push(assistant({ uuid: entry(`call${index}`), parent: cursor }, response, call(id(index))));
      cursor = entry(`call${index}`);
    }
    for (const index of done) {
      const place = { uuid: entry(`result${index}`), parent: entry(`call${index}`) };
      lines.push(result(place, id(index), `result ${index} on ${at}`));
      cursor = entry(`result${index}`);
    }
    if (answered)
      lines.push(assistant({ uuid: entry("answer"), parent: cursor }, `m2-${at}`, words(`answer on ${at}`)));
  }
  return lines;
}

test("a rewound turn and the one in its place may share a call's id: each keeps its own result", () => {
  const attempt = { done: [0], answered: true };
  const lines = linesOf({ attempts: [attempt, attempt], sameResponse: true, sameCalls: true });
  const sent = JSON.stringify(rebuild(logOf(lines), SESSION).conversation.messages);
  expect(sent).toContain("result 0 on 1");
  expect(sent).not.toContain("result 0 on 0");
});

law(
  "branch-apart",
  "what was said on one branch is not sent on another, whatever ids the two share",
  [rewinds],
  (plan) => {
    const last = plan.attempts.length - 1;
    const sent = JSON.stringify(rebuild(logOf(linesOf(plan)), SESSION).conversation.messages);
    const heard = [...sent.matchAll(/ on (\d)"/g)].map((match) => Number(match[1]));
    expect(new Set(heard)).toEqual(new Set([last]));
    for (const index of plan.attempts[last]?.done ?? []) expect(sent).toContain(`result ${index} on ${last}`);
  },
  { runs: 300 },
);
