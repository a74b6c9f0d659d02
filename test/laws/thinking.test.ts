/** Thinking goes back as it came (C-2.13): a byte of it changed is a refusal. */
import { expect, test } from "vitest";
import type { Block, MessagesRequest, ModelResponse } from "#src/index.ts";
import { anySession } from "../support/arbitraries.ts";
import { law } from "../support/law.ts";
import { turnOf } from "../support/plan.ts";
import { play } from "../support/play.ts";

test("thinking without text and redacted thinking go back too", async () => {
  const thoughts = [
    { kind: "silent", text: "" },
    { kind: "redacted", text: "" },
  ] as const;
  const call = { label: "r0", place: 0, of: 1, fails: "no" } as const;
  const asks = { thoughts, text: undefined, calls: [call], stop: "tool_use", breaks: "no" } as const;
  const ends = { thoughts: [], text: "s1", calls: [], stop: "end_turn", breaks: "no" } as const;
  const { requests } = await play({ turns: [turnOf([asks, ends])] });
  expect(thinkingIn(requests[1])).toMatchObject([
    { type: "thinking", thinking: "" },
    { type: "redacted_thinking" },
  ]);
});

law(
  "thinking-verbatim",
  "every request carries the thinking of all earlier responses byte for byte, in order and in its place",
  [anySession],
  async (plan) => {
    let responses: ModelResponse[] = [];
    await play(plan, {
      observe: ({ event }) => {
        if (event.type === "response") responses = [...responses, event.response];
        if (event.type !== "request") return;
        const kept = responses.filter(({ stop_reason }) => stop_reason !== "refusal");
        const expected = kept.flatMap(({ content }) => withoutLoose(content).filter(isThought));
        expect(JSON.stringify(thinkingIn(event.request))).toBe(JSON.stringify(expected));
        for (const { content } of event.request.messages) expect(thinksAfterCalling(content)).toBe(false);
      },
    });
  },
  { runs: 50 },
);

/** What was thought last, with nothing said after it, leads nowhere and may not be sent (MR-44). */
function withoutLoose(content: readonly Block[]): readonly Block[] {
  const sayable = content.filter((block) => !(block.type === "text" && block["text"] === ""));
  return sayable.slice(0, sayable.findLastIndex((block) => !isThought(block)) + 1);
}

/** Does a thought stand behind a call? The results come in between, so it would be in the wrong message. */
function thinksAfterCalling(content: readonly Block[]): boolean {
  const call = content.findIndex(({ type }) => type === "tool_use");
  return call !== -1 && content.findLastIndex(isThought) > call;
}

function thinkingIn(request: MessagesRequest | undefined): Block[] {
  return (request?.messages ?? []).flatMap(({ content }) => content.filter(isThought));
}

function isThought({ type }: Block): boolean {
  return type === "thinking" || type === "redacted_thinking";
}
