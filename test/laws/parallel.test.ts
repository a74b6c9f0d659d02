/** Tools that run at once: what is sent follows the order in which they were done (O-4, O-5, D-11). */
import { expect, test } from "vitest";
import type { MessagesRequest } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { law } from "../support/law.ts";
import type { SessionPlan } from "../support/plan.ts";
import { turnOf } from "../support/plan.ts";
import { play } from "../support/play.ts";

test("of two calls the one that is done first is answered first", async () => {
  const slow = { label: "r0", place: 1, of: 2, fails: "no" } as const;
  const quick = { label: "r1", place: 0, of: 2, fails: "no" } as const;
  const asks = {
    thoughts: [],
    text: undefined,
    calls: [slow, quick],
    stop: "tool_use",
    breaks: "no",
  } as const;
  const ends = { ...asks, text: "s2", calls: [], stop: "end_turn" } as const;
  const { requests } = await play({ turns: [turnOf([asks, ends])] });
  expect(requests.map(labelsIn)).toEqual([[], ["r1", "r0"]]);
});

law(
  "parallel-order",
  "the results of a batch are sent in the order in which the tools were done, now and in every later request",
  [anySession],
  async (plan) => {
    const { requests, session, world, options } = await play(plan);
    const done = orderPlanned(plan);
    for (const request of [...requests, world.start().resume(session.id, options).nextRequest()]) {
      const sent = labelsIn(request);
      expect(sent).toEqual(done.filter((label) => sent.includes(label)));
    }
  },
  { runs: 40 },
);

/** The labels of the calls that are run, in the planned order of their being done. */
function orderPlanned({ turns }: SessionPlan): string[] {
  const batches = turns.flatMap(({ answers }) => answers.map(({ calls }) => calls));
  return batches.flatMap((calls) => [...calls].sort((a, b) => a.place - b.place).map(({ label }) => label));
}

/** The labels in a request's results, in the order sent. A call that was cut off has a result without a label. */
function labelsIn({ messages }: MessagesRequest): string[] {
  const results = messages.flatMap(({ content }) => content.filter(({ type }) => type === "tool_result"));
  return results.flatMap(({ content }) => /\br\d+$/.exec(String(content)) ?? []);
}
