/** Calls and results in a running session (C-2.3, C-2.6, D-11). */
import { expect } from "vitest";
import type { MessagesRequest } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { law } from "../support/law.ts";
import { expectPaired } from "../support/pairs.ts";
import type { SessionPlan } from "../support/plan.ts";
import { play } from "../support/play.ts";

law(
  "calls-answered",
  "every call of every request has exactly one result, in the message after it and before any words",
  [anySession],
  async (plan) => {
    for (const { messages } of (await play(plan)).requests) expectPaired(messages);
  },
  { runs: 60 },
);

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
  { runs: 60 },
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
