/** Logs in which things stand twice, as replays, retries and resumed processes leave them (bug reports 48, 50 and 64). */
import fc from "fast-check";
import { expect } from "vitest";
import { refusal } from "#mock-api";
import type { Line } from "#src/index.ts";
import { asked, rebuild } from "../support/conversation.ts";
import { law, shownAs } from "../support/law.ts";
import { assistant, call, logOf, result, SESSION, showLine, user, words } from "../support/log-lines.ts";

/** A response that calls by an id which may have been used before, what has answered it, and words that nobody said. */
const anyStep = fc.record({
  id: fc.constantFrom("t1", "t2", "t3"),
  results: fc.array(fc.constantFrom("real", "error"), { maxLength: 2 }),
  isMadeUp: fc.boolean(),
});

type Step = typeof anyStep extends fc.Arbitrary<infer S> ? S : never;

const anyRepeats = shownAs(fc.array(anyStep, { minLength: 1, maxLength: 6 }), (steps) =>
  linesOf(steps).map(showLine).join("\n"),
);

law(
  "said-once",
  "of what a log holds twice one is sent: a call where it stands first, and its result once, a real one rather than an error; of what a client has made up for the model nothing is",
  [anyRepeats],
  (steps) => {
    const { messages } = rebuild(logOf(linesOf(steps)), SESSION).conversation;
    const blocks = messages.flatMap(({ content }) => content);
    const ids = [...new Set(steps.map(({ id }) => id))];
    expect(blocks.flatMap(({ type, id }) => (type === "tool_use" ? [id] : []))).toEqual(ids);
    for (const id of ids) {
      const results = steps.flatMap((step, at) =>
        step.id === id ? step.results.map((kind, index) => ({ kind, said: saying(at, index) })) : [],
      );
      const counts = results.find(({ kind }) => kind === "real") ?? results[0];
      const sent = blocks.filter(({ tool_use_id }) => tool_use_id === id).map(({ content }) => content);
      expect(sent).toEqual([counts?.said ?? expect.stringMatching(/interrupted/)]);
    }
    expect(JSON.stringify(messages)).not.toContain("made up");
    expect(refusal(asked(messages))).toBeNull();
  },
  { runs: 100 },
);

/** One chain of entries, each hung on the one before. */
function linesOf(steps: readonly Step[]): Line[] {
  let parent = "U0";
  const hung = (uuid: string) => {
    const place = { uuid, parent };
    parent = uuid;
    return place;
  };
  const lines = steps.flatMap(({ id, results, isMadeUp }, at) => [
    assistant(hung(`A${at}`), `m${at}`, call(id)),
    ...results.map((kind, index) =>
      result(hung(`R${at}.${index}`), id, saying(at, index), kind === "error" ? { is_error: true } : {}),
    ),
    ...(isMadeUp ? [assistant(hung(`S${at}`), `s${at}`, words("made up"), { model: "<synthetic>" })] : []),
  ]);
  return [user({ uuid: "U0", parent: null }, "m0"), ...lines];
}

function saying(at: number, index: number): string {
  return `r${at}.${index}`;
}
