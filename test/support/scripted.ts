/** Models that say what a test tells them to, behind the mock API and its rules. */
import { createMockApi, type MockCall, memoryCache, type Reply, type ReplyBlock } from "#mock-api";
import { type Model, modelOver } from "#src/index.ts";
import { WORK } from "./bench.ts";
import type { PlannedAnswer } from "./plan.ts";

/** A model over the mock that answers by a list. */
export function scripted(replies: readonly Reply[], onCall: (call: MockCall) => void = () => {}): Model {
  const api = createMockApi({ model: replies, cache: memoryCache(), onCall });
  return modelOver({ apiKey: "x", fetch: api.fetch, maxRetries: 0 });
}

/** A planned answer in the mock's terms: what the API says to it, try by try. One that breaks off breaks off again. */
export function repliesOf(answer: PlannedAnswer): Reply[] {
  const reply = replyOf(answer);
  return answer.breaks === "mid-stream" ? [reply, reply] : [reply];
}

function replyOf({ thoughts, text, calls, stop, breaks }: PlannedAnswer): Reply {
  if (breaks === "529") return { status: 529, error: "Overloaded" };
  const content: ReplyBlock[] = [
    ...thoughts.map(
      ({ kind, text: thinking }): ReplyBlock =>
        kind === "redacted" ? { type: "redacted_thinking" } : { type: "thinking", thinking },
    ),
    ...(text === undefined ? [] : [{ type: "text", text } as const]),
    ...calls.map((input): ReplyBlock => ({ type: "tool_use", name: WORK, input })),
  ];
  return { content, stop_reason: stop, ...(breaks === "mid-stream" ? { error: "broken off" } : {}) };
}
